import fc from "fast-check";
import { expect, test } from "vitest";
import { Lists } from "./lists.js";

const list = fc.array(fc.nat({ max: 4 }), { maxLength: 6 });

test("equal lists have one place, others places of their own", () => {
  fc.assert(
    fc.property(fc.array(list), (all) => {
      const lists = new Lists();
      const places = all.map((each) => lists.add([...each]));
      for (const [at, place] of places.entries()) expect(lists.all[place]).toEqual(all[at]);
      expect(lists.all.length).toBe(new Set(["", ...all.map(String)]).size);
    }),
  );
});

test("lists under one code are told apart", () => {
  const lists = new Lists();
  // The code of both is the same: what the first has more in front, the second has more behind.
  const one = lists.add([1, 0]);
  const other = lists.add([0, 0x01000193]);
  expect(other).not.toBe(one);
  expect([lists.add([1, 0]), lists.add([0, 0x01000193])]).toEqual([one, other]);
});
