import type { Annotation, ElementTarget } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
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
  /** The states of the annotation's named set, for checks that hold for all of it; empty where it has none. */
  readonly states?: readonly StateOfSet[];
  readonly at: string;
}

/** One state of the page in a named set, with its newest capture; undefined where none was made since the change. */
export interface StateOfSet {
  readonly state: string;
  readonly capture: Capture | undefined;
}

/**
 * Decides whether a later capture shows an annotation's checks fulfilled, and what else is different. Undecided where the two captures cannot be
 * compared: another page, viewport or colour scheme, a layer open in one of them, a build error.
 */
export function judge({ annotation, before, after, checks, idle, states = [], at }: Judged): Verdict {
  const older = readCapture(before.capture);
  const newer = readCapture(after.capture);
  const start = { capture: after.filename, at } as const;
  const obstacle = incomparable(older, newer);
  if (obstacle !== undefined) return { status: "cannot-tell", reason: obstacle, ...start, checks: [], alsoChanged: [] };
  const matching = matchElements(...indexBoth(older, newer));
  const again = (ref: string) => counterpart(matching, older, newer, ref);
  const targets = targetsOf(annotation);
  const results = checks.map((check) =>
    check.in === "set" ? decideInSet(check, older, states, targets) : decideForAll(check, newer, targets, again),
  );
  const comparison = compareCaptures(before, after);
  const unstable = new Set(idle.flatMap((pair) => [...unstableIn(pair, before)]));
  const alsoChanged = differences(comparison, {
    ...{ checks, older, newer, unstable },
    targets: new Set(targets.flatMap(({ ref }) => again(ref)?.ref ?? [])),
    gone: new Set(targets.flatMap(({ ref }) => (again(ref) === undefined ? [ref] : []))),
  });
  const status = statusOf(results);
  const isSame = changeNames(comparison, older, newer).every((name) => isAmong(unstable, name));
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

/** In a named set a check holds when it holds in each of its states; what was found names the state. */
function decideInSet(check: Check, older: CaptureReader, states: readonly StateOfSet[], targets: readonly ElementTarget[]): CheckResult {
  const { kind } = check;
  if (states.length === 0) return { kind, expected: "", found: "the annotation's page was not read as a named set", status: "cannot-tell" };
  const results = states.map(({ state, capture }): CheckResult => {
    if (capture === undefined) return { kind, expected: "", found: `${state}: not read since the change`, status: "cannot-tell" };
    const reader = readCapture(capture);
    const matching = matchElements(...indexBoth(older, reader));
    const result = decideForAll(check, reader, targets, (ref) => counterpart(matching, older, reader, ref));
    return { ...result, found: `${state}: ${result.found}` };
  });
  const [first] = results;
  const worst = results.find(({ status }) => status === "fail") ?? results.find(({ status }) => status === "cannot-tell");
  if (worst !== undefined || first === undefined) return worst ?? { kind, expected: "", found: "", status: "cannot-tell" };
  return { ...first, found: results.map(({ found }) => found).join("; ") };
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
    if (isAsked || isUnseen(property) || isAmong(unstable, nameOf(newer, ref, property)) || isClock(property, before, after)) continue;
    rows.push({ what: "changed", ref, selector, name, property, before, after });
  }
  for (const { ref, selector, name } of comparison.added) {
    if (isAmong(unstable, nameOf(newer, ref, "added")) || (checks.length === 0 && isInTarget(ref))) continue;
    rows.push({ what: "added", ref, selector, name });
  }
  for (const { ref, selector, name } of comparison.removed) {
    const isAsked = isGoneAsked || checks.length === 0;
    if (isAmong(unstable, nameOf(older, ref, "removed")) || (isAsked && gone.has(ref))) continue;
    rows.push({ what: "removed", ref, selector, name });
  }
  for (const { ref, selector, name, before, after } of comparison.moved) {
    if (newer.byRef(ref)?.tag === "title" || isAmong(unstable, nameOf(newer, ref, "moved")) || isTarget(ref)) continue;
    rows.push({ what: "moved", ref, selector, name, before, after });
  }
  const seen = rows.filter(({ what, ref }) => !isInHead(what === "removed" ? older : newer, ref));
  return seen.map((row) => {
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

/** A change of an element, by two names that hold across captures: an element's key follows its content, its path the elements around it. */
type ChangeName = readonly [byKey: string, byPath: string];

/**
 * What differs although nobody changed anything. Of a pair made after an edit only what had changed before too: what was built between the two
 * changes once.
 */
function unstableIn([older, newer]: IdlePair, first: NamedCapture): ReadonlySet<string> {
  const found = namesBetween(older, newer);
  const isAfter = Date.parse(older.capture.metadata.capturedAt) > Date.parse(first.capture.metadata.capturedAt);
  if (!isAfter || found.length === 0) return new Set(found.flat());
  const earlier = new Set(namesBetween(first, older).flat());
  return new Set(found.filter((name) => isAmong(earlier, name)).flat());
}

function isAmong(names: ReadonlySet<string>, [byKey, byPath]: ChangeName): boolean {
  return names.has(byKey) || names.has(byPath);
}

function namesBetween(before: NamedCapture, after: NamedCapture): readonly ChangeName[] {
  return changeNames(compareCaptures(before, after), readCapture(before.capture), readCapture(after.capture));
}

function changeNames({ changed, added, removed, moved }: Comparison, older: CaptureReader, newer: CaptureReader): readonly ChangeName[] {
  return [
    ...changed.map(({ ref, property }) => nameOf(newer, ref, property)),
    ...moved.map(({ ref }) => nameOf(newer, ref, "moved")),
    // What comes may go, and the other way round.
    ...["added", "removed"].flatMap((what) => [
      ...added.map(({ ref }) => nameOf(newer, ref, what)),
      ...removed.map(({ ref }) => nameOf(older, ref, what)),
    ]),
  ];
}

/** For what was inserted, deleted or moved the place counts: items of a feed have other keys each time. */
function nameOf(reader: CaptureReader, ref: string, what: string): ChangeName {
  const element = reader.byRef(ref);
  const isPlaced = /^(?:added|removed|moved)$/.test(what);
  const at = isPlaced && element !== undefined && element.parent >= 0 ? reader.element(element.parent) : element;
  const end = `${element?.tag ?? ""} ${what}`;
  return [`${at?.key ?? ""} ${end}`, `${at === undefined ? "" : pathOf(reader, at.index)} ${end}`];
}

function pathOf(reader: CaptureReader, index: number): string {
  const steps: string[] = [];
  for (let at = index; at >= 0; at = reader.element(at).parent) {
    const { parent, tag } = reader.element(at);
    const alike = parent < 0 ? [at] : reader.children(parent).filter((child) => reader.element(child).tag === tag);
    steps.unshift(`${tag}:${alike.indexOf(at)}`);
  }
  return steps.join(">");
}

/** What servers and frameworks put there shows by its effect on the page; the title is what a person sees of it. */
function isInHead(reader: CaptureReader, ref: string): boolean {
  const element = reader.byRef(ref);
  if (element === undefined || element.tag === "title") return false;
  return [element.index, ...reader.ancestors(element.index)].some((at) => reader.element(at).tag === "head");
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
