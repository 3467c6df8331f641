import type { Annotation, ElementTarget } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import type { Check, Verdict } from "../../contract/checks.js";
import type { Comparison } from "../../contract/operations.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../contract/reader.js";
import { isSamePage } from "../../contract/routing.js";
import { buildErrorOf } from "../build-error.js";
import { compareCaptures, type NamedCapture } from "../compare/compare.js";
import { diffContextOf } from "../compare/diff-context.js";
import { Interner, indexCapture } from "../compare/indexed-capture.js";
import { matchElements } from "../compare/match-elements.js";
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
  const results = checks.map((check) =>
    check.in === "set" ? decideInSet(check, older, states, targets) : decideForAll(check, newer, targets, again),
  );
  const comparison = compareCaptures(before, after);
  const comparable = idle.filter(([one, other]) => incomparable(readCapture(one.capture), readCapture(other.capture)) === undefined);
  const unstable = learnUnstable(comparable, before);
  const alsoChanged = differences(comparison, {
    ...{ checks, older, newer, unstable },
    targets: new Set(targets.flatMap(({ ref }) => again(ref)?.ref ?? [])),
    gone: new Set(targets.flatMap(({ ref }) => (again(ref) === undefined ? [ref] : []))),
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

/** An element that moved among its siblings and holds other words than before is another one in its place. */
const minCommonWords = 0.5;

/** Returns a function that finds an element of the older capture in the newer one. */
function counterparts(older: CaptureReader, newer: CaptureReader): (ref: string) => CapturedElement | undefined {
  const interner = new Interner();
  const matching = matchElements(indexCapture(older, interner), indexCapture(newer, interner));
  const { isMoved } = diffContextOf(matching);
  return (ref) => {
    const index = matching.newerOf(older.byRef(ref)?.index ?? -1);
    if (index < 0) return undefined;
    const moved = [index, ...newer.ancestors(index)].filter(isMoved);
    const isOther = moved.some((at) => commonWords(wordsIn(older, matching.olderOf(at)), wordsIn(newer, at)) < minCommonWords);
    return isOther ? undefined : newer.element(index);
  };
}

function wordsIn(reader: CaptureReader, index: number): ReadonlySet<string> {
  const words = new Set<string>();
  for (let at = index; at < reader.end(index); at++) for (const word of reader.element(at).text.match(/\S+/g) ?? []) words.add(word);
  return words;
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
    const result = decideForAll(check, reader, targets, counterparts(older, reader));
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
  readonly unstable: Unstable;
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
    if (isAsked || isUnseen(property) || unstable.has(newer, ref, property) || isClock(property, before, after)) continue;
    rows.push({ what: "changed", ref, selector, name, property, before, after });
  }
  for (const { ref, selector, name } of comparison.added) {
    if (unstable.has(newer, ref, "added") || (checks.length === 0 && isInTarget(ref))) continue;
    rows.push({ what: "added", ref, selector, name });
  }
  for (const { ref, selector, name } of comparison.removed) {
    const isAsked = isGoneAsked || checks.length === 0;
    if (unstable.has(older, ref, "removed") || (isAsked && gone.has(ref))) continue;
    rows.push({ what: "removed", ref, selector, name });
  }
  for (const { ref, selector, name, before, after } of comparison.moved) {
    if (unstable.has(newer, ref, "moved") || isTarget(ref)) continue;
    rows.push({ what: "moved", ref, selector, name, before, after });
  }
  const seen = rows.filter(({ what, ref }) => !isInHead(what === "removed" ? older : newer, ref));
  return [...(unstable.hasTitle ? [] : titleChange(older, newer)), ...seen].map((row) => {
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
  return (property) => isMeans(property) || patterns.some((pattern) => pattern.test(property));
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
  const element = reader.byRef(ref);
  if (element === undefined) return false;
  return [element.index, ...reader.ancestors(element.index)].some((at) => reader.element(at).tag === "head");
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
