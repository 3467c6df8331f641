import { groupBy } from "../../contract/group-by.js";
import { type IndexedCapture, type IndexPair, Matching } from "./indexed-capture.js";
import { type MatchOptions, matchChildren } from "./match-children.js";
import { type ContentVotes, countVotes } from "./similarity.js";

/** What is left after so many rounds differs. */
const maxRounds = 8;

/** Matches elements that are the same to a person by the phases of GumTree (Falleri et al., ASE 2014), then by moves and place. O(n log n). */
export function matchElements(older: IndexedCapture, newer: IndexedCapture): Matching {
  const matching = new Matching(older, newer);
  if (older.count === 0 || newer.count === 0 || older.tag[0] !== newer.tag[0]) return matching;
  const votes = countVotes(older, newer);
  matching.add(0, 0);
  matchTopDown(matching, [[0, 0]], votes);
  for (let round = 0; round < maxRounds; round++) {
    const moved = matchMovedNodes(matching);
    matchTopDown(matching, moved, votes);
    const open = [...matching].filter(([src, dst]) => haveUnmatchedChildren(matching, src, dst));
    const placed = open.flatMap(([src, dst]) => matchChildren(matching, src, dst, { votes, byPosition: true }));
    matchTopDown(matching, placed, votes);
    if (moved.length + placed.length === 0) break;
  }
  return matching;
}

/** Matches below matched elements: equal subtrees at once (a third to a half of the time at 10,000 elements), others child list by child list. */
function matchTopDown(matching: Matching, start: readonly IndexPair[], votes: ContentVotes): void {
  const options: MatchOptions = { votes, byPosition: false };
  const work = [...start];
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    const [src, dst] = pair;
    if (matching.older.subtree[src] === matching.newer.subtree[dst] && matchSubtrees(matching, src, dst)) continue;
    work.push(...matchChildren(matching, src, dst, options));
  }
}

/** Returns false, and does nothing, where some of either subtree is matched already. */
function matchSubtrees(matching: Matching, src: number, dst: number): boolean {
  const size = matching.older.tree.end(src) - src;
  for (let step = 1; step < size; step++) if (!matching.areUnmatched(src + step, dst + step)) return false;
  for (let step = 1; step < size; step++) matching.add(src + step, dst + step);
  return true;
}

function haveUnmatchedChildren(matching: Matching, src: number, dst: number): boolean {
  return (
    matching.older.tree.children(src).some((child) => matching.newerOf(child) < 0) &&
    matching.newer.tree.children(dst).some((child) => matching.olderOf(child) < 0)
  );
}

/**
 * Matches equal subtrees below different parents, by their roots; what is below these follows top-down. Both parents are matched and as many are on
 * either side, or it is the only one and a wrapper was put around it or removed: what is inserted must not be matched piecewise with what is deleted.
 * Returns the new pairs.
 */
function matchMovedNodes(matching: Matching): IndexPair[] {
  const { older, newer } = matching;
  const start = matching.size;
  const bySubtree = (side: IndexedCapture) =>
    groupBy(
      [...side.tag.keys()].filter((index) => !matching.isMatched(side, index)),
      (index) => side.subtree[index] ?? 0,
    );
  const destinations = bySubtree(newer);
  for (const [subtree, sources] of bySubtree(older)) {
    const others = destinations.get(subtree) ?? [];
    const [left, right] = [sources.filter((src) => matching.isRoot(older, src)), others.filter((dst) => matching.isRoot(newer, dst))];
    const [src = -1, dst = -1] = [sources[0], others[0]];
    if (left.length === right.length && left.length > 0) {
      for (const [place, one] of left.entries()) addMoved(matching, one, right[place] ?? -1);
    } else if (sources.length === 1 && others.length === 1 && isRewrapped(matching, src, dst)) addMoved(matching, src, dst);
  }
  return matching.since(start);
}

function addMoved(matching: Matching, src: number, dst: number): void {
  if (matching.areUnmatched(src, dst) && !isInPlaceUpdate(matching, src, dst)) matching.add(src, dst);
}

/** Whether the nearest matched elements around both are the same, and one of the two stands right in it. */
function isRewrapped(matching: Matching, src: number, dst: number): boolean {
  const around = (side: IndexedCapture, index: number): number => {
    const parent = side.tree.parents[index] ?? -1;
    return parent < 0 || matching.isMatched(side, parent) ? parent : around(side, parent);
  };
  const isTop = matching.isRoot(matching.older, src) || matching.isRoot(matching.newer, dst);
  return isTop && matching.newerOf(around(matching.older, src)) === around(matching.newer, dst);
}

/** Whether both positions still exist with unmatched elements: then the value changed in place, and this is an update, not a move. */
function isInPlaceUpdate(matching: Matching, src: number, dst: number): boolean {
  const { older, newer } = matching;
  const inNewer = counterpartOf(older, src, newer, matching.newerOf(older.tree.parents[src] ?? -1));
  const inOlder = counterpartOf(newer, dst, older, matching.olderOf(newer.tree.parents[dst] ?? -1));
  return inNewer >= 0 && inOlder >= 0 && inNewer !== dst && matching.areUnmatched(inOlder, inNewer);
}

/** The child of `parent` at the position of a leaf, different from it in text and classes alone; -1 for none. */
function counterpartOf(side: IndexedCapture, index: number, other: IndexedCapture, parent: number): number {
  const isLeaf = (one: IndexedCapture, at: number) => one.tree.end(at) === at + 1;
  if (parent < 0 || !isLeaf(side, index)) return -1;
  const siblings = side.tree.children(side.tree.parents[index] ?? -1);
  const children = other.tree.children(parent);
  const found = children[siblings.indexOf(index)] ?? -1;
  const isSame = children.length === siblings.length && other.tag[found] === side.tag[index] && isLeaf(other, found);
  return isSame && attributesWithoutClass(other, found) === attributesWithoutClass(side, index) ? found : -1;
}

/** Classes may be generated anew by each build. */
function attributesWithoutClass({ reader }: IndexedCapture, index: number): string {
  const { class: _, ...others } = reader.element(index).attributes;
  return JSON.stringify(others);
}
