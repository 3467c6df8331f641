import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { keptOrder } from "./order.js";
import type { Pairs } from "./pairs.js";

/** One difference of an element: values as the captures have them, empty for none; `present` for an attribute without a value. */
export interface Change {
  readonly property: string;
  readonly before: string;
  readonly after: string;
}

/** What two joined captures are to those who look for differences. Elements of the newer capture are named by their index there. */
export interface Scene {
  readonly pairs: Pairs;
  readonly older: CaptureReader;
  readonly newer: CaptureReader;
  /** Roots of what came and went. */
  readonly added: readonly number[];
  readonly removed: readonly number[];
  /** Changed its parent, or its order among siblings that stayed. */
  isMoved(is: number): boolean;
  /** It or an element above it has another parent than before, or is new. */
  isElsewhere(is: number): boolean;
  /** Children came, went or changed order. */
  hasNewList(is: number): boolean;
}

/** An element in both captures. */
export interface Both {
  readonly was: CapturedElement;
  readonly is: CapturedElement;
}

export function sceneOf(pairs: Pairs): Scene {
  const { older, newer } = pairs;
  const added = indices(newer.count).filter((is) => pairs.olderOf(is) < 0 && pairs.isRoot(newer, is));
  const removed = indices(older.count).filter((was) => pairs.newerOf(was) < 0 && pairs.isRoot(older, was));
  const parentKept = indices(newer.count).map((is) => keepsParent(pairs, is));
  const reordered = reorderedOf(pairs, parentKept);
  const isMoved = (is: number) => pairs.olderOf(is) >= 0 && (parentKept[is] === false || reordered.has(is));
  const lists = new Set(added.map((is) => newer.tree.parents[is] ?? -1));
  for (const was of removed) lists.add(pairs.newerOf(older.tree.parents[was] ?? -1));
  const elsewhere: boolean[] = [];
  for (let is = 0; is < newer.count; is++) {
    const parent = newer.tree.parents[is] ?? -1;
    elsewhere[is] = parentKept[is] === false || (parent >= 0 && elsewhere[parent] === true);
    if (!isMoved(is)) continue;
    lists.add(parent);
    lists.add(pairs.newerOf(older.tree.parents[pairs.olderOf(is)] ?? -1));
  }
  return {
    pairs,
    older: older.reader,
    newer: newer.reader,
    added,
    removed,
    isMoved,
    isElsewhere: (is) => elsewhere[is] === true,
    hasNewList: (is) => lists.has(is),
  };
}

function indices(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function keepsParent(pairs: Pairs, is: number): boolean {
  const was = pairs.olderOf(is);
  if (was < 0) return false;
  const parent = pairs.newer.tree.parents[is] ?? -1;
  return parent < 0 || pairs.olderOf(parent) === (pairs.older.tree.parents[was] ?? -1);
}

/** Those that changed places among the children that stayed; what others' coming and going shifted has not. */
function reorderedOf(pairs: Pairs, parentKept: readonly boolean[]): Set<number> {
  const reordered = new Set<number>();
  for (const [, parent] of pairs) {
    const stayed = pairs.newer.tree.children(parent).filter((is) => parentKept[is] === true);
    const kept = keptOrder(stayed.map((is) => ({ place: pairs.olderOf(is), weight: pairs.newer.tree.end(is) - is })));
    stayed.forEach((is, index) => {
      if (kept[index] !== true) reordered.add(is);
    });
  }
  return reordered;
}
