import type { AttributeRecord } from "./attributes/attribute-table.js";
import type { FieldValues } from "./field-values.js";
import type { Root, WalkState } from "./walk/state.js";

/**
 * Adds each element's selector step. An element with a test id, stable id, name or label that is unique in its root is found by that anchor
 * alone; any other as a child of its parent: by its type, where it is the only such child, else by its position among them.
 */
export function addSelectors(walk: WalkState): void {
  const counts = countAnchors(walk);
  const positions = positionsOf(walk);
  const { step, from } = walk.columns;
  const { records } = walk;
  for (let index = 0; index < records.length; index++) {
    const record = records[index] as AttributeRecord;
    const root = walk.rootOf[index] as Root;
    const anchor =
      record.anchors.length === 0 ? undefined : uniqueAnchor(record.anchors, counts[root.index], root.quirks, walk.fieldValues);
    const parent = walk.domParents[index] ?? -1;
    const isTopOfShadow = parent < 0 && root.kind !== "document" && root.kind !== "frame";
    step.push(anchor === undefined ? stepAmongSiblings(walk, record, positions, index, isTopOfShadow) : walk.strings.add(anchor));
    from.push(anchor !== undefined || parent < 0 ? 0 : index - parent);
  }
}

/** Number of elements by anchor, of one root. */
type Counts = Map<string, number>;

function uniqueAnchor(anchors: readonly string[], counts: Counts | undefined, quirks: boolean, fields: FieldValues): string | undefined {
  return anchors.find(
    (anchor) => counts?.get(quirks ? anchor.toLowerCase() : anchor) === 1 && (fields.isEmpty || !repeats(fields, anchor)),
  );
}

/** An attribute that repeats a field's value must not enter the selector. */
function repeats(fields: FieldValues, anchor: string): boolean {
  const [, value] = /^[^[]*\[(?:aria-label|alt|placeholder|title)="(.*)"\]$/.exec(anchor) ?? [];
  return value !== undefined && fields.repeats(value);
}

function countAnchors(walk: WalkState): Counts[] {
  const all: Counts[] = walk.roots.map(() => new Map());
  const { records } = walk;
  for (let index = 0; index < records.length; index++) {
    const { anchors } = records[index] as AttributeRecord;
    if (anchors.length === 0) continue;
    const root = walk.rootOf[index] as Root;
    const counts = all[root.index] as Counts;
    for (const anchor of anchors) {
      const key = root.quirks ? anchor.toLowerCase() : anchor;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return all;
}

/** Position of each element among the siblings of its tag, from 1, and their number. */
interface Positions {
  readonly nth: Int32Array;
  /** Siblings of one tag have one group. */
  readonly group: Int32Array;
  readonly sizes: readonly number[];
}

function positionsOf(walk: WalkState): Positions {
  const { domParents, columns, rootOf } = walk;
  const count = walk.elements.length;
  const nth = new Int32Array(count);
  const group = new Int32Array(count);
  const sizes: number[] = [];
  const groups = new Map<number, number>();
  const width = walk.strings.list.length;
  for (let index = 0; index < count; index++) {
    const parent = domParents[index] ?? -1;
    // At the top of a root, which has no parent element, the root itself is the parent.
    const key = (parent >= 0 ? parent : -1 - (rootOf[index] as Root).index) * width + (columns.tag[index] ?? 0);
    let mine = groups.get(key);
    if (mine === undefined) {
      mine = sizes.push(0) - 1;
      groups.set(key, mine);
    }
    group[index] = mine;
    nth[index] = (sizes[mine] ?? 0) + 1;
    sizes[mine] = nth[index] ?? 1;
  }
  if (walk.lightChildren.size > 0) countLightChildren(walk, nth);
  return { nth, group, sizes };
}

/** Slots show a host's children in another order than the document's, in which selectors count. */
function countLightChildren({ lightChildren, elements, domParents, columns }: WalkState, nth: Int32Array): void {
  const order = new Map<Node, number>();
  for (const children of lightChildren.values()) for (const [at, node] of children.entries()) order.set(node, at);
  const orderOf = (index: number) => order.get(elements[index] as Element);
  const light = [...elements.keys()].filter((index) => lightChildren.has(domParents[index] ?? -1) && orderOf(index) !== undefined);
  light.sort((a, b) => (orderOf(a) ?? 0) - (orderOf(b) ?? 0));
  const counts = new Map<string, number>();
  for (const index of light) {
    const key = `${domParents[index]}|${columns.tag[index]}`;
    const position = (counts.get(key) ?? 0) + 1;
    counts.set(key, position);
    nth[index] = position;
  }
}

/** Returns the string index of an element's selector step: its type, and its position among siblings where there are several of its tag. */
function stepAmongSiblings(
  { strings }: WalkState,
  { type, steps }: AttributeRecord,
  { nth, group, sizes }: Positions,
  index: number,
  isTopOfShadow: boolean,
): number {
  const position = sizes[group[index] ?? 0] === 1 ? 0 : (nth[index] ?? 0);
  const known = isTopOfShadow ? undefined : steps[position];
  if (known !== undefined) return known;
  const step = position === 0 ? type : `${type}:nth-of-type(${position})`;
  // Without a parent element, only this distinguishes the top of a shadow tree from deeper elements.
  if (isTopOfShadow) return strings.add(`${step}:not(* > *)`);
  steps[position] = strings.add(step);
  return steps[position];
}
