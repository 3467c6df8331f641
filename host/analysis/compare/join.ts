import { alignChildren } from "./align.js";
import type { AlignOptions } from "./credit.js";
import { joinElsewhere } from "./elsewhere.js";
import { hintsOf } from "./hints.js";
import { Pairs } from "./pairs.js";
import type { Side } from "./side.js";

/** Beyond so many rounds nothing is left but what differs. */
const roundsMax = 8;

/**
 * Joins the elements of two captures that are the same to a person: by key, role and name, and structure. Goes down from the first
 * element, child lists of joined elements against each other; then looks for what went elsewhere; and only what is left then is joined
 * by its place alone. About O(n log n).
 */
export function joinElements(older: Side, newer: Side): Pairs {
  const pairs = new Pairs(older, newer);
  if (older.count === 0 || newer.count === 0 || older.tag[0] !== newer.tag[0]) return pairs;
  const hints = hintsOf(older, newer);
  pairs.add(0, 0);
  alignBelow(pairs, [[0, 0]], { ...hints, byPlace: false });
  for (let round = 0; round < roundsMax; round++) {
    const moved = joinElsewhere(pairs, hints);
    alignBelow(pairs, moved, { ...hints, byPlace: false });
    const open = [...pairs].filter(([was, is]) => hasFree(pairs, was, is));
    const placed = open.flatMap(([was, is]) => alignChildren(pairs, was, is, { ...hints, byPlace: true }));
    alignBelow(pairs, placed, { ...hints, byPlace: false });
    if (moved.length + placed.length === 0) break;
  }
  return pairs;
}

/** Equal subtrees are joined as they are; others child list by child list. */
function alignBelow(pairs: Pairs, start: readonly (readonly [number, number])[], options: AlignOptions): void {
  const work = [...start];
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    const [was, is] = pair;
    if (pairs.older.whole[was] === pairs.newer.whole[is] && joinSubtrees(pairs, was, is)) continue;
    work.push(...alignChildren(pairs, was, is, options));
  }
}

/** False, and nothing done, where some of either subtree has a partner already. */
function joinSubtrees(pairs: Pairs, was: number, is: number): boolean {
  const size = pairs.older.tree.end(was) - was;
  for (let step = 1; step < size; step++) if (!pairs.areFree(was + step, is + step)) return false;
  for (let step = 1; step < size; step++) pairs.add(was + step, is + step);
  return true;
}

function hasFree(pairs: Pairs, was: number, is: number): boolean {
  return (
    pairs.older.tree.children(was).some((child) => pairs.newerOf(child) < 0) &&
    pairs.newer.tree.children(is).some((child) => pairs.olderOf(child) < 0)
  );
}
