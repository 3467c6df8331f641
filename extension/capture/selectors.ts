import type { AttributeRecord } from "./attributes.js";
import type { Root } from "./roots.js";
import type { TypedValues } from "./typed-values.js";
import type { WalkState } from "./walk-state.js";

/**
 * Gives each element its part of a selector. An element with a test id, a stable id, a name or label that no other of its root has is
 * found by that alone; every other one as a child of its parent: by its tag, where it is the only such child, else by its place.
 */
export function addSelectors(walk: WalkState): void {
  const counts = countAnchors(walk);
  const places = placesOf(walk);
  const { step, from } = walk.columns;
  const { records } = walk;
  for (let index = 0; index < records.length; index++) {
    const record = records[index] as AttributeRecord;
    const root = walk.rootOf[index] as Root;
    const alone = record.anchors.length === 0 ? undefined : aloneOf(record.anchors, counts[root.place], root.quirks, walk.typed);
    const parent = walk.domParents[index] ?? -1;
    const topOfShadow = parent < 0 && root.kind !== "document" && root.kind !== "frame";
    step.push(alone === undefined ? stepAmong(walk, record, places, index, topOfShadow) : walk.strings.add(alone));
    from.push(alone !== undefined || parent < 0 ? 0 : index - parent);
  }
}

/** How often each anchor occurs in a root. */
type Counts = Map<string, number>;

function aloneOf(anchors: readonly string[], counts: Counts | undefined, quirks: boolean, typed: TypedValues): string | undefined {
  return anchors.find((anchor) => counts?.get(quirks ? anchor.toLowerCase() : anchor) === 1 && (typed.isEmpty || !repeats(typed, anchor)));
}

/** An attribute that repeats what stands in a field would tell it in the selector. */
function repeats(typed: TypedValues, anchor: string): boolean {
  const [, value] = /^[^[]*\[(?:aria-label|alt|placeholder|title)="(.*)"\]$/.exec(anchor) ?? [];
  return value !== undefined && typed.repeats(value);
}

function countAnchors(walk: WalkState): Counts[] {
  const all: Counts[] = walk.roots.map(() => new Map());
  const { records } = walk;
  for (let index = 0; index < records.length; index++) {
    const { anchors } = records[index] as AttributeRecord;
    if (anchors.length === 0) continue;
    const root = walk.rootOf[index] as Root;
    const counts = all[root.place] as Counts;
    for (const anchor of anchors) {
      const key = root.quirks ? anchor.toLowerCase() : anchor;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return all;
}

/** Place of each element among the siblings of its tag, from 1, and how many there are. */
interface Places {
  readonly nth: Int32Array;
  /** Siblings of one tag have one group. */
  readonly group: Int32Array;
  readonly sizes: readonly number[];
}

function placesOf(walk: WalkState): Places {
  const { domParents, columns, rootOf } = walk;
  const count = walk.elements.length;
  const nth = new Int32Array(count);
  const group = new Int32Array(count);
  const sizes: number[] = [];
  const groups = new Map<number, number>();
  const width = walk.strings.list.length;
  for (let index = 0; index < count; index++) {
    const parent = domParents[index] ?? -1;
    // At the top of a root there is no parent element: the root itself stands for it.
    const key = (parent >= 0 ? parent : -1 - (rootOf[index] as Root).place) * width + (columns.tag[index] ?? 0);
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

/** Slots show a host's children in an order of their own; selectors count in the host's. */
function countLightChildren({ lightChildren, elements, domParents, columns }: WalkState, nth: Int32Array): void {
  const places = new Map<Node, number>();
  for (const children of lightChildren.values()) for (const [place, node] of children.entries()) places.set(node, place);
  const light: number[] = [];
  domParents.forEach((parent, index) => {
    if (lightChildren.has(parent) && places.has(elements[index] as Element)) light.push(index);
  });
  light.sort((a, b) => (places.get(elements[a] as Element) ?? 0) - (places.get(elements[b] as Element) ?? 0));
  const counts = new Map<string, number>();
  for (const index of light) {
    const key = `${domParents[index]}|${columns.tag[index]}`;
    const place = (counts.get(key) ?? 0) + 1;
    counts.set(key, place);
    nth[index] = place;
  }
}

/** The place among the strings of an element's part that says where it stands among its siblings. */
function stepAmong(
  { strings }: WalkState,
  { type, steps }: AttributeRecord,
  { nth, group, sizes }: Places,
  index: number,
  top: boolean,
): number {
  const place = sizes[group[index] ?? 0] === 1 ? 0 : (nth[index] ?? 0);
  const known = top ? undefined : steps[place];
  if (known !== undefined) return known;
  const step = place === 0 ? type : `${type}:nth-of-type(${place})`;
  // Without a parent element nothing else tells the top of a shadow tree from what lies deeper.
  if (top) return strings.add(`${step}:not(* > *)`);
  steps[place] = strings.add(step);
  return steps[place];
}
