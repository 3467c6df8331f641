import { z } from "zod";
import { isRecord } from "./json.js";

/**
 * Elements as columns: one entry an element, in document order of the composed tree (a shadow root's children come as children of its
 * host, slotted elements below their slot, a frame's document below its frame). Texts are indices into tables, so that a repeated one costs nothing.
 * `sparse` columns are flat pairs `[element, value, element, value, …]` with rising elements.
 */
export interface Nodes {
  readonly count: number;
  /** Shared table; entry 0 is the empty string. */
  readonly strings: readonly string[];
  /** Depth in the composed tree; the first is 0, each at most one deeper than the one before it. */
  readonly depth: readonly number[];
  /** Local name, lower case in HTML: index into strings. */
  readonly tag: readonly number[];
  /** Computed ARIA role; 0 for none. Index into strings. */
  readonly role: readonly number[];
  /** Accessible name: index into strings. */
  readonly name: readonly number[];
  /** The element's own text as rendered: index into strings. */
  readonly text: readonly number[];
  /** Index into attributeSets; 0 is the empty set. */
  readonly attributes: readonly number[];
  /** Flat pairs of name and value: indices into strings. */
  readonly attributeSets: readonly (readonly number[])[];
  /** Four numbers an element, in quarters of a CSS pixel: x and y relative to the parent element's box, width, height. All 0 when not rendered. */
  readonly box: readonly number[];
  /** Index into `styles.sets`; 0 for an element that is not rendered, whose styles were not read. */
  readonly style: readonly number[];
  /** Bits of `nodeFlags`. */
  readonly flags: readonly number[];
  /** This element's own part of its selector: index into strings. */
  readonly step: readonly number[];
  /** 0: `step` alone finds the element in its root. Else how many elements back stands the one that `step` is a child of. */
  readonly from: readonly number[];
  /** The roots that elements belong to: root 0 is the document; others name their host or frame element. */
  readonly roots: readonly NodeRoot[];
  /** Runs `[first element, root, …]`: each element belongs to the root of the last run that starts at or before it. */
  readonly rootRuns: readonly number[];
  /** Sparse: `state=value` words joined by a space (checked, expanded, disabled, …): index into strings. */
  readonly states: readonly number[];
  /** Sparse: text that style sheets put before or after the element's own: index into strings. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Sparse: component names, nearest first, joined by ` < `, and `file:line:column` where a framework or marker provides it. */
  readonly component: readonly number[];
  readonly source: readonly number[];
  /**
   * Sparse: where an element's own text lies when that is not within its box, as four numbers joined by a space (x and y relative to the box,
   * width, height, in quarters of a CSS pixel): index into strings. Absent in captures of versions that did not read it.
   */
  readonly spill?: readonly number[];
  /** Sparse: properties that running animations set, joined by a space: index into strings. Absent in captures of versions that did not read it. */
  readonly animated?: readonly number[];
  /** Sparse: why a person cannot see an element's own text, though it is rendered: index into strings. Absent in older captures. */
  readonly unseen?: readonly number[];
}

export const rootKinds = ["document", "shadow", "closed-shadow", "frame"] as const;

export interface NodeRoot {
  readonly kind: (typeof rootKinds)[number];
  /** The host or frame element; -1 for the document. */
  readonly host: number;
}

const columns = ["tag", "role", "name", "text", "step"] as const;
const sparse = ["states", "before", "after", "component", "source"] as const;

/** A schema over plain checks: some hundred thousand numbers go through it with each capture. */
export const nodesSchema = z.custom<Nodes>((value) => problemOf(value) === undefined, {
  error: (issue) => `nodes ${problemOf(issue.input) ?? "are malformed"}`,
});

/** Describes what is wrong with a value as `Nodes`; undefined when nothing is. */
function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return "must be an object of columns";
  const { count, strings, attributeSets, depth, attributes, box, style, flags, from, roots, rootRuns } = value;
  if (!isIndex(count)) return "must have a count";
  if (!Array.isArray(strings) || strings[0] !== "" || !strings.every((text) => typeof text === "string"))
    return "must have strings, the first of them empty";
  if (!Array.isArray(attributeSets) || !attributeSets.every((set) => isColumn(set, strings.length) && set.length % 2 === 0))
    return "have malformed attributeSets";
  if (!isDepthColumn(depth, count)) return "have a malformed depth column";
  for (const name of columns) if (!isColumn(value[name], strings.length, count)) return `have a malformed ${name} column`;
  if (!isColumn(attributes, attributeSets.length, count)) return "have a malformed attributes column";
  if (!isColumn(style, Number.MAX_SAFE_INTEGER, count) || !isColumn(flags, 256, count)) return "have a malformed style or flags column";
  if (!Array.isArray(box) || box.length !== count * 4 || !box.every(Number.isSafeInteger)) return "have a malformed box column";
  if (!isColumn(from, count + 1, count) || !from.every((back, index) => back <= index)) return "have a malformed from column";
  if (!Array.isArray(roots) || roots.length === 0 || !roots.every((root, index) => isRoot(root, index, count)))
    return "have malformed roots";
  if (!isSparse(rootRuns, count, roots.length) || (count > 0 && rootRuns[0] !== 0)) return "have malformed rootRuns";
  for (const name of ["spill", "animated", "unseen"])
    if (value[name] !== undefined && !isSparse(value[name], count, strings.length)) return `have a malformed ${name} column`;
  for (const name of sparse) if (!isSparse(value[name], count, strings.length)) return `have a malformed ${name} column`;
  return undefined;
}

function isIndex(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isColumn(value: unknown, below: number, length?: number): value is number[] {
  return (
    Array.isArray(value) && (length === undefined || value.length === length) && value.every((entry) => isIndex(entry) && entry < below)
  );
}

function isDepthColumn(value: unknown, count: number): value is number[] {
  return (
    isColumn(value, count + 1, count) &&
    value.every((depth, index) => (depth === 0 ? index === 0 : index > 0 && depth <= (value[index - 1] ?? 0) + 1))
  );
}

function isSparse(value: unknown, count: number, below: number): value is number[] {
  if (!Array.isArray(value) || value.length % 2 !== 0) return false;
  return value.every(
    (entry, position) =>
      isIndex(entry) && (position % 2 === 1 ? entry < below : entry < count && (position === 0 || entry > value[position - 2])),
  );
}

function isRoot(value: unknown, index: number, count: number): value is NodeRoot {
  if (!isRecord(value) || !rootKinds.some((kind) => kind === value["kind"])) return false;
  return index === 0 ? value["host"] === -1 : isIndex(value["host"]) && value["host"] < count;
}
