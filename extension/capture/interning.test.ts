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
