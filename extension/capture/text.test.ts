import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collapse, renderedText, truncate } from "./text.js";

describe("text", () => {
  test.each([
    ["  a \n\t b ", "normal", "a b"],
    ["a\u00a0 b", "normal", "a\u00a0 b"],
    ["  a\n  b ", "pre", "  a\n  b"],
    [" a  b \n c", "pre-line", "a b\nc"],
    ["\n\n a\n\n", "pre-line", "a"],
  ])("%j in %s is rendered as %j", (text, whiteSpace, expected) => expect(renderedText(text, whiteSpace)).toBe(expected));

  test.each([
    ["pre-line", "\n"],
    ["pre", " "],
  ])("a million blanks in a text are read once in %s", (whiteSpace, blank) => {
    const text = `x${blank.repeat(1_000_000)}y`;
    expect(renderedText(text, whiteSpace)).toBe(text);
  });

  test("collapsing is idempotent, and truncation splits no surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, max) => {
        expect(collapse(collapse(text))).toBe(collapse(text));
        expect(truncate(text, max)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
      }),
    );
  });
});
