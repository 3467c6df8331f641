import type { Side } from "./side.js";

/** Which element of the older capture is which of the newer. Each has at most one partner. */
export class Pairs {
  readonly older: Side;
  readonly newer: Side;
  private readonly toNewer: Int32Array;
  private readonly toOlder: Int32Array;

  constructor(older: Side, newer: Side) {
    this.older = older;
    this.newer = newer;
    this.toNewer = new Int32Array(older.count).fill(-1);
    this.toOlder = new Int32Array(newer.count).fill(-1);
  }

  add(was: number, is: number): void {
    this.toNewer[was] = is;
    this.toOlder[is] = was;
  }

  /** The partner of an element of the older capture; -1 for none. */
  newerOf(was: number): number {
    return this.toNewer[was] ?? -1;
  }

  /** The partner of an element of the newer capture; -1 for none. */
  olderOf(is: number): number {
    return this.toOlder[is] ?? -1;
  }

  areFree(was: number, is: number): boolean {
    return this.newerOf(was) < 0 && this.olderOf(is) < 0;
  }

  /** Both stand directly below elements that are joined, or are the first. */
  areRoots(was: number, is: number): boolean {
    return this.isRoot(this.older, was) && this.isRoot(this.newer, is);
  }

  isRoot(side: Side, index: number): boolean {
    const parent = side.tree.parents[index] ?? -1;
    return parent < 0 || (side === this.older ? this.newerOf(parent) : this.olderOf(parent)) >= 0;
  }

  /** In document order of the newer capture. */
  *[Symbol.iterator](): Generator<[was: number, is: number]> {
    for (const [is, was] of this.toOlder.entries()) if (was >= 0) yield [was, is];
  }
}
