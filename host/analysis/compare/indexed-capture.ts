import { groupBy } from "../../contract/group-by.js";
import { type NodeTree, treeOf } from "../../contract/node-tree.js";
import type { CaptureReader } from "../../contract/reader.js";

/** A capture as columns of numbers, an entry an element: equal numbers stand for equal things in both captures of an `Interner`, 0 for nothing. */
export interface IndexedCapture {
  readonly reader: CaptureReader;
  readonly count: number;
  readonly tree: NodeTree;
  readonly tag: readonly number[];
  /** Tags, attributes and texts of the element and all below it. */
  readonly subtree: readonly number[];
  readonly attributes: readonly number[];
  /** Style set; 0 where no style was read. */
  readonly style: readonly number[];
}

export class Interner {
  private readonly known = new Map<string, number>();

  intern(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, this.known.size + 1);
    return this.known.size;
  }
}

export function indexCapture(reader: CaptureReader, interner: Interner): IndexedCapture {
  const { nodes } = reader;
  const { styles } = reader.capture;
  const tree = treeOf(nodes);
  const strings = nodes.strings.map((text) => (text === "" ? 0 : interner.intern(text)));
  const translate = (column: readonly number[]) => column.map((place) => strings[place] ?? 0);
  const tag = translate(nodes.tag);
  const text = translate(nodes.text);
  const sets = nodes.attributeSets.map((set) => indexAttributes(set, nodes.strings, interner));
  const attributes = nodes.attributes.map((set) => sets[set] ?? 0);
  const values = styles.values.map((value) => interner.intern(value));
  const properties = interner.intern(styles.properties.join());
  const styleSets = styles.sets.map((set, index) =>
    index === 0 ? 0 : interner.intern(`style ${properties} ${set.map((value) => values[value]).join()}`),
  );
  const subtree: number[] = tag.map(() => 0);
  // Children follow their parents in document order: backwards, each subtree is known before its parent needs it.
  for (let index = nodes.count - 1; index >= 0; index--) {
    const below = tree.children(index).map((child) => subtree[child]);
    subtree[index] = interner.intern(`subtree ${tag[index]} ${attributes[index]} ${text[index]} ${below.join()}`);
  }
  return {
    ...{ reader, count: nodes.count, tree, tag, attributes, subtree },
    style: nodes.style.map((set) => styleSets[set] ?? 0),
  };
}

/** The same number for the same attributes, in whatever order; 0 for none. */
function indexAttributes(set: readonly number[], strings: readonly string[], interner: Interner): number {
  const written = Array.from({ length: set.length / 2 }, (_, pair) =>
    JSON.stringify([strings[set[2 * pair] ?? 0], strings[set[2 * pair + 1] ?? 0]]),
  );
  return written.length === 0 ? 0 : interner.intern(`set ${written.sort().join()}`);
}

/** Pairs of entries of two columns whose value, 0 left out, one of `left` and one of `right` alone has. */
export function uniquePairs(
  [older, newer]: readonly [readonly number[], readonly number[]],
  left: Iterable<number>,
  right: Iterable<number>,
): IndexPair[] {
  const sources = groupBy(left, (src) => older[src] || undefined);
  return [...groupBy(right, (dst) => newer[dst] || undefined)].flatMap(([value, [dst = -1, ...others]]): IndexPair[] => {
    const [src, ...equal] = sources.get(value) ?? [];
    return src === undefined || equal.length + others.length > 0 ? [] : [[src, dst]];
  });
}

/** An element of the older capture (the source tree) and of the newer one (the destination tree), as indices. */
export type IndexPair = readonly [src: number, dst: number];

export class Matching {
  readonly older: IndexedCapture;
  readonly newer: IndexedCapture;
  private readonly toNewer: Int32Array;
  private readonly toOlder: Int32Array;
  private readonly added: IndexPair[] = [];

  constructor(older: IndexedCapture, newer: IndexedCapture) {
    this.older = older;
    this.newer = newer;
    this.toNewer = new Int32Array(older.count).fill(-1);
    this.toOlder = new Int32Array(newer.count).fill(-1);
  }

  add(src: number, dst: number): void {
    this.toNewer[src] = dst;
    this.toOlder[dst] = src;
    this.added.push([src, dst]);
  }

  get size(): number {
    return this.added.length;
  }

  /** The pairs that were added when the mapping had grown to `size` and later. */
  since(size: number): IndexPair[] {
    return this.added.slice(size);
  }

  /** The partner of an element of the older capture; -1 for none. */
  newerOf(src: number): number {
    return this.toNewer[src] ?? -1;
  }

  /** The partner of an element of the newer capture; -1 for none. */
  olderOf(dst: number): number {
    return this.toOlder[dst] ?? -1;
  }

  isMatched(side: IndexedCapture, index: number): boolean {
    return (side === this.older ? this.newerOf(index) : this.olderOf(index)) >= 0;
  }

  areUnmatched(src: number, dst: number): boolean {
    return this.newerOf(src) < 0 && this.olderOf(dst) < 0;
  }

  /** The parent is matched, or there is none. */
  isRoot(side: IndexedCapture, index: number): boolean {
    const parent = side.tree.parents[index] ?? -1;
    return parent < 0 || this.isMatched(side, parent);
  }

  /** In document order of the newer capture. */
  *[Symbol.iterator](): Generator<IndexPair> {
    for (const [dst, src] of this.toOlder.entries()) if (src >= 0) yield [src, dst];
  }
}
