import type { Annotation, ElementTarget } from "../../contract/annotation.js";
import { checksOf } from "../../contract/annotation-state.js";
import { type Check, type CheckResult, knownChecks, type Verdict } from "../../contract/checks.js";
import { findAgain } from "../../contract/find-again.js";
import { limits } from "../../contract/limits.js";
import { caseElement, type NoteCase } from "../../contract/note-cases.js";
import { shownElement } from "../../contract/picked-element.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../contract/reader.js";
import { elementTargetOf, targetElements } from "../../contract/targets.js";
import { compareCaptures, type NamedCapture } from "../compare/compare.js";
import { isMeans } from "./also-changed.js";
import { type Counterpart, unreadIn } from "./counterparts.js";
import { decideForAll, statusOf } from "./verdict.js";

export interface Carried {
  readonly annotation: Annotation;
  readonly carrier: NamedCapture;
}

/**
 * An accepted annotation as a case. `first`: as it was made; `last`: in the newest capture that shows its elements. It holds those of its own
 * checks that this capture does not refute, for the user has accepted the page as it is; without any, what has become of its elements since;
 * else that they are visible.
 */
export function caseOf(first: Carried, last: Carried): NoteCase {
  const { annotation, carrier } = last;
  const { url, viewport, colorScheme } = carrier.capture.metadata;
  const [was, is] = [readCapture(first.carrier.capture), readCapture(carrier.capture)];
  const targets = targetElements(annotation.target);
  const shown = targets.map((target) => [target, shownElement(is, target)] as const);
  // A test has one window: a check is of no set of captures.
  const stated = knownChecks(checksOf(annotation)).map(({ in: _in, ...check }): Check => check);
  const named = stated.map((check) => (check.kind === "aligned" ? check.with : check.kind === "gap" ? check.to : ""));
  const refs = named.flatMap((ref) => {
    const element = was.byRef(ref);
    return element === undefined ? [] : [[ref, caseElement(elementTargetOf(was, element.index))] as const];
  });
  const elements = shown.map(([target, element]) => caseElement(element === undefined ? target : elementTargetOf(is, element.index)));
  const about = { elements, ...(refs.length === 0 ? {} : { refs: Object.fromEntries(refs) }) };
  const { results } = decideCase(is, { checks: stated, ...about });
  const held = stated.filter((_check, index) => results[index]?.status !== "fail");
  const changed = held.length > 0 ? held : changesOf(first, last, new Set(shown.flatMap(([, element]) => element?.ref ?? [])));
  return {
    ...{ note: annotation.comment, page: annotation.url ?? url, viewport: [viewport.width, viewport.height] },
    ...(colorScheme === "dark" ? { colorScheme } : {}),
    checks: changed.length > 0 ? changed.slice(0, limits.checksMax) : [{ kind: "visible" }],
    ...about,
  };
}

/** What differs on the annotation's own elements since it was made, as checks. */
function changesOf(first: Carried, last: Carried, own: ReadonlySet<string>): Check[] {
  if (first.carrier.filename === last.carrier.filename) return [];
  const { changed } = compareCaptures(first.carrier, last.carrier);
  return changed.filter(({ ref, property }) => own.has(ref) && !isMeans(property)).flatMap((row) => checkOf(row) ?? []);
}

function checkOf({ property, after }: { readonly property: string; readonly after: string }): Check | undefined {
  const [, kind, subject = ""] = /^(text|name|role|attribute|state|style)(?: (.+))?$/.exec(property) ?? [];
  if (kind === "text" || kind === "name" || kind === "role") return { kind, expected: after };
  if (kind === "attribute") return { kind, attribute: subject, expected: after === "" ? null : after };
  if (kind === "state") return { kind, state: subject, expected: after };
  return kind === "style" ? { kind: "property", property: subject, expected: after } : undefined;
}

export interface Decided {
  readonly status: Verdict["status"];
  readonly results: readonly CheckResult[];
  readonly elements: readonly CapturedElement[];
}

/** Finds a case's elements in a reading of its page and decides its checks. What is not found there is gone: the page is in the state that is tested. */
export function decideCase(
  reader: CaptureReader,
  { checks, elements, refs = {} }: Pick<NoteCase, "checks" | "elements" | "refs">,
): Decided {
  const again = (target: ElementTarget): Counterpart => {
    const found = findAgain(reader, target);
    const unread = found.status === "gone" ? unreadIn(reader) : undefined;
    if (unread !== undefined) return { element: undefined, lost: unread };
    if (found.status !== "ambiguous") return counterpartOf(found.status === "found" ? reader.element(found.index) : undefined);
    const equals = found.indices.map((index) => reader.element(index));
    const why = `nothing tells which of ${equals.length} equal elements it is`;
    return { element: undefined, lost: { found: why, status: "cannot-tell", isRemoved: false, equals } };
  };
  const byRef = (ref: string) => refs[ref] && again(refs[ref]).element;
  const found = elements.map(again);
  const results = checks.map((check) => decideForAll(check, reader, found, byRef));
  return { status: statusOf(results), results, elements: found.flatMap(({ element }) => element ?? []) };
}

/** Decides checks on elements of a reading: without any they are gone; without a choice of elements it is about the page. */
export function decideOn(reader: CaptureReader, checks: readonly Check[], chosen?: readonly CapturedElement[]): Decided {
  const found = chosen?.length === 0 ? [counterpartOf(undefined)] : (chosen ?? []).map(counterpartOf);
  const results = checks.map((check) => decideForAll(check, reader, found, (ref) => reader.byRef(ref)));
  return { status: statusOf(results), results, elements: chosen ?? [] };
}

function counterpartOf(element: CapturedElement | undefined): Counterpart {
  return element === undefined ? { element, lost: { found: "not found", status: "fail", isRemoved: true } } : { element };
}
