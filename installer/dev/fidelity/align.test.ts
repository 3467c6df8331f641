import fc from "fast-check";
import { expect, it } from "vitest";
import { type Aligned, alignTrees } from "./align.js";

const tree = fc
  .array(fc.nat(3), { minLength: 1, maxLength: 40 })
  .map((parts) => parts.map((back, index): Aligned => ({ parent: index === 0 ? -1 : Math.max(0, index - 1 - back), tag: `t${index}` })));

it("joins a tree to itself, each element to itself", () => {
  fc.assert(
    fc.property(tree, (elements) => {
      expect(alignTrees(elements, elements)).toEqual(elements.map((_, index) => index));
    }),
  );
});

it("loses nothing but the missing leaf", () => {
  fc.assert(
    fc.property(tree, fc.nat(), (elements, pick) => {
      const leaves = elements.flatMap((_, index) => (elements.some(({ parent }) => parent === index) ? [] : [index]));
      const gone = leaves[pick % leaves.length] ?? 0;
      const fewer = elements
        .filter((_, index) => index !== gone)
        .map(({ parent, tag }) => ({ tag, parent: parent > gone ? parent - 1 : parent }));
      const joined = alignTrees(elements, fewer);
      expect(joined.filter((position) => position < 0)).toHaveLength(1);
      expect(new Set(joined).size).toBe(elements.length);
    }),
  );
});
