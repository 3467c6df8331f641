import type { Annotation, ElementTarget } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import type { Check, CheckKind, Verdict } from "../../contract/checks.js";
import type { Comparison } from "../../contract/operations.js";
import { truncate } from "../../contract/printable.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../contract/reader.js";
import { isSamePage } from "../../contract/routing.js";
import { buildErrorOf } from "../build-error.js";
import { compareCaptures, type NamedCapture } from "../compare/compare.js";
import { diffContextOf } from "../compare/diff-context.js";
import { elementsWithin } from "../element-facts.js";
import { modalOf } from "../modal.js";
import { type CheckResult, decide } from "./checks.js";
import { type IdlePair, learnUnstable, type Unstable } from "./unstable.js";

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
  const again = counterparts(older, newer);
  const targets = targetsOf(annotation);
  const refs = targets.flatMap(({ ref }) => ref ?? []);
  const results = checks.map((check) =>
    check.in === "set" ? decideInSet(check, older, states, targets) : decideForAll(check, newer, targets, again),
  );
  const comparison = compareCaptures(before, after);
  const comparable = idle.filter(([one, other]) => incomparable(readCapture(one.capture), readCapture(other.capture)) === undefined);
  const unstable = learnUnstable(comparable, before);
  const alsoChanged = differences(comparison, {
    ...{ checks, older, newer, unstable },
    targets: new Set(refs.flatMap((ref) => again(ref)?.ref ?? [])),
    gone: new Set(refs.flatMap((ref) => (again(ref) === undefined ? [ref] : []))),
  });
  const status = statusOf(results);
  const seen = comparison.changed.filter(({ property }) => !isUnseen(property) && !isMeans(property));
  const isSame = unstable.coversAll({ ...comparison, changed: seen }, older, newer);
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

const nothingChanged = "The page looks as it was when the annotation was made: was the change built, and the page loaded again?";

function statusOf(results: readonly CheckResult[]): Verdict["status"] {
  if (results.some(({ status }) => status === "fail")) return "fail";
  return results.length > 0 && results.every(({ status }) => status === "pass") ? "pass" : "cannot-tell";
}

function undecidedReason(results: readonly CheckResult[]): string {
  const open = results.find(({ status }) => status === "cannot-tell");
  return open === undefined ? "Nothing says what to check: pass checks." : `${open.kind}: ${open.found}.`;
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

/** An element that moved among its siblings and holds other words than before is another one in its place. */
const minCommonWords = 0.5;

/** Returns a function that finds an element of the older capture in the newer one. */
function counterparts(older: CaptureReader, newer: CaptureReader): (ref: string) => CapturedElement | undefined {
  const { matching, isMoved } = diffContextOf(older, newer);
  return (ref) => {
    const index = matching.newerOf(older.byRef(ref)?.index ?? -1);
    if (index < 0) return undefined;
    const moved = [index, ...newer.ancestors(index)].filter(isMoved);
    const isOther = moved.some((at) => commonWords(wordsIn(older, matching.olderOf(at)), wordsIn(newer, at)) < minCommonWords);
    return isOther ? undefined : newer.element(index);
  };
}

function wordsIn(reader: CaptureReader, index: number): ReadonlySet<string> {
  return new Set(elementsWithin(reader, index).flatMap(({ text }) => text.match(/\S+/g) ?? []));
}

/** The share of words that both have, of the one with more; 1 where neither has any. */
function commonWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const most = Math.max(one.size, other.size);
  return most === 0 ? 1 : [...one].filter((word) => other.has(word)).length / most;
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
  const elements = targets.length === 0 ? [reader.element(0)] : targets.map(({ ref }) => (ref === undefined ? undefined : again(ref)));
  const results = elements.map((element) => decide(check, { reader, element, again }));
  return worstOf(results) ?? results[0] ?? undecided(check, "there is no element");
}

/** In a named set a check holds when it holds in each of its states; what was found names the state. */
function decideInSet(check: Check, older: CaptureReader, states: readonly StateOfSet[], targets: readonly ElementTarget[]): CheckResult {
  const results = states.map(({ state, capture }): CheckResult => {
    if (capture === undefined) return undecided(check, `${state}: not read since the change`);
    const reader = readCapture(capture);
    const result = decideForAll(check, reader, targets, counterparts(older, reader));
    return { ...result, found: `${state}: ${result.found}` };
  });
  const [first] = results;
  if (first === undefined) return undecided(check, "the annotation's page was not read as a named set");
  return worstOf(results) ?? { ...first, found: results.map(({ found }) => found).join("; ") };
}

/** The first that failed, else the first that is undecided; undefined where all passed. */
function worstOf(results: readonly CheckResult[]): CheckResult | undefined {
  return results.find(({ status }) => status === "fail") ?? results.find(({ status }) => status === "cannot-tell");
}

function undecided({ kind }: Check, found: string): CheckResult {
  return { kind, expected: "", found, status: "cannot-tell" };
}

type Difference = Verdict["alsoChanged"][number];

interface Scope {
  readonly checks: readonly Check[];
  /** Refs of the annotation's elements in the newer capture, and in the older one of those that were not found again. */
  readonly targets: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly unstable: Unstable;
  readonly newer: CaptureReader;
  readonly older: CaptureReader;
}

/** Differences that nobody asked for: neither the annotation's own, nor what changes by itself. */
function differences(comparison: Comparison, { checks, targets, gone, unstable, newer, older }: Scope): Difference[] {
  const isFree = checks.length === 0;
  const isGoneAsked = isFree || checks.some(({ kind }) => kind === "gone");
  const asked = askedFor(checks);
  const isTarget = (ref: string) => targets.has(ref);
  const isInTarget = (ref: string) => pathOf(newer, ref).some((element) => isTarget(element.ref));
  const isAsked = (ref: string, property: string) => {
    if (isFree) return isInTarget(ref);
    return isTarget(ref) ? property === "box" || asked(property) : isInTarget(ref) && asked(property);
  };
  const changed = comparison.changed.filter(
    ({ ref, property, before, after }) =>
      !isAsked(ref, property) && !isUnseen(property) && !isClock(property, before, after) && !unstable.has(newer, ref, property),
  );
  const added = comparison.added.filter(({ ref }) => !unstable.has(newer, ref, "added") && !(isFree && isInTarget(ref)));
  const removed = comparison.removed.filter(({ ref }) => !unstable.has(older, ref, "removed") && !(isGoneAsked && gone.has(ref)));
  const moved = comparison.moved.filter(({ ref }) => !unstable.has(newer, ref, "moved") && !isTarget(ref));
  const rows: Difference[] = [
    ...changed.map((row) => ({ ...row, what: "changed" as const })),
    ...added.map((row) => ({ ...row, what: "added" as const })),
    ...removed.map((row) => ({ ...row, what: "removed" as const })),
    ...moved.map((row) => ({ ...row, what: "moved" as const })),
  ];
  const seen = rows.filter(({ what, ref }) => !isInHead(what === "removed" ? older : newer, ref));
  return [...(unstable.hasTitle ? [] : titleChange(older, newer)), ...seen].map(
    ({ what, ref, selector, name, property, before, after }) => ({
      ...{ what, ref, selector: selector.slice(0, 500), name: truncate(name, textMaxChars), property },
      before: before && truncate(before, textMaxChars),
      after: after && truncate(after, textMaxChars),
      key: what === "removed" ? undefined : newer.byRef(ref)?.key,
    }),
  );
}

const textMaxChars = 120;

/** An element and what is around it; empty for a ref that names none. */
function pathOf(reader: CaptureReader, ref: string): CapturedElement[] {
  const element = reader.byRef(ref);
  return element === undefined ? [] : [element, ...reader.ancestors(element.index).map((index) => reader.element(index))];
}

/** What follows from a check of a kind, as a pattern of a comparison's properties. */
const consequences: Partial<Readonly<Record<CheckKind, string>>> = {
  text: "text|name|attribute (aria-label|alt|title|placeholder|value)",
  name: "text|name|attribute (aria-label|alt|title|placeholder|value)",
  state: "state .*|attribute aria-.*|attribute (checked|disabled|open|selected|hidden|inert)",
  role: "role|attribute role",
  contrast: "style (color|background.*|opacity)",
  size: "style (width|height|min-.*|max-.*|padding.*|flex.*)",
  gap: "style (margin.*|padding.*|gap|row-gap|column-gap|align.*|justify.*|position|top|left|right|bottom|inset.*|transform)",
  aligned: "style (margin.*|padding.*|gap|row-gap|column-gap|align.*|justify.*|position|top|left|right|bottom|inset.*|transform)",
  visible: "style (display|visibility|opacity)|attribute (hidden|inert|aria-hidden|style|class)",
  exists: "style (display|visibility|opacity)|attribute (hidden|inert|aria-hidden|style|class)",
  gone: "style (display|visibility|opacity)|attribute (hidden|inert|aria-hidden|style|class)",
};

/** Which changed properties follow from what the checks ask for. */
function askedFor(checks: readonly Check[]): (property: string) => boolean {
  const patterns = checks.map((check) => new RegExp(`^(?:${consequenceOf(check)})$`));
  return (property) => isMeans(property) || patterns.some((pattern) => pattern.test(property));
}

function consequenceOf(check: Check): string {
  if (check.kind === "attribute") return `attribute ${escaped(check.attribute)}|name|role|state .*`;
  if (check.kind === "like-siblings") return `style ${escaped(check.property)}`;
  if (check.kind !== "property") return consequences[check.kind] ?? "(style|attribute|name|role|text).*";
  if (/^text(Content)?$/.test(check.property)) return "text|name";
  // A shorthand stands for its longhands, and a longhand shows in its shorthand. Most line heights are multiples of the font's size.
  const family = check.property.split("-")[0] ?? check.property;
  return `style (${escaped(check.property)}|${escaped(family)}(-.*)?${family === "font" ? "|line-height" : ""})`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The title shows in the browser's tab, and is no element that a capture has the text of. */
function titleChange(older: CaptureReader, newer: CaptureReader): Difference[] {
  const [before, after] = [older, newer].map(({ capture }) => capture.metadata.title);
  if (before === undefined || after === undefined || before === after || isClock("text", before, after)) return [];
  const element = [...newer.elements()].find(({ index, tag }) => tag === "title" && isInHead(newer, newer.element(index).ref));
  const { ref, selector } = element ?? { ...newer.element(0), selector: "title" };
  return [{ what: "changed", ref, selector, name: "", property: "text", before, after }];
}

/** What servers and frameworks put there shows by its effect on the page. */
function isInHead(reader: CaptureReader, ref: string): boolean {
  return pathOf(reader, ref).some(({ tag }) => tag === "head");
}

/** Class and inline style are means: a new class shows nothing before its style sheet is built. */
function isMeans(property: string): boolean {
  return /^attribute (?:class|style)$/.test(property);
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
