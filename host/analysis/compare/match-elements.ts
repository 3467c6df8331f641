import { groupBy } from "../../contract/group-by.js";
import { type IndexedCapture, type IndexPair, Matching } from "./indexed-capture.js";
import { type MatchOptions, matchChildren } from "./match-children.js";
import { type ContentVotes, countVotes } from "./similarity.js";

/** What is left after so many rounds differs. */
const maxRounds = 8;
/** Subtrees with so many identifying elements are recognised anywhere. */
const largeCount = 4;

/**
 * Matches the elements of two captures that are the same to a person. The phases are those of GumTree (Falleri et al., Fine-grained and
 * Accurate Source Code Differencing, ASE 2014): bottom-up votes of the content, then top-down child list by child list; here also ids count. Then nodes that moved to another parent, and only what is left then by position; again while something is found.
 * About O(n log n).
 */
export function matchElements(older: IndexedCapture, newer: IndexedCapture): Matching {
  const matching = new Matching(older, newer);
  if (older.count === 0 || newer.count === 0 || older.tag[0] !== newer.tag[0]) return matching;
  const votes = countVotes(older, newer);
  matching.add(0, 0);
  matchTopDown(matching, [[0, 0]], votes);
  for (let round = 0; round < maxRounds; round++) {
    const moved = matchMovedNodes(matching, votes);
    matchTopDown(matching, moved, votes);
    const open = [...matching].filter(([src, dst]) => haveUnmatchedChildren(matching, src, dst));
    const placed = open.flatMap(([src, dst]) => matchChildren(matching, src, dst, { ...votes, byPosition: true }));
    matchTopDown(matching, placed, votes);
    if (moved.length + placed.length === 0) break;
  }
  return matching;
}

/** Matches below matched elements: equal subtrees at once, others child list by child list. */
function matchTopDown(matching: Matching, start: readonly IndexPair[], votes: ContentVotes): void {
  const options: MatchOptions = { ...votes, byPosition: false };
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
 * Matches unmatched elements below different parents, by equal subtree, id, text or label that occurs once. Either both parents are matched,
 * or a wrapper was put around the element or removed, or the subtree is large: an inserted subtree must not be matched piecewise with a
 * deleted one. Returns the new pairs.
 */
function matchMovedNodes(matching: Matching, votes: ContentVotes): IndexPair[] {
  const start = matching.size;
  const left = unmatched(matching, matching.older);
  const right = unmatched(matching, matching.newer);
  if (left.length === 0 || right.length === 0) return [];
  matchMovedSubtrees(matching, left, right);
  matching.addUnique(left, right, "id", (src, dst) => canMove(matching, src, dst));
  for (const src of left) {
    const candidate = votes.candidateOf(src);
    if (candidate?.isDirect && canMove(matching, src, candidate.partner)) matching.add(src, candidate.partner);
  }
  return matching.since(start);
}

function unmatched(matching: Matching, side: IndexedCapture): number[] {
  return [...side.tag.keys()].filter((index) => !matching.isMatched(side, index));
}

/** Matches equal subtrees by their roots, which come first; what is below the roots follows top-down. */
function matchMovedSubtrees(matching: Matching, left: readonly number[], right: readonly number[]): void {
  const { older, newer } = matching;
  const sources = groupBy(left, (src) => older.subtree[src] ?? 0);
  const destinations = groupBy(right, (dst) => newer.subtree[dst] ?? 0);
  let coveredUntil = 0;
  for (const src of left) {
    if (src < coveredUntil) continue;
    const subtree = older.subtree[src] ?? 0;
    const [mine, theirs] = comparableGroups(matching, sources.get(subtree) ?? [], destinations.get(subtree) ?? []);
    const place = mine.indexOf(src);
    if (mine.length !== theirs.length || place < 0) continue;
    const dst = theirs[place] ?? -1;
    const accepted =
      mine.length === 1 && (older.identifyingCount[src] ?? 0) > 0
        ? canMove(matching, src, dst)
        : matching.areUnmatched(src, dst) && matching.areRoots(src, dst) && !isInPlaceUpdate(matching, src, dst);
    if (!accepted) continue;
    matching.add(src, dst);
    coveredUntil = older.tree.end(src);
  }
}

/** Of equal subtrees those at the top of what is unmatched, where there are as many of them on both sides; else all. */
function comparableGroups(matching: Matching, mine: readonly number[], theirs: readonly number[]): [readonly number[], readonly number[]] {
  const left = mine.filter((src) => matching.isRoot(matching.older, src));
  const right = theirs.filter((dst) => matching.isRoot(matching.newer, dst));
  return left.length === right.length && left.length > 0 ? [left, right] : [mine, theirs];
}

function canMove(matching: Matching, src: number, dst: number): boolean {
  if (src < 0 || dst < 0 || !matching.areUnmatched(src, dst) || isInPlaceUpdate(matching, src, dst)) return false;
  const isTop = matching.isRoot(matching.older, src) || matching.isRoot(matching.newer, dst);
  const haveSameAncestor = () =>
    matching.newerOf(nearestMatchedAncestor(matching, matching.older, src)) === nearestMatchedAncestor(matching, matching.newer, dst);
  if (isTop && (matching.areRoots(src, dst) || haveSameAncestor())) return true;
  return (matching.older.identifyingCount[src] ?? 0) >= largeCount;
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

/** The same one on both sides where a wrapper was put around an element, or removed. */
function nearestMatchedAncestor(matching: Matching, side: IndexedCapture, index: number): number {
  let ancestor = side.tree.parents[index] ?? -1;
  while (ancestor >= 0 && !matching.isMatched(side, ancestor)) ancestor = side.tree.parents[ancestor] ?? -1;
  return ancestor;
}
