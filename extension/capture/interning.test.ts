import fc from "fast-check";
import { expect, test } from "vitest";
import { NumberListInterner } from "./interning.js";

const list = fc.array(fc.nat({ max: 4 }), { maxLength: 6 });

test("equal lists share an index, different lists do not", () => {
  fc.assert(
    fc.property(fc.array(list), (all) => {
      const lists = new NumberListInterner();
      const indices = all.map((each) => lists.add([...each]));
      for (const [at, index] of indices.entries()) expect(lists.all[index]).toEqual(all[at]);
      expect(lists.all.length).toBe(new Set(["", ...all.map(String)]).size);
    }),
  );
});

test("lists with colliding hashes have indices of their own", () => {
  const lists = new NumberListInterner();
  // Both have the hash 0x01000193: 1 · prime + 0 and 0 · prime + prime.
  const one = lists.add([1, 0]);
  const other = lists.add([0, 0x01000193]);
  expect(other).not.toBe(one);
  expect([lists.add([1, 0]), lists.add([0, 0x01000193])]).toEqual([one, other]);
});
