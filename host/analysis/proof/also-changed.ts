import { kindsOfCheck } from "../../contract/check-kinds.js";
import type { Check, Verdict } from "../../contract/checks.js";
import type { Comparison } from "../../contract/operations.js";
import { truncate } from "../../contract/printable.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { elementsWithin } from "../element-facts.js";
import { escapeRegExp } from "../source/components.js";
import type { Unstable } from "./unstable.js";

type Difference = Verdict["alsoChanged"][number];

/** What an annotation asks for, as far as two captures show it. Without checks whatever becomes of its elements is asked for. */
export interface Claim {
  readonly checks: readonly Check[];
  /** Refs of the annotation's elements in the newer capture, and in the older one of those that were not found again and that were: as another tag, too. */
  readonly targets: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly again: ReadonlySet<string>;
}

interface Scope {
  /** What the annotation asks for, and what others do. */
  readonly claims: readonly Claim[];
  readonly unstable: Unstable;
  readonly newer: CaptureReader;
  readonly older: CaptureReader;
}

/** Differences that nobody asked for, what is missing first: neither what an annotation asks for, nor what changes by itself. */
export function differences(comparison: Comparison, { claims, unstable, newer, older }: Scope): Difference[] {
  const asked = claims.map((claim) => makeIsAsked(claim, older, newer));
  const rows = [
    ...comparison.removed.map((row): Row => ({ ...row, what: "removed" })),
    ...comparison.changed.map((row): Row => ({ ...row, what: "changed" })),
    ...comparison.added.map((row): Row => ({ ...row, what: "added" })),
    ...comparison.moved.map((row): Row => ({ ...row, what: "moved" })),
  ].filter((row) => {
    const { what, ref, property = "", before = "", after = "" } = row;
    if (what === "changed" && (isUnseen(property) || isClock(property, before, after))) return false;
    const isUnstable = unstable.has(what === "removed" ? older : newer, ref, what === "changed" ? property : what);
    return !isUnstable && !asked.some((isAsked) => isAsked(row));
  });
  const seen = rows.filter(({ what, ref }) => !isInHead(what === "removed" ? older : newer, ref));
  return [...(unstable.hasTitle ? [] : titleChange(older, newer)), ...seen].map(
    ({ what, ref, selector, name, property, before, after }) => ({
      ...{ what, ref, selector: selector.slice(0, 500), name: truncate(name || textOf(older, what, ref), textMaxChars), property },
      before: before && truncate(before, textMaxChars),
      after: after && truncate(after, textMaxChars),
      key: what === "removed" ? undefined : newer.byRef(ref)?.key,
    }),
  );
}

interface Row extends Pick<Difference, "what" | "ref" | "selector" | "name" | "property" | "before" | "after"> {}

/** Whether a difference follows from what an annotation asks for. */
function makeIsAsked({ checks, targets, gone, again }: Claim, older: CaptureReader, newer: CaptureReader): (row: Row) => boolean {
  const isFree = checks.length === 0;
  const isGoneAsked = isFree || checks.some(({ kind }) => kind === "gone");
  const asked = askedFor(checks);
  const isInTarget = (ref: string) => targets.size > 0 && pathOf(newer, ref).some((element) => targets.has(element.ref));
  return ({ what, ref, property = "" }) => {
    if (what === "removed") return again.has(ref) || (isGoneAsked && (gone.has(ref) || showsOnly(older, ref, gone)));
    if (what === "moved") return targets.has(ref);
    // What holds an element that was not there before was opened with it.
    if (what === "added" && [...targets].some((target) => pathOf(newer, target).some((around) => around.ref === ref))) return true;
    if (isFree || what === "added") return isFree && isInTarget(ref);
    return targets.has(ref) ? property === "box" || asked(property) : isInTarget(ref) && asked(property);
  };
}

/** Whether an element showed nothing but what is in some elements. */
function showsOnly(reader: CaptureReader, ref: string, some: ReadonlySet<string>): boolean {
  const within = elementsWithin(reader, reader.byRef(ref)?.index ?? 0);
  if (!within.some((element) => some.has(element.ref))) return false;
  const shows = ({ text, interactive, tag }: CapturedElement) => text.trim() !== "" || interactive || /^(img|svg|video|canvas)$/.test(tag);
  return within.every((element) => !shows(element) || pathOf(reader, element.ref).some((around) => some.has(around.ref)));
}

const textMaxChars = 120;

function textOf(older: CaptureReader, what: Row["what"], ref: string): string {
  return (what === "removed" && older.byRef(ref)?.text) || "";
}

/** An element and what is around it; empty for a ref that names none. */
function pathOf(reader: CaptureReader, ref: string): CapturedElement[] {
  const element = reader.byRef(ref);
  return element === undefined ? [] : [element, ...reader.ancestors(element.index).map((index) => reader.element(index))];
}

/** Which changed properties follow from what the checks ask for. */
function askedFor(checks: readonly Check[]): (property: string) => boolean {
  const patterns = checks.map((check) => new RegExp(`^(?:${consequenceOf(check)})$`));
  return (property) => isMeans(property) || patterns.some((pattern) => pattern.test(property));
}

function consequenceOf(check: Check): string {
  if (check.kind === "attribute") return `attribute ${escapeRegExp(check.attribute)}|name|role|state .*`;
  if (check.kind === "like-siblings") return `style ${escapeRegExp(check.property)}`;
  if (check.kind !== "property") return kindsOfCheck[check.kind].follows ?? "(style|attribute|name|role|text).*";
  if (/^text(Content)?$/.test(check.property)) return "text|name";
  // A shorthand stands for its longhands, and a longhand shows in its shorthand. Most line heights are multiples of the font's size.
  const family = check.property.split("-")[0] ?? check.property;
  return `style (${escapeRegExp(check.property)}|${escapeRegExp(family)}(-.*)?${family === "font" ? "|line-height" : ""})`;
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
export function isMeans(property: string): boolean {
  return /^attribute (?:class|style)$/.test(property);
}

/** How libraries hold an animation back until an element has been shown: nobody sees the value itself. */
export function isUnseen(property: string): boolean {
  return /^style (?:animation|transition|will-change)(?:-|$)/.test(property);
}

/** A time of day, or words like "3 minutes ago", of which only the number differs. */
function isClock(property: string, before: string, after: string): boolean {
  if (property !== "text" && property !== "name" && property !== "attribute datetime") return false;
  const bare = (text: string) => text.replace(/\d+/g, "0");
  return bare(before) === bare(after) && /\b\d{1,2}:\d{2}\b|\d\s*(?:s|sec|second|min|minute|hour|h|day)s?\b(?:\s+ago)?/i.test(after);
}
