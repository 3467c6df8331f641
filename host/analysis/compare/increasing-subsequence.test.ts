import fc from "fast-check";
import { expect, test } from "vitest";
import { heaviestIncreasing } from "./increasing-subsequence.js";

const row = (places: readonly number[], weights: readonly number[] = []) =>
  places.map((place, index) => ({ place, weight: weights[index] ?? 1 }));

test.each<[what: string, places: number[], weights: number[], inOrder: boolean[]]>([
  ["nothing changed", [3, 5, 9], [], [true, true, true]],
  ["one went to the front", [2, 0, 1], [], [false, true, true]],
  ["one went to the end", [1, 2, 0], [], [true, true, false]],
  ["of two that changed places the heavier stays", [1, 0], [1, 9], [false, true]],
  ["and on the other side too", [1, 0], [9, 1], [true, false]],
  ["many light ones stay, one heavy one moves", [3, 0, 1, 2], [90, 1, 1, 1], [false, true, true, true]],
  ["an empty row", [], [], []],
])("%s", (_what, places, weights, inOrder) => {
  expect(heaviestIncreasing(row(places, weights))).toEqual(inOrder);
});

test("retains as many as possible, in rising order", () => {
  const permutations = fc.uniqueArray(fc.nat(40), { maxLength: 9 });
  fc.assert(
    fc.property(permutations, (places) => {
      const inOrder = heaviestIncreasing(row(places));
      const stayed = places.filter((_, index) => inOrder[index]);
      expect(stayed).toEqual([...stayed].sort((one, other) => one - other));
      expect(stayed.length).toBe(longest(places));
    }),
  );
});

/** By trying all. */
function longest([first, ...rest]: readonly number[], least = -1): number {
  if (first === undefined) return 0;
  const without = longest(rest, least);
  return first > least ? Math.max(without, 1 + longest(rest, first)) : without;
}
