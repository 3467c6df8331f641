import type { Hints } from "./hints.js";
import type { Pairs } from "./pairs.js";
import type { Side } from "./side.js";
import { likenessOf } from "./similarity.js";

type Sign = (side: Side, index: number) => number;

const leastShare = 0.5;
/** A subtree of so many elements that say something is known again wherever it stands. */
const largeSaid = 4;

/**
 * Joins free elements that are found again below another parent: the same subtree, id, key, content, or role and name. Both must stand below
 * joined elements, or the one in what was put around the other, unless the subtree is large: parts of what came are no parts of what went.
 */
export function joinElsewhere(pairs: Pairs, hints: Hints): [was: number, is: number][] {
  const found: [number, number][] = [];
  const join = (was: number, is: number) => {
    pairs.add(was, is);
    found.push([was, is]);
  };
  const left = free(pairs, pairs.older);
  const right = free(pairs, pairs.newer);
  if (left.length === 0 || right.length === 0) return found;
  joinSame(pairs, left, right, join);
  joinBySign(pairs, left, right, (side, index) => side.id[index] ?? 0, join);
  joinBySign(
    pairs,
    left,
    right,
    (side, index) => side.key[index] ?? 0,
    join,
    (was, is) => !hints.isTorn(was, is) && isLike(pairs, was, is, hints),
  );
  for (const was of left) {
    const hint = hints.hintOf(was);
    if (hint === undefined || hint.share < leastShare || !isPossible(pairs, was, hint.partner)) continue;
    if (hint.isOwn || pairs.older.attributes[was] === pairs.newer.attributes[hint.partner]) join(was, hint.partner);
  }
  joinBySign(
    pairs,
    left,
    right,
    (side, index) => side.label[index] ?? 0,
    join,
    (was, is) => isLike(pairs, was, is, hints),
  );
  return found;
}

function free(pairs: Pairs, side: Side): number[] {
  const indices: number[] = [];
  for (let index = 0; index < side.count; index++) {
    if ((side === pairs.older ? pairs.newerOf(index) : pairs.olderOf(index)) < 0) indices.push(index);
  }
  return indices;
}

/** Inner elements of equal subtrees are left to their roots, which come first. */
function joinSame(pairs: Pairs, left: readonly number[], right: readonly number[], join: (was: number, is: number) => void): void {
  const ones = groups(left, (index) => pairs.older.whole[index] ?? 0);
  const others = groups(right, (index) => pairs.newer.whole[index] ?? 0);
  const covered = new Set<number>();
  for (const was of left) {
    if (covered.has(was)) continue;
    const whole = pairs.older.whole[was] ?? 0;
    const [mine, theirs] = comparable(pairs, ones.get(whole) ?? [], others.get(whole) ?? []);
    const place = mine.indexOf(was);
    if (mine.length !== theirs.length || place < 0) continue;
    const is = theirs[place] ?? -1;
    const isTold =
      mine.length === 1 && (pairs.older.said[was] ?? 0) > 0
        ? isPossible(pairs, was, is)
        : pairs.areFree(was, is) && pairs.areRoots(was, is) && !isValueAgain(pairs, was, is);
    if (!isTold) continue;
    join(was, is);
    for (let below = was + 1; below < pairs.older.tree.end(was); below++) covered.add(below);
  }
}

/** Roots are compared among themselves where there are as many of them on both sides, whatever inner elements are alike. */
function comparable(pairs: Pairs, mine: readonly number[], theirs: readonly number[]): [readonly number[], readonly number[]] {
  const left = mine.filter((was) => pairs.isRoot(pairs.older, was));
  const right = theirs.filter((is) => pairs.isRoot(pairs.newer, is));
  return left.length === right.length && left.length > 0 ? [left, right] : [mine, theirs];
}

function groups(list: readonly number[], signOf: (index: number) => number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const index of list) {
    const sign = signOf(index);
    const group = found.get(sign);
    if (group === undefined) found.set(sign, [index]);
    else group.push(index);
  }
  return found;
}

function joinBySign(
  pairs: Pairs,
  left: readonly number[],
  right: readonly number[],
  sign: Sign,
  join: (was: number, is: number) => void,
  accepts: (was: number, is: number) => boolean = () => true,
): void {
  const ones = groups(left, (index) => sign(pairs.older, index));
  for (const [value, [is = -1, ...more]] of groups(right, (index) => sign(pairs.newer, index))) {
    const [was = -1, ...others] = ones.get(value) ?? [];
    if (value === 0 || more.length + others.length > 0) continue;
    if (isPossible(pairs, was, is) && accepts(was, is)) join(was, is);
  }
}

function isPossible(pairs: Pairs, was: number, is: number): boolean {
  if (was < 0 || is < 0 || !pairs.areFree(was, is) || isValueAgain(pairs, was, is)) return false;
  const isBetween = pairs.isRoot(pairs.older, was) || pairs.isRoot(pairs.newer, is);
  if (isBetween && (pairs.areRoots(was, is) || pairs.newerOf(joinedAbove(pairs, pairs.older, was)) === joinedAbove(pairs, pairs.newer, is)))
    return true;
  return (pairs.older.said[was] ?? 0) >= largeSaid;
}

/** The same text, or none, in a place like its own: both places are still there, and what changed are their values. */
function isValueAgain(pairs: Pairs, was: number, is: number): boolean {
  const { older, newer } = pairs;
  const there = placeOf(older, was, newer, pairs.newerOf(older.tree.parents[was] ?? -1));
  const here = placeOf(newer, is, older, pairs.olderOf(newer.tree.parents[is] ?? -1));
  return there >= 0 && here >= 0 && there !== is && pairs.newerOf(here) < 0 && pairs.olderOf(there) < 0;
}

/** The child of `parent` that stands where an element without children stands below its own, and differs in its text and classes alone; -1 for none. */
function placeOf(side: Side, index: number, other: Side, parent: number): number {
  const isLeaf = (one: Side, at: number) => one.tree.end(at) === at + 1;
  if (parent < 0 || !isLeaf(side, index)) return -1;
  const siblings = side.tree.children(side.tree.parents[index] ?? -1);
  const children = other.tree.children(parent);
  const found = children[siblings.indexOf(index)] ?? -1;
  const isSame = children.length === siblings.length && other.tag[found] === side.tag[index] && isLeaf(other, found);
  return isSame && beside(other, found) === beside(side, index) ? found : -1;
}

/** Attributes but for classes, which may be named anew at each turn. */
function beside({ reader }: Side, index: number): string {
  const { class: _, ...others } = reader.element(index).attributes;
  return JSON.stringify(others);
}

/** The nearest joined element above: the same on both sides where something was put around an element, or taken away from around it. */
function joinedAbove(pairs: Pairs, side: Side, index: number): number {
  let above = side.tree.parents[index] ?? -1;
  while (above >= 0 && (side === pairs.older ? pairs.newerOf(above) : pairs.olderOf(above)) < 0) above = side.tree.parents[above] ?? -1;
  return above;
}

function isLike(pairs: Pairs, was: number, is: number, hints: Hints): boolean {
  const { score, sure } = likenessOf(pairs.older, pairs.newer, was, is, hints);
  return sure && score >= leastShare;
}
