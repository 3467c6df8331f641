import type { Hint } from "./hints.js";
import { keptOrder } from "./order.js";
import type { Pairs } from "./pairs.js";
import type { Side } from "./side.js";
import { type Likeness, likenessOf } from "./similarity.js";

/** What alignment may use beside the elements themselves. */
export interface AlignOptions {
  readonly hintOf: (was: number) => Hint | undefined;
  /** Also joins elements that nothing speaks for but their kind and place. */
  readonly byPlace: boolean;
}

type Sign = (side: Side, index: number) => number;

const leastLikeness = 0.4;
/** Elements with more below them than this must be alike to be joined by their place. */
const placeMaxSize = 4;
/** Enough where there is but one for one. */
const onlyLikeness = 0.15;
const tableMaxCells = 10_000;
const windowSize = 16;

/** Joins the children of two joined elements that are still free: the same first, then by what each says, then by place between the joined. */
export function alignChildren(pairs: Pairs, was: number, is: number, options: AlignOptions): [was: number, is: number][] {
  const { older, newer } = pairs;
  const left = older.tree.children(was).filter((child) => pairs.newerOf(child) < 0);
  const right = newer.tree.children(is).filter((child) => pairs.olderOf(child) < 0);
  const found: [number, number][] = [];
  const join = (one: number, other: number) => {
    pairs.add(one, other);
    found.push([one, other]);
  };
  trim(pairs, left, right, join);
  if (left.length === 0 || right.length === 0) return found;
  joinOnce(pairs, left, right, (side, index) => side.whole[index] ?? 0, join);
  joinHinted(pairs, left, right, options.hintOf, join);
  for (const sign of signs) joinOnce(pairs, left, right, sign, join, (one, other) => isCredible(pairs, one, other, options));
  for (const [one, other] of gapsOf(pairs, older.tree.children(was), newer.tree.children(is))) alignGap(pairs, one, other, options, join);
  if (options.byPlace) joinOnlyOnes(pairs, left, right, options, join);
  return found;
}

/** From the surest to the weakest; 0 where an element does not show the sign. */
const signs: readonly Sign[] = [
  (side, index) => side.id[index] ?? 0,
  (side, index) => side.key[index] ?? 0,
  (side, index) => side.label[index] ?? 0,
];

/** What is the same at both ends stays: lists with one change in the middle are the rule. */
function trim({ older, newer }: Pairs, left: number[], right: number[], join: (was: number, is: number) => void): void {
  const same = (one: number | undefined, other: number | undefined) => older.whole[one ?? -1] === newer.whole[other ?? -1];
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && same(left[start], right[start])) start++;
  let ends = 0;
  while (ends < shorter - start && same(left.at(-1 - ends), right.at(-1 - ends))) ends++;
  for (let i = 0; i < start; i++) join(left[i] ?? -1, right[i] ?? -1);
  for (let i = ends; i > 0; i--) join(left.at(-i) ?? -1, right.at(-i) ?? -1);
  left.splice(left.length - ends, ends);
  right.splice(right.length - ends, ends);
  left.splice(0, start);
  right.splice(0, start);
}

/** Joins those that show a sign which no other in their list shows. */
function joinOnce(
  pairs: Pairs,
  left: readonly number[],
  right: readonly number[],
  sign: Sign,
  join: (was: number, is: number) => void,
  accepts: (was: number, is: number) => boolean = () => true,
): void {
  const ones = onceBySign(pairs.older, left, sign);
  for (const [value, is] of onceBySign(pairs.newer, right, sign)) {
    const was = ones.get(value) ?? -1;
    if (was >= 0 && is >= 0 && pairs.areFree(was, is) && accepts(was, is)) join(was, is);
  }
}

function onceBySign(side: Side, list: readonly number[], sign: Sign): Map<number, number> {
  const found = new Map<number, number>();
  for (const index of list) {
    const value = sign(side, index);
    if (value !== 0) found.set(value, found.has(value) ? -1 : index);
  }
  return found;
}

function joinHinted(
  pairs: Pairs,
  left: readonly number[],
  right: readonly number[],
  hintOf: AlignOptions["hintOf"],
  join: (was: number, is: number) => void,
): void {
  const there = new Set(right);
  for (const was of left) {
    const hint = hintOf(was);
    if (hint !== undefined && hint.share >= leastLikeness && there.has(hint.partner) && pairs.areFree(was, hint.partner))
      join(was, hint.partner);
  }
}

/** A key or name that content speaks against is a coincidence: among much alike elements, keys follow the order. */
function isCredible(pairs: Pairs, was: number, is: number, options: AlignOptions): boolean {
  const hint = options.hintOf(was);
  if (hint !== undefined && hint.partner !== is && hint.share > leastLikeness) return false;
  return likenessOf(pairs.older, pairs.newer, was, is, hint).score >= leastLikeness;
}

/** The free children between joined ones that kept their order. */
function gapsOf(pairs: Pairs, left: readonly number[], right: readonly number[]): [number[], number[]][] {
  const places = new Map(right.map((index, place) => [index, place]));
  const joined = left.filter((was) => places.has(pairs.newerOf(was)));
  const placeOf = (was: number) => places.get(pairs.newerOf(was)) ?? -1;
  const sizeOf = (was: number) => pairs.older.tree.end(was) - was;
  const kept = keptOrder(joined.map((was) => ({ place: placeOf(was), weight: sizeOf(was) })));
  const anchors = new Set(joined.filter((_, index) => kept[index]));
  const gaps: [number[], number[]][] = [];
  let gap: [number[], number[]] = [[], []];
  let next = 0;
  const fill = (until: number) => {
    for (; next < until; next++) if (pairs.olderOf(right[next] ?? -1) < 0) gap[1].push(right[next] ?? -1);
    if (gap[0].length > 0 && gap[1].length > 0) gaps.push(gap);
    gap = [[], []];
  };
  for (const was of left) {
    if (anchors.has(was)) {
      fill(placeOf(was));
      next++;
    } else if (pairs.newerOf(was) < 0) gap[0].push(was);
  }
  fill(right.length);
  return gaps;
}

function alignGap(pairs: Pairs, left: number[], right: number[], options: AlignOptions, join: (was: number, is: number) => void): void {
  const score = (was: number, is: number) => scoreOf(pairs, was, is, options);
  const [one = -1, other = -1] = [left[0], right[0]];
  const isOnly = options.byPlace && left.length === 1 && right.length === 1 && isOnlyLike(pairs, one, other, options);
  const chosen = isOnly
    ? [[one, other] as const]
    : left.length * right.length <= tableMaxCells
      ? bestInOrder(left, right, score)
      : nearInOrder(left, right, score);
  for (const [was, is] of chosen) join(was, is);
}

/** What is left of a kind once on both sides, wherever in the list: it changed, and others went past it. */
function joinOnlyOnes(
  pairs: Pairs,
  left: readonly number[],
  right: readonly number[],
  options: AlignOptions,
  join: (was: number, is: number) => void,
): void {
  const free = [left.filter((was) => pairs.newerOf(was) < 0), right.filter((is) => pairs.olderOf(is) < 0)] as const;
  joinOnce(
    pairs,
    ...free,
    (side, index) => side.tag[index] ?? 0,
    join,
    (was, is) => isOnlyLike(pairs, was, is, options),
  );
}

function isOnlyLike(pairs: Pairs, was: number, is: number, options: AlignOptions): boolean {
  const { score } = likenessOf(pairs.older, pairs.newer, was, is, options.hintOf(was));
  return score >= onlyLikeness || scoreOf(pairs, was, is, options) > 0;
}

function scoreOf({ older, newer }: Pairs, was: number, is: number, options: AlignOptions): number {
  const { score, sure }: Likeness = likenessOf(older, newer, was, is, options.hintOf(was));
  if (sure && score >= leastLikeness) return score;
  if (!options.byPlace || older.tag[was] !== newer.tag[is]) return 0;
  const isSmall = older.tree.end(was) - was <= placeMaxSize && newer.tree.end(is) - is <= placeMaxSize;
  return isSmall || score >= leastLikeness ? score + kinship(older, newer, was, is) : 0;
}

/** Decides between elements that have nothing to say: the same attributes and looks, text or none, children or none. */
function kinship(older: Side, newer: Side, was: number, is: number): number {
  const agree = [
    older.attributes[was] === newer.attributes[is],
    older.style[was] === newer.style[is],
    (older.text[was] === 0) === (newer.text[is] === 0),
    (older.tree.end(was) === was + 1) === (newer.tree.end(is) === is + 1),
  ];
  return 0.02 + 0.02 * agree.filter(Boolean).length;
}

type Score = (was: number, is: number) => number;

/** The pairs of two short lists that keep the order and are most alike together. */
function bestInOrder(left: readonly number[], right: readonly number[], score: Score): [number, number][] {
  const width = right.length + 1;
  const sums = new Float64Array((left.length + 1) * width);
  const scores = new Float64Array(left.length * right.length);
  const sum = (i: number, j: number) => sums[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const own = score(left[i] ?? -1, right[j] ?? -1);
      scores[i * right.length + j] = own;
      sums[i * width + j] = Math.max(sum(i + 1, j), sum(i, j + 1), own > 0 ? own + sum(i + 1, j + 1) : 0);
    }
  }
  const chosen: [number, number][] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const own = scores[i * right.length + j] ?? 0;
    if (own > 0 && sum(i, j) === own + sum(i + 1, j + 1)) chosen.push([left[i++] ?? -1, right[j++] ?? -1]);
    else if (sum(i + 1, j) >= sum(i, j + 1)) i++;
    else j++;
  }
  return chosen;
}

/** For long lists: each takes the most alike of the next few that are left. */
function nearInOrder(left: readonly number[], right: readonly number[], score: Score): [number, number][] {
  const chosen: [number, number][] = [];
  let from = 0;
  for (const was of left) {
    let best = -1;
    let most = 0;
    for (let j = from; j < Math.min(right.length, from + windowSize); j++) {
      const own = score(was, right[j] ?? -1);
      if (own > most) {
        most = own;
        best = j;
      }
      if (own === 1) break;
    }
    if (best < 0) continue;
    chosen.push([was, right[best] ?? -1]);
    from = best + 1;
  }
  return chosen;
}
