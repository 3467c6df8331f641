import { z } from "zod";
import { isRecord } from "./json.js";
import { type NodeRoot, rootKinds } from "./nodes.js";
import { nodesOf, type PackedNodes, type StoredNodes } from "./packed-nodes.js";
import { urlMaxChars } from "./urls.js";

const columns = ["tag", "role", "name", "text", "step"] as const;
const sparse = ["states", "before", "after", "component", "source"] as const;

/** A schema over plain checks: some hundred thousand numbers go through it with each capture. */
export const nodesSchema = z.custom<StoredNodes>((value) => problemOf(value) === undefined, {
  error: (issue) => `nodes ${problemOf(issue.input) ?? "are malformed"}`,
});

/** Describes what is wrong with a value as `Nodes`; undefined when nothing is. */
function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return "must be an object of columns";
  if (value["kinds"] !== undefined) return isPacked(value) ? problemOf(nodesOf(value)) : "have malformed kinds";
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
  if (!isIntegers(box) || box.length !== count * 4) return "have a malformed box column";
  if (!isColumn(from, count + 1, count) || !from.every((back, index) => back <= index)) return "have a malformed from column";
  if (!Array.isArray(roots) || roots.length === 0 || !roots.every((root, index) => isRoot(root, index, count)))
    return "have malformed roots";
  if (!isSparse(rootRuns, count, roots.length) || (count > 0 && rootRuns[0] !== 0)) return "have malformed rootRuns";
  for (const name of ["spill", "animated", "unseen"])
    if (value[name] !== undefined && !isSparse(value[name], count, strings.length)) return `have a malformed ${name} column`;
  for (const name of sparse) if (!isSparse(value[name], count, strings.length)) return `have a malformed ${name} column`;
  return undefined;
}

/** Whether the lists are those that `nodesOf` reads; the columns it makes are checked as others. */
function isPacked(value: object): value is PackedNodes {
  const { count, strings, kinds, kind, values, box, from, depth }: Partial<Record<keyof PackedNodes, unknown>> = value;
  return (
    isIndex(count) &&
    Array.isArray(strings) &&
    Array.isArray(kinds) &&
    kinds.every((row) => isColumn(row, Number.MAX_SAFE_INTEGER)) &&
    isColumn(kind, kinds.length, count) &&
    isIntegers(values) &&
    isIntegers(box) &&
    isSparse(from, count, count + 1) &&
    isDepthColumn(depth, count)
  );
}

function isIndex(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isColumn(value: unknown, below: number, length?: number): value is number[] {
  if (!Array.isArray(value) || (length !== undefined && value.length !== length)) return false;
  // A loop takes a third of what `every` does.
  for (const entry of value) if (!isIndex(entry) || entry >= below) return false;
  return true;
}

function isIntegers(value: unknown): value is number[] {
  if (!Array.isArray(value)) return false;
  for (const entry of value) if (!Number.isSafeInteger(entry)) return false;
  return true;
}

function isDepthColumn(value: unknown, count: number): value is number[] {
  if (!isColumn(value, count + 1, count)) return false;
  let above = -1;
  for (const depth of value) {
    if (depth > above + 1 || (depth === 0 && above >= 0)) return false;
    above = depth;
  }
  return true;
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
  if (value["url"] !== undefined && !(typeof value["url"] === "string" && value["url"].length <= urlMaxChars)) return false;
  return index === 0 ? value["host"] === -1 : isIndex(value["host"]) && value["host"] < count;
}
