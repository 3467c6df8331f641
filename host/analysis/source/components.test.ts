import { expect, test } from "vitest";
import { componentsIn, definitionsIn } from "./components.js";

test.each([
  ["商品", "src/商品.vue", "<template/>", true],
  ["商品", "src/other.js", "function helper() {}\nconst x = 1;", false],
  ["商品", "src/other.js", "function 商品() {}", true],
  ["商品", "src/other.js", "function 商品一覧() {}", false],
  ["Über", "src/a.tsx", "export const Über = () => null", true],
  ["Über", "src/U\u0308ber.svelte", "<p/>", true],
  ["<Cart>", "src/a.tsx", "function Cart() {}", true],
  ["shop-cart", "src/a.js", 'customElements.define("shop-cart", X)', true],
  ["$Cart", "src/a.js", "const $Cart = 1", true],
  ["A+(", "src/a.js", "const A = 1", true],
  ["((((", "src/a.js", "function x() {}", false],
  ["   ", "src/a.js", "function x() {}", false],
  ["._-$", "src/a.vue", "const x = 1", false],
])("%j is defined in %s: %j", (name, file, text, isDefined) => {
  expect(definitionsIn(file, text, name).length > 0).toBe(isDefined);
});

test("a variable that chooses between components is none", () => {
  const text =
    'const Card = ({ asChild }) => {\n  const Tag = asChild ? Slot : "a";\n  const Name = "card";\n  const Sign = trend === "up" ? Up : Down;\n  const Icon = icons[name];\n};\nconst Row = memo(Card);\nclass Grid {}';
  expect(componentsIn("a.tsx", text).map(({ name }) => name)).toEqual(["Card", "Row", "Grid"]);
});

test.each([
  ['<script setup lang="ts" name="forms">'],
  ['<script>\nexport default {\n  name: "forms",\n};'],
  ['<script setup>\ndefineOptions({ name: "forms" });'],
])("a component of Vue has the name that it states beside that of its file: %s", (script) => {
  expect(componentsIn("src/form.vue", `<template><i name="x" /></template>\n${script}</script>`).map(({ name }) => name)).toEqual([
    "forms",
    "form",
  ]);
});
