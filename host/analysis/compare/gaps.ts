import { type AlignOptions, isOnlyLike, scoreOf } from "./credit.js";
import { keptOrder } from "./order.js";
import { bestInOrder, nearInOrder } from "./ordered.js";
import type { Pairs } from "./pairs.js";

const tableMaxCells = 10_000;

/** The free children between joined ones that kept their order. */
export function gapsOf(pairs: Pairs, left: readonly number[], right: readonly number[]): [number[], number[]][] {
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

/** Joins what is most alike in a gap, in its order. */
export function alignGap(
  pairs: Pairs,
  left: number[],
  right: number[],
  options: AlignOptions,
  join: (was: number, is: number) => void,
): void {
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
