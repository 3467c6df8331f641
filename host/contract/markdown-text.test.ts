import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { code, plain, quote } from "./markdown-text.js";

describe("texts in Markdown", () => {
  it.each([
    ["a link", "[x](http://evil.example)", "\\[x\\](http://evil.example)"],
    ["HTML", "<img src=x onerror=y>", "\\<img src=x onerror=y\\>"],
    ["a mention", "ask @admin", "ask @\u200badmin"],
    ["lines", "a\n\n# b", "a \\# b"],
  ])("makes %s harmless", (_what, text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  it("fences any text as inline code", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "a", " ", "<") }), (text) => {
        const [, fence = "", inner = ""] = /^(`+)([\s\S]*?)\1$/.exec(code(text)) ?? [];
        const runs = [...inner.matchAll(/`+/g)].map(([run]) => run.length);
        expect(runs).not.toContain(fence.length);
      }),
    );
  });

  it("quotes each line", () => {
    expect(quote("one\n\ntwo")).toBe("> one\n>\n> two");
  });
});
