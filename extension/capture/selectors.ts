import type { AttributeRecord } from "./attributes/attribute-table.js";
import type { FieldValues } from "./field-values.js";
import type { Root, WalkState } from "./walk/state.js";

/**
 * Adds each element's selector step. An element with a test id, stable id, name or label that is unique in its root is found by that anchor
 * alone; any other as a child of its parent: by its type, where it is the only such child, else by its position among them.
 */
export function addSelectors(walk: WalkState): void {
  const counts = countAnchors(walk);
  const positions = siblingPositions(walk);
  const { step, from } = walk.columns;
  const { records } = walk;
  for (let index = 0; index < records.length; index++) {
    const record = records[index] as AttributeRecord;
    const root = walk.rootOf[index] as Root;
    const anchor =
      record.anchors.length === 0 ? undefined : uniqueAnchor(record.anchors, counts[root.index], root.quirks, walk.fieldValues);
    const parent = walk.domParents[index] ?? -1;
    const isTopOfShadow = parent < 0 && root.kind !== "document" && root.kind !== "frame";
    step.push(walk.strings.add(anchor ?? childStep(record.type, positions[index] ?? 0, isTopOfShadow)));
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

/** Returns the position of each element among the siblings of its tag, from 1; 0 where it is the only one. */
function siblingPositions(walk: WalkState): Int32Array {
  const { domParents, columns, rootOf, strings, elements } = walk;
  const width = strings.list.length;
  const keys = new Float64Array(elements.length);
  for (let index = 0; index < keys.length; index++) {
    const parent = domParents[index] ?? -1;
    // At the top of a root, which has no parent element, the root itself is the parent.
    keys[index] = (parent >= 0 ? parent : -1 - (rootOf[index] as Root).index) * width + (columns.tag[index] ?? 0);
  }
  const counts = new Map<number, number>();
  const positions = new Int32Array(elements.length);
  for (const index of siblingsInOrder(walk)) {
    const key = keys[index] ?? 0;
    const position = (counts.get(key) ?? 0) + 1;
    counts.set(key, position);
    positions[index] = position;
  }
  return positions.map((position, index) => (counts.get(keys[index] ?? 0) === 1 ? 0 : position));
}

/** Returns all indices so that siblings are in the document's order: slots show a host's children in another. */
function siblingsInOrder({ elements, domParents, lightChildren }: WalkState): number[] {
  const indices = [...elements.keys()];
  if (lightChildren.size === 0) return indices;
  const order = new Map([...lightChildren.values()].flatMap((children) => children.map((node, at) => [node, at] as const)));
  const ranks = indices.map((index) => (lightChildren.has(domParents[index] ?? -1) ? (order.get(elements[index] as Element) ?? 0) : -1));
  return indices.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
}

/** Returns a child's step: its type, and its position where there are several siblings of its tag. */
function childStep(type: string, position: number, isTopOfShadow: boolean): string {
  const step = position === 0 ? type : `${type}:nth-of-type(${position})`;
  // Without a parent element, only this distinguishes the top of a shadow tree from deeper elements.
  return isTopOfShadow ? `${step}:not(* > *)` : step;
}
