import { styleText } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wrapLine } from "./wrap.js";

describe("wrapLine", () => {
  test.each([
    ["one two three", 40, 4, "one two three"],
    ["pass  host      the browser's manifest says so", 40, 16, "pass  host      the browser's manifest\n                says so"],
    ["  --url PATTERN  pages of this project", 30, 17, "  --url PATTERN  pages of this\n  project"],
    ["see /a/path/longer/than/the/width/of/it all", 20, 2, "see\n  /a/path/longer/than/the/width/of/it\n  all"],
    ["", 20, 2, ""],
  ])("%j in %i columns", (line, width, indent, expected) => {
    expect(wrapLine(line, width, indent)).toBe(expected);
  });

  test("colours take no room", () => {
    const painted = styleText("green", "pass", { validateStream: false });
    expect(wrapLine(`${painted} one two`, 12, 2)).toBe(`${painted} one two`);
  });

  test("no word is lost, cut or moved, and only words too long for it pass the width", () => {
    const word = fc.stringMatching(/^[a-z/]{1,30}$/);
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 10, max: 120 }), fc.integer({ min: 0, max: 40 }), (words, width, indent) => {
        const wrapped = wrapLine(words.join(" "), width, indent);
        expect(wrapped.split(/\s+/).filter((one) => one !== "")).toEqual(words);
        for (const line of wrapped.split("\n")) if (line.length > width) expect(line.trim()).not.toMatch(/\s/);
      }),
    );
  });
});
