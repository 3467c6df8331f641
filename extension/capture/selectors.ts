import { type Anchor, anchorsOf } from "./anchors.js";
import { identifier } from "./identifiers.js";
import type { Root } from "./roots.js";
import type { WalkState } from "./walk-state.js";

/**
 * Gives each element its part of a selector. An element with a test id, a stable id, a name or label that no other of its root has is
 * found by that alone; every other one as a child of its parent: by its tag, where it is the only such child, else by its place.
 */
export function addSelectors(walk: WalkState): void {
  const counts = countAnchors(walk);
  const places = placesOf(walk);
  const { step, from } = walk.columns;
  walk.records.forEach((record, index) => {
    const root = walk.rootOf[index] as Root;
    const alone = record.names.length === 0 ? undefined : aloneOf(anchorsOf(record), counts[root.place], root.quirks);
    walk.alone.push(alone);
    const parent = walk.domParents[index] ?? -1;
    const topOfShadow = parent < 0 && root.kind !== "document" && root.kind !== "frame";
    step.push(walk.strings.add(alone?.step ?? stepAmong(identifier(record.tag), places, index, topOfShadow)));
    from.push(alone !== undefined || parent < 0 ? 0 : index - parent);
  });
}

/** How often each anchor occurs in a root. */
type Counts = Map<string, number>;

function aloneOf(anchors: readonly Anchor[], counts: Counts | undefined, quirks: boolean): Anchor | undefined {
  for (const anchor of anchors) if (counts?.get(quirks ? anchor.step.toLowerCase() : anchor.step) === 1) return anchor;
  return undefined;
}

function countAnchors(walk: WalkState): Counts[] {
  const all: Counts[] = walk.roots.map(() => new Map());
  walk.records.forEach((record, index) => {
    if (record.names.length === 0) return;
    const root = walk.rootOf[index] as Root;
    const counts = all[root.place] as Counts;
    for (const { step } of anchorsOf(record)) {
      const key = root.quirks ? step.toLowerCase() : step;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  });
  return all;
}

/** Place of each element among the siblings of its tag, from 1, and how many there are. */
interface Places {
  readonly nth: Int32Array;
  readonly total: Int32Array;
}

function placesOf(walk: WalkState): Places {
  const { elements, domParents, columns } = walk;
  const nth = new Int32Array(elements.length);
  const total = new Int32Array(elements.length);
  const groups = new Map<number, number[]>();
  const width = walk.strings.list.length;
  elements.forEach((_, index) => {
    const parent = domParents[index] ?? -1;
    // At the top of a root there is no parent element: the root itself stands for it.
    const owner = parent >= 0 ? parent : -1 - (walk.rootOf[index] as Root).place;
    const key = owner * width + (columns.tag[index] ?? 0);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  });
  for (const [key, group] of groups) {
    const light = walk.lightChildren.get(Math.floor(key / width));
    if (light !== undefined && group.length > 1) sortLike(group, light, elements);
    group.forEach((index, place) => {
      nth[index] = place + 1;
      total[index] = group.length;
    });
  }
  return { nth, total };
}

/** Slots show a host's children in an order of their own; selectors count in the host's. */
function sortLike(group: number[], light: readonly Node[], elements: readonly Element[]): void {
  const order = new Map(light.map((node, place) => [node, place]));
  group.sort((a, b) => (order.get(elements[a] as Element) ?? 0) - (order.get(elements[b] as Element) ?? 0));
}

function stepAmong(type: string, { nth, total }: Places, index: number, topOfShadow: boolean): string {
  const place = total[index] === 1 ? type : `${type}:nth-of-type(${nth[index]})`;
  // Without a parent element nothing else tells the top of a shadow tree from what lies deeper.
  return topOfShadow ? `${place}:not(* > *)` : place;
}
