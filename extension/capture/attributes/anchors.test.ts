import { expect, test } from "vitest";
import { anchorOf } from "./anchors.js";

test("values are serialised as CSS strings", () => {
  expect(anchorOf("title", 'a"b\\c\n')).toBe('[title="a\\"b\\\\c\\a "]');
});

test.each(["id", "for"])("a generated value of %s anchors nothing", (name) => {
  expect(anchorOf(name, "f_2b8a6905-c7f3-4f8e-af5e-8c8382d3dbb4")).toBe("");
  expect(anchorOf(name, "email")).not.toBe("");
});
