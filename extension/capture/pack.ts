import type { Capture } from "../../host/contract/capture.js";
import type { Nodes } from "../../host/contract/nodes.js";
import type { PackedNodes } from "../../host/contract/packed-nodes.js";
import { NumberListInterner } from "./interning.js";

/** A capture whose nodes are columns, as the engine makes and changes them. */
export type OpenCapture = Capture & { readonly nodes: Nodes };

export type StoredCapture = Capture & { readonly nodes: PackedNodes };

/** Strings and kinds that are named more often than this come first. */
const mostSeldom = 3;

/** Lists of pairs of an element's index and a string. */
export const pairColumns = ["states", "before", "after", "component", "source", "spill", "animated", "unseen"] as const;

/** Returns a capture as it is written, without what its table of strings holds beyond what is named. */
export function stored(capture: OpenCapture): StoredCapture {
  return { ...capture, nodes: packed(capture.nodes) };
}

function packed(nodes: Nodes): PackedNodes {
  const { tag, role, style, flags, step, name, text, attributes, attributeSets, box, from, ...rest } = nodes;
  const rows = new NumberListInterner();
  const kind: number[] = [];
  const values: number[] = [];
  const boxes: number[] = [];
  const others: number[] = [];
  const path: number[] = [];
  for (const [index, depth] of nodes.depth.entries()) {
    path[depth] = index;
    const place = placeIn(nodes.strings[step[index] ?? 0] ?? "", nodes.strings[tag[index] ?? 0] ?? "");
    const own = [place ?? step[index] ?? 0, name[index] ?? 0, text[index] ?? 0];
    const edges = box.slice(index * 4, index * 4 + 4);
    const hasBox = edges.some((edge) => edge !== 0);
    let bits = hasBox ? 8 : 0;
    for (const [at, value] of own.entries()) if (value !== 0) bits |= 1 << at;
    values.push(...own.filter((value) => value !== 0));
    if (hasBox) boxes.push(...edges);
    const back = place === undefined || depth === 0 ? 0 : index - (path[depth - 1] ?? 0);
    if (from[index] !== back) others.push(index, from[index] ?? 0);
    const row = [tag[index] ?? 0, role[index] ?? 0, style[index] ?? 0, flags[index] ?? 0, bits];
    for (const [at, string] of (attributeSets[attributes[index] ?? 0] ?? []).entries()) (at % 2 === 0 ? row : values).push(string);
    kind.push(rows.add(row));
  }
  return compacted({ ...rest, kinds: rows.all, kind, values, box: boxes, from: others });
}

/** -k for a step that is `:nth-of-type(k)` behind the tag, 0 for the tag alone, undefined for any other. */
function placeIn(step: string, tag: string): number | undefined {
  if (!step.startsWith(tag)) return undefined;
  const rest = step.slice(tag.length);
  return rest === "" ? 0 : /^:nth-of-type\([1-9]\d{0,8}\)$/.test(rest) ? -Number.parseInt(rest.slice(13), 10) : undefined;
}

/** Removes strings that nothing names. What is named often comes first: its index has the fewest digits. */
function compacted(nodes: PackedNodes): PackedNodes {
  const { strings, kinds, kind, values } = nodes;
  const pairs = pairColumns.map((name) => nodes[name] ?? []);
  const named = [values, ...kinds.map((row) => row.filter((_, at) => isString(at))), ...pairs.map((column) => column.filter(isSecond))];
  const [order, kindOrder] = [oftenFirst(strings.length, named), oftenFirst(kinds.length, [kind])];
  const [places, kindPlaces] = [placesIn(order), placesIn(kindOrder)];
  const moved = (value: number) => (value > 0 ? (places[value] ?? 0) : value);
  return {
    ...nodes,
    ...Object.fromEntries(pairColumns.map((name, at) => [name, pairs[at]?.map((value, at) => (isSecond(0, at) ? moved(value) : value))])),
    strings: order.map((at) => strings[at] ?? ""),
    kinds: kindOrder.map((at) => (kinds[at] ?? []).map((value, at) => (isString(at) ? moved(value) : value))),
    kind: kind.map((at) => kindPlaces[at] ?? 0),
    values: values.map(moved),
  };
}

/** Whether an entry of a kind is an index into strings: its tag, role or name of an attribute. */
function isString(at: number): boolean {
  return at < 2 || at > 4;
}

function isSecond(_: number, at: number): boolean {
  return at % 2 === 1;
}

function oftenFirst(count: number, lists: readonly (readonly number[])[]): number[] {
  const times = new Uint32Array(count);
  for (const list of lists) for (const index of list) if (index > 0) times[index] = (times[index] ?? 0) + 1;
  const often: number[] = [];
  const seldom: number[] = [];
  for (const [index, many] of times.entries()) if (index > 0 && many > 0) (many > mostSeldom ? often : seldom).push(index);
  return [0, ...often.sort((one, other) => (times[other] ?? 0) - (times[one] ?? 0)), ...seldom];
}

function placesIn(order: readonly number[]): readonly number[] {
  const places: number[] = [];
  for (const [place, index] of order.entries()) places[index] = place;
  return places;
}
