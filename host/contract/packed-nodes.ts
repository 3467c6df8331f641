import { memoized, weaklyMemoized } from "./memoized.js";
import { treeOf } from "./node-tree.js";
import type { Nodes } from "./nodes.js";

type Shared = "tag" | "role" | "style" | "flags";
type Own = "step" | "name" | "text";

/** Nodes as captures hold them: what elements share stands in a table, what is nothing is left out. Older captures hold `Nodes` themselves. */
export interface PackedNodes extends Omit<Nodes, Shared | Own | "attributes" | "attributeSets"> {
  /** Rows `[tag, role, style, flags, bits of packedBits, …names of attributes]`. */
  readonly kinds: readonly (readonly number[])[];
  /** One entry an element: index into kinds. */
  readonly kind: readonly number[];
  /**
   * For each element what its kind's bits name of step, name and text, then a value for each of the attributes: indices into strings. A step of -k
   * stands for `:nth-of-type(k)` behind the tag, one that is left out for the tag alone.
   */
  readonly values: readonly number[];
  /** Four numbers for each element whose kind's bits name a box. */
  readonly box: readonly number[];
  /** Sparse: where it is neither 0 for a step in strings nor the parent for another. */
  readonly from: readonly number[];
}

export type StoredNodes = Nodes | PackedNodes;

/** What an element has that others of its tag may not have. */
export const packedBits = { step: 1, name: 2, text: 4, box: 8 } as const;

/** The columns of a capture's nodes, made once. What is missing from the lists is -1 in them. */
export function nodesOf(stored: StoredNodes): Nodes {
  return "kinds" in stored ? unpacked(stored) : stored;
}

const unpacked = weaklyMemoized((packed: PackedNodes): Nodes => {
  const { kinds, kind, values, box: boxes, from: others, ...rest } = packed;
  const strings = [...packed.strings];
  const indexOf = memoized((text: string) => strings.push(text) - 1);
  const columns: Record<Shared | Own | "attributes" | "box" | "from", number[]> = {
    ...{ tag: [], role: [], style: [], flags: [], step: [], name: [], text: [] },
    ...{ attributes: [], box: [], from: [] },
  };
  const attributeSets: number[][] = [[]];
  const setOf = memoized((key: string) => (key === "" ? 0 : attributeSets.push(key.split(",").map(Number)) - 1));
  const { parents } = treeOf(packed);
  let [place, corner] = [0, 0];
  const next = () => values[place++] ?? -1;
  for (const [index, of] of kind.entries()) {
    const [tag = -1, role = -1, style = -1, flags = -1, bits = 0, ...names] = kinds[of] ?? [];
    columns.tag.push(tag);
    columns.role.push(role);
    columns.style.push(style);
    columns.flags.push(flags);
    const step = (bits & packedBits.step) === 0 ? 0 : next();
    const parent = parents[index] ?? -1;
    const type = strings[tag] ?? "";
    columns.step.push(step > 0 ? step : step === 0 ? tag : indexOf(`${type}:nth-of-type(${-step})`));
    columns.from.push(step > 0 || parent < 0 ? 0 : index - parent);
    columns.name.push((bits & packedBits.name) === 0 ? 0 : next());
    columns.text.push((bits & packedBits.text) === 0 ? 0 : next());
    columns.attributes.push(setOf(names.map((name) => `${name},${next()}`).join()));
    for (let edge = 0; edge < 4; edge++) columns.box.push((bits & packedBits.box) === 0 ? 0 : (boxes[corner++] ?? Number.NaN));
  }
  for (let at = 0; at < others.length; at += 2) columns.from[others[at] ?? 0] = others[at + 1] ?? -1;
  return { ...rest, ...columns, strings, attributeSets };
});
