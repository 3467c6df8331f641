import { expect, test } from "vitest";
import { kindWord, labelOf, sourceOf } from "./targets.js";

test.each([
  ["button", "button", "button"],
  ["", "main", "main"],
  ["generic", "div", "div"],
  ["graphics-symbol", "path", "image"],
  ["graphics-document", "svg", "image"],
  ["", "path", "image"],
  ["img", "img", "image"],
])("an element of role “%s” and tag %s is called %s", (role, tag, word) => {
  expect(kindWord(role, tag)).toBe(word);
});

test("a label has the words and the component", () => {
  const element = { role: "graphics-symbol", tag: "svg", name: "Cart", text: "", component: "CartIcon" };
  expect(labelOf(element)).toBe("image “Cart” <CartIcon>");
  expect(labelOf({ ...element, name: "", component: "" })).toBe("image");
});

test("the source of a target is the first that an element states", () => {
  const element = { ref: "e1", key: "k", selector: "b", box: [0, 0, 1, 1] as [number, number, number, number] };
  expect(sourceOf({ type: "page" })).toBe("");
  expect(sourceOf({ type: "element", elements: [element] })).toBe("");
  expect(sourceOf({ type: "elements", elements: [element, { ...element, source: "src/App.tsx:3:1" }] })).toBe("src/App.tsx:3:1");
});
