import fc from "fast-check";
import { expect, test } from "vitest";
import { diffLines, spliceOf, unsplice } from "./splice.js";

test("a splice taken back gives the text before, to the byte", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "😀") });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      expect(unsplice(after, spliceOf(before, after))).toBe(before);
    }),
  );
});

test("a text that no longer holds what was inserted is not touched", () => {
  expect(unsplice("other", spliceOf("", "ours"))).toBeUndefined();
});

test.each([
  ["", "a\nb\n", "+ a\n+ b"],
  ["a\nb\nc\nd\n", "a\nb\nX\nd\n", "  b\n- c\n+ X\n  d"],
  ["same\n", "same\n", "  same"],
  ["a\r\nb\r\n", "a\r\n", "  a\n- b"],
])("shows the difference between %j and %j", (before, after, shown) => {
  expect(diffLines(before, after)).toBe(shown);
});
