import type { Annotation, ElementTarget } from "../../contract/annotation.js";
import type { Check, Verdict } from "../../contract/checks.js";
import type { Comparison } from "../../contract/operations.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../contract/reader.js";
import { isSamePage } from "../../contract/routing.js";
import { buildErrorOf } from "../build-error.js";
import { compareCaptures, type NamedCapture } from "../compare/compare.js";
import { Interner, indexCapture, type Matching } from "../compare/indexed-capture.js";
import { matchElements } from "../compare/match-elements.js";
import { modalOf } from "../modal.js";
import { type CheckResult, decide } from "./checks.js";

/** Two captures of a page between which nobody changed anything. */
export type IdlePair = readonly [before: NamedCapture, after: NamedCapture];

interface Judged {
  readonly annotation: Annotation;
  /** The capture that carries the annotation. */
  readonly before: NamedCapture;
  readonly after: NamedCapture;
  readonly checks: readonly Check[];
  /** What changes on the page by itself is learnt from these. */
  readonly idle: readonly IdlePair[];
  readonly at: string;
}

/**
 * Decides whether a later capture shows an annotation's checks fulfilled, and what else is different. Undecided where the two captures cannot be
 * compared: another page, viewport or colour scheme, a layer open in one of them, a build error.
 */
export function judge({ annotation, before, after, checks, idle, at }: Judged): Verdict {
  const older = readCapture(before.capture);
  const newer = readCapture(after.capture);
  const start = { capture: after.filename, at } as const;
  const obstacle = incomparable(older, newer);
  if (obstacle !== undefined) return { status: "cannot-tell", reason: obstacle, ...start, checks: [], alsoChanged: [] };
  const matching = matchElements(...indexBoth(older, newer));
  const again = (ref: string) => counterpart(matching, older, newer, ref);
  const targets = targetsOf(annotation);
  const results = checks.map((check) => decideForAll(check, newer, targets, again));
  const comparison = compareCaptures(before, after);
  const unstable = new Set(idle.flatMap((pair) => [...unstableIn(pair, before)]));
  const alsoChanged = differences(comparison, {
    ...{ checks, older, newer, unstable },
    targets: new Set(targets.flatMap(({ ref }) => again(ref)?.ref ?? [])),
    gone: new Set(targets.flatMap(({ ref }) => (again(ref) === undefined ? [ref] : []))),
  });
  const status = statusOf(results);
  const isSame = [...changedKeys(comparison, older, newer)].every((key) => unstable.has(key));
  const reason = status === "fail" ? (isSame ? nothingChanged : undefined) : status === "pass" ? undefined : undecidedReason(results);
  return {
    status,
    ...(reason === undefined ? {} : { reason }),
    ...start,
    checks: results,
    alsoChanged: alsoChanged.slice(0, shownMax),
    alsoChangedTotal: alsoChanged.length,
  };
}

const nothingChanged = "The page is as it was when the annotation was made: was the change built, and the page loaded again?";

function statusOf(results: readonly CheckResult[]): Verdict["status"] {
  if (results.some(({ status }) => status === "fail")) return "fail";
  return results.length > 0 && results.every(({ status }) => status === "pass") ? "pass" : "cannot-tell";
}

function undecidedReason(results: readonly CheckResult[]): string {
  const undecided = results.find(({ status }) => status === "cannot-tell");
  return undecided === undefined ? "Nothing says what to check: pass checks." : `${undecided.kind}: ${undecided.found}.`;
}

/** As many as a person or an agent reads; the rest is counted. */
const shownMax = 20;

/** The checks that an annotation itself states: those it carries, and the values that the person tried out. */
export function checksOf({ checks = [], wanted = [] }: Annotation): Check[] {
  return [...checks, ...wanted.map(({ property, to }): Check => ({ kind: "property", property, expected: to }))];
}

/** Why a capture cannot show what became of an annotation made on another; undefined when it can. */
function incomparable(older: CaptureReader, newer: CaptureReader): string | undefined {
  const [was, is] = [older.capture.metadata, newer.capture.metadata];
  if (!isSamePage(was.url, is.url)) return "The capture is of another page.";
  if (Date.parse(is.capturedAt) < Date.parse(was.capturedAt)) return "The capture is older than the annotation's.";
  if (Math.abs(was.viewport.width - is.viewport.width) > viewportSlackPx)
    return `The viewport is another: ${is.viewport.width} px wide now, ${was.viewport.width} px when the annotation was made.`;
  if (was.colorScheme !== is.colorScheme) return `The colour scheme is another: ${is.colorScheme} now, ${was.colorScheme} before.`;
  const broken = buildErrorOf(newer);
  if (broken !== undefined) return `The page shows a build error of ${broken.tool}.`;
  const [had, has] = [older, newer].map((reader) => modalOf(reader) !== undefined);
  if (had !== has)
    return has ? "A dialog or menu is open that was not when the annotation was made." : "The dialog or menu that was open is closed.";
  return undefined;
}

/** A scrollbar that comes or goes. */
const viewportSlackPx = 20;

function indexBoth(older: CaptureReader, newer: CaptureReader) {
  const interner = new Interner();
  return [indexCapture(older, interner), indexCapture(newer, interner)] as const;
}

function counterpart(matching: Matching, older: CaptureReader, newer: CaptureReader, ref: string): CapturedElement | undefined {
  const element = older.byRef(ref);
  const index = element === undefined ? -1 : matching.newerOf(element.index);
  return index < 0 ? undefined : newer.element(index);
}

function targetsOf({ target }: Annotation): readonly ElementTarget[] {
  return target.type === "page" ? [] : target.elements;
}

/** About several elements a check holds when it holds for each; about none it is asked of the whole page. */
function decideForAll(
  check: Check,
  reader: CaptureReader,
  targets: readonly ElementTarget[],
  again: (ref: string) => CapturedElement | undefined,
): CheckResult {
  const elements = targets.length === 0 ? [reader.element(0)] : targets.map(({ ref }) => again(ref));
  const results = elements.map((element) => decide(check, { reader, element, again }));
  const worst = results.find(({ status }) => status === "fail") ?? results.find(({ status }) => status === "cannot-tell") ?? results[0];
  return worst ?? { kind: check.kind, expected: "", found: "there is no element", status: "cannot-tell" };
}

type Difference = Verdict["alsoChanged"][number];

interface Scope {
  readonly checks: readonly Check[];
  /** Refs of the annotation's elements in the newer capture, and in the older one of those that were not found again. */
  readonly targets: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly unstable: ReadonlySet<string>;
  readonly newer: CaptureReader;
  readonly older: CaptureReader;
}

/** Differences that nobody asked for: neither the annotation's own, nor what changes by itself. */
function differences(comparison: Comparison, { checks, targets, gone, unstable, newer, older }: Scope): Difference[] {
  const asked = askedFor(checks);
  const isTarget = (ref: string) => targets.has(ref);
  const isInTarget = (ref: string) => {
    const element = newer.byRef(ref);
    return (
      element !== undefined && [element.ref, ...newer.ancestors(element.index).map((index) => newer.element(index).ref)].some(isTarget)
    );
  };
  const isGoneAsked = checks.some(({ kind }) => kind === "gone");
  const rows: Difference[] = [];
  for (const { ref, selector, name, property, before, after } of comparison.changed) {
    const isAsked =
      checks.length === 0 ? isInTarget(ref) : isTarget(ref) ? property === "box" || asked(property) : isInTarget(ref) && asked(property);
    if (isAsked || isUnseen(property) || unstable.has(keyOf(newer, ref, property)) || isClock(property, before, after)) continue;
    rows.push({ what: "changed", ref, selector, name, property, before, after });
  }
  for (const { ref, selector, name } of comparison.added) {
    if (unstable.has(keyOf(newer, ref, "added")) || (checks.length === 0 && isInTarget(ref))) continue;
    rows.push({ what: "added", ref, selector, name });
  }
  for (const { ref, selector, name } of comparison.removed) {
    const isAsked = isGoneAsked || checks.length === 0;
    if (unstable.has(keyOf(older, ref, "removed")) || (isAsked && gone.has(ref))) continue;
    rows.push({ what: "removed", ref, selector, name });
  }
  for (const { ref, selector, name, before, after } of comparison.moved) {
    if (unstable.has(keyOf(newer, ref, "moved")) || isTarget(ref)) continue;
    rows.push({ what: "moved", ref, selector, name, before, after });
  }
  return rows.map((row) => {
    const key = row.what === "removed" ? undefined : newer.byRef(row.ref)?.key;
    return { ...row, ...shortened(row), ...(key === undefined ? {} : { key }) };
  });
}

const textMaxChars = 120;

function shortened({ selector, name, before, after }: Difference): Partial<Difference> {
  const cut = (text: string) => (text.length > textMaxChars ? `${text.slice(0, textMaxChars - 1)}…` : text);
  return {
    selector: selector.slice(0, 500),
    name: cut(name),
    ...(before === undefined ? {} : { before: cut(before) }),
    ...(after === undefined ? {} : { after: cut(after) }),
  };
}

/** Which changed properties follow from what the checks ask for. */
function askedFor(checks: readonly Check[]): (property: string) => boolean {
  const patterns = checks.flatMap((check): RegExp[] => {
    if (check.kind === "property") {
      // A shorthand stands for its longhands, and a longhand shows in its shorthand.
      const family = check.property.split("-")[0] ?? check.property;
      return /^text(Content)?$/.test(check.property)
        ? [/^(text|name)$/]
        : // Most line heights are multiples of the font's size.
          [new RegExp(`^style (${escaped(check.property)}|${escaped(family)}(-.*)?${family === "font" ? "|line-height" : ""})$`)];
    }
    if (check.kind === "text" || check.kind === "name") return [/^(text|name|attribute (aria-label|alt|title|placeholder|value))$/];
    if (check.kind === "attribute") return [new RegExp(`^(attribute ${escaped(check.attribute)}|name|role|state .*)$`)];
    if (check.kind === "state") return [/^(state .*|attribute aria-.*|attribute (checked|disabled|open|selected|hidden|inert))$/];
    if (check.kind === "role") return [/^(role|attribute role)$/];
    if (check.kind === "contrast") return [/^style (color|background.*|opacity)$/];
    if (check.kind === "size") return [/^style (width|height|min-.*|max-.*|padding.*|flex.*)$/];
    if (check.kind === "gap" || check.kind === "aligned")
      return [/^style (margin.*|padding.*|gap|row-gap|column-gap|align.*|justify.*|position|top|left|right|bottom|inset.*|transform)$/];
    if (check.kind === "visible" || check.kind === "exists" || check.kind === "gone")
      return [/^style (display|visibility|opacity)$/, /^attribute (hidden|inert|aria-hidden|style|class)$/];
    if (check.kind === "like-siblings") return [new RegExp(`^style ${escaped(check.property)}$`)];
    return [/^(style|attribute|name|role|text).*$/];
  });
  // Class and inline style are the means.
  return (property) => /^attribute (class|style)$/.test(property) || patterns.some((pattern) => pattern.test(property));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * Elements and properties that differ although nobody changed anything, as keys that hold across captures. Of a pair made after an edit only those
 * that had changed before too: what was built between the two changes once.
 */
function unstableIn([older, newer]: IdlePair, first: NamedCapture): ReadonlySet<string> {
  const found = keysBetween(older, newer);
  const isAfter = Date.parse(older.capture.metadata.capturedAt) > Date.parse(first.capture.metadata.capturedAt);
  if (!isAfter || found.size === 0) return found;
  const earlier = keysBetween(first, older);
  return new Set([...found].filter((key) => earlier.has(key)));
}

function keysBetween(before: NamedCapture, after: NamedCapture): ReadonlySet<string> {
  return changedKeys(compareCaptures(before, after), readCapture(before.capture), readCapture(after.capture));
}

function changedKeys({ changed, added, removed, moved }: Comparison, older: CaptureReader, newer: CaptureReader): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { ref, property } of changed) found.add(keyOf(newer, ref, property));
  for (const { ref } of moved) found.add(keyOf(newer, ref, "moved"));
  // What comes may go, and the other way round.
  for (const [reader, rows] of [
    [newer, added],
    [older, removed],
  ] as const)
    for (const { ref } of rows) for (const what of ["added", "removed"]) found.add(keyOf(reader, ref, what));
  return found;
}

/** For what was inserted or deleted the place counts: items of a feed have other keys each time. */
function keyOf(reader: CaptureReader, ref: string, what: string): string {
  const element = reader.byRef(ref);
  const at =
    element !== undefined && /^(?:added|removed|moved)$/.test(what) && element.parent >= 0 ? reader.element(element.parent) : element;
  return `${at?.key ?? ""} ${element?.tag ?? ""} ${what}`;
}

/** How libraries hold an animation back until an element has been shown: nobody sees the value itself. */
function isUnseen(property: string): boolean {
  return /^style (?:animation|transition|will-change)(?:-|$)/.test(property);
}

/** A time of day, or words like "3 minutes ago", of which only the number differs. */
function isClock(property: string, before: string, after: string): boolean {
  if (property !== "text" && property !== "name" && property !== "attribute datetime") return false;
  const bare = (text: string) => text.replace(/\d+/g, "0");
  return bare(before) === bare(after) && /\b\d{1,2}:\d{2}\b|\d\s*(?:s|sec|second|min|minute|hour|h|day)s?\b(?:\s+ago)?/i.test(after);
}
