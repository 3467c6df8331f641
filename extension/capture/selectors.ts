import { groupBy } from "../../host/contract/group-by.js";
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
  for (const [index, record] of walk.records.entries()) {
    const root = walk.rootOf[index] as Root;
    const isUnique = (anchor: string) => counts[root.index]?.get(keyIn(root, anchor)) === 1;
    const anchor = record.anchors.find((one) => isUnique(one) && !repeats(walk.fieldValues, one));
    const parent = walk.domParents[index] ?? -1;
    const isTopOfShadow = parent < 0 && root.kind !== "document" && root.kind !== "frame";
    step.push(walk.strings.add(anchor ?? childStep(record.type, positions[index] ?? 0, isTopOfShadow)));
    from.push(anchor !== undefined || parent < 0 ? 0 : index - parent);
  }
}

/** An attribute that repeats a field's value must not enter the selector. */
function repeats(fields: FieldValues, anchor: string): boolean {
  const [, value] = /^[^[]*\[(?:aria-label|alt|placeholder|title)="(.*)"\]$/.exec(anchor) ?? [];
  return value !== undefined && fields.repeats(value);
}

/** Returns the number of elements by anchor, for each root. */
function countAnchors(walk: WalkState): Map<string, number>[] {
  const all = walk.roots.map(() => new Map<string, number>());
  for (const [index, { anchors }] of walk.records.entries()) {
    const root = walk.rootOf[index] as Root;
    const counts = all[root.index] as Map<string, number>;
    for (const anchor of anchors) {
      const key = keyIn(root, anchor);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return all;
}

function keyIn({ quirks }: Root, anchor: string): string {
  return quirks ? anchor.toLowerCase() : anchor;
}

/** Returns the position of each element among the siblings of its tag, from 1; 0 where it is the only one. */
function siblingPositions(walk: WalkState): Int32Array {
  const { domParents, columns, rootOf, strings, elements } = walk;
  const width = strings.list.length;
  const groups = groupBy(siblingsInOrder(walk), (index) => {
    const parent = domParents[index] ?? -1;
    // At the top of a root, which has no parent element, the root itself is the parent.
    return (parent >= 0 ? parent : -1 - (rootOf[index] as Root).index) * width + (columns.tag[index] ?? 0);
  });
  const positions = new Int32Array(elements.length);
  for (const group of groups.values()) if (group.length > 1) for (const [at, index] of group.entries()) positions[index] = at + 1;
  return positions;
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
