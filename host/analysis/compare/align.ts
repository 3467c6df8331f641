import { type AlignOptions, isCredible, isOnlyLike, isUndisputed, leastLikeness } from "./credit.js";
import { alignGap, gapsOf } from "./gaps.js";
import type { Pairs } from "./pairs.js";
import type { Side } from "./side.js";

type Sign = (side: Side, index: number) => number;

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
  joinOnce(
    pairs,
    left,
    right,
    (side, index) => side.kind[index] ?? 0,
    join,
    (one, other) => isUndisputed(pairs, one, other, options),
  );
  const isRepeated = repeatedWholes(pairs, left, right);
  for (const sign of signs)
    joinOnce(pairs, left, right, sign, join, (one, other) => !isRepeated(one, other) && isCredible(pairs, one, other, options));
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

/** Keys of equals follow their order, and so tell nothing of which is which. */
function repeatedWholes({ older, newer }: Pairs, left: readonly number[], right: readonly number[]): (was: number, is: number) => boolean {
  const ones = onceBySign(older, left, (side, index) => side.whole[index] ?? 0);
  const others = onceBySign(newer, right, (side, index) => side.whole[index] ?? 0);
  return (was, is) => ones.get(older.whole[was] ?? 0) === -1 || others.get(newer.whole[is] ?? 0) === -1;
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
