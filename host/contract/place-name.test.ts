import { expect, it } from "vitest";
import type { ElementTarget } from "./annotation.js";
import { placeName, relativeSources } from "./place-name.js";

const plain = {
  ref: "e1",
  key: "k",
  present: true,
  selector: "main > ul > li > svg",
  box: [0, 0, 1, 1] as [number, number, number, number],
};

it.each<readonly [string, Partial<ElementTarget>, string]>([
  ["with its line", { label: "p “$ 64.5” <Price>", component: "Price", source: "src/card.tsx:36:7" }, "Price · card.tsx:36"],
  [
    "libraries' parts",
    { label: "menuitem “Acme” <Primitive.div < Primitive.span.Slot>", component: "Primitive.div < Primitive.span.Slot ‹ TeamMenu" },
    "TeamMenu",
  ],
  [
    "libraries' parts alone",
    { label: "menuitem “Acme” <Primitive.div < Primitive.span.Slot>", component: "Primitive.div" },
    "menuitem “Acme”",
  ],
  [
    "a part of a component, which others are too",
    {
      label: "paragraph “Blog” <Templates>",
      component: "Templates < App",
      source: "src/Templates.jsx:57",
      ancestors: [{ tag: "div", attributes: {}, text: "", component: "Templates < App" }],
    },
    "paragraph “Blog” · Templates.jsx:57",
  ],
  [
    "the whole of a component",
    {
      label: "paragraph “$ 64.5” <Price>",
      component: "Price < List",
      ancestors: [{ tag: "li", attributes: {}, text: "", component: "List" }],
    },
    "Price",
  ],
  ["no component", { label: "button “Buy”", source: "./hero.css:12" }, "button “Buy” · hero.css:12"],
  ["an angle bracket in its words", { label: "button “a <b> c”" }, "button “a <b> c”"],
  ["a query in the source", { label: "link “A”", source: "C:\\app\\a.vue?t=17:3:1" }, "link “A” · a.vue:3"],
  ["a file without a line", { label: "link “A”", source: "src/a.vue" }, "link “A” · a.vue"],
  ["a record of before there were labels", {}, "li > svg"],
  ["a part of a control", { label: "image in button “Add”" }, "image in button “Add”"],
])("a note's place: %s", (_what, part, expected) => {
  expect(placeName({ type: "element", elements: [{ ...plain, ...part }] })).toBe(expected);
});

it("what has no words is told apart by those before it, else by its id", () => {
  const named = (part: Partial<ElementTarget>) => placeName({ type: "element", elements: [{ ...plain, label: "canvas", ...part }] });
  expect(named({ anchors: [{ text: "Revenue", at: 1 }], source: "src/board.tsx:36:7" })).toBe("canvas after “Revenue” · board.tsx:36");
  expect(named({ anchors: [{ text: "Total", at: -1 }], attributes: { id: "visits" } })).toBe("canvas #visits");
  expect(named({ anchors: [{ text: "", at: 1 }] })).toBe("canvas");
  expect(named({ label: "image in button “Add”", attributes: { id: "plus" } })).toBe("image in button “Add”");
});

it("several elements, regions and pages", () => {
  const one = { ...plain, label: "button “Buy”" };
  expect(placeName({ type: "elements", elements: [one, one, one] })).toBe("button “Buy” and 2 more");
  expect(placeName({ type: "region", elements: [], box: [0, 0, 20.4, 30] })).toBe("Region 20 × 30");
  expect(placeName({ type: "page" })).toBe("Whole page");
});

it.each<readonly [readonly string[], string, string]>([
  [["/home/ann/shop/src/a.tsx:1", "/home/ann/shop/lib/b.tsx:2"], "/home/ann/shop/src/a.tsx:1", "src/a.tsx:1"],
  [["/home/ann/shop/src/a.tsx:1"], "/home/ann/shop/src/a.tsx:1", "a.tsx:1"],
  [["C:\\shop\\src\\a.tsx:1", "C:\\shop\\b.tsx:2"], "C:\\shop\\src\\a.tsx:1", "src/a.tsx:1"],
  [["./src/a.tsx:1", "/home/ann/b.tsx"], "./src/a.tsx:1", "src/a.tsx:1"],
  [[], "src/a.tsx", "src/a.tsx"],
])("sources %j: %s is %s", (all, source, expected) => {
  expect(relativeSources(all)(source)).toBe(expected);
});
