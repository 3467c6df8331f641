import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { identifier, isStableName, quoted } from "./identifiers.js";
import { collapse, cut, renderedText } from "./text.js";

describe("names", () => {
  test.each(["main", "search-form", "nav_2", "userMenu", "step-12", "überblick", "col-md-6"])("%s is a person's", (name) =>
    expect(isStableName(name)).toBe(true),
  );
  test.each([
    "css-1x2y3z",
    "radix-:r1:",
    "radix-_r_g_",
    "_r_2j_-form-item",
    "_r_a_",
    "el-id-7803-0",
    "pv_id_12",
    "cdk-overlay-3",
    "sc-bdVaJa",
    "ember1234",
    "jss12",
    "a1b2c3d4e5",
    "item-20240131",
    "_3kNQx9z2",
  ])("%s is a program's", (name) => expect(isStableName(name)).toBe(false));
});

test("identifiers and strings are written as CSS has them", () => {
  expect(identifier("1a")).toBe("\\31 a");
  expect(identifier("-")).toBe("\\-");
  expect(identifier("a:b.c")).toBe("a\\:b\\.c");
  expect(quoted('a"b\\c\n')).toBe('"a\\"b\\\\c\\a "');
});

describe("text", () => {
  test.each([
    ["  a \n\t b ", "normal", "a b"],
    ["a\u00a0 b", "normal", "a\u00a0 b"],
    ["  a\n  b ", "pre", "  a\n  b"],
    [" a  b \n c", "pre-line", "a b\nc"],
  ])("%j in %s is rendered as %j", (text, whiteSpace, expected) => expect(renderedText(text, whiteSpace)).toBe(expected));

  test("collapsed text stays collapsed, and no pair is cut in two", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, max) => {
        expect(collapse(collapse(text))).toBe(collapse(text));
        expect(cut(text, max)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
      }),
    );
  });
});
