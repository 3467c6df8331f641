import { expect, it } from "vitest";
import { linesOf, movedLines } from "./moved-lines.js";

const text = `<svg>\n${"<line />\n".repeat(24)}</svg>\n<span></span>\n`;
const stated = (moved: number, lines: number) => [
  ...Array.from({ length: lines }, (_, at) => ({ tag: "line", line: at + 2 - moved })),
  { tag: "svg", line: 1 - moved },
];

it("finds by how much lines are moved where most tags fit a line lower, too", () => {
  expect(movedLines(linesOf("a.svelte", text), stated(0, 24))).toBe(0);
  expect(movedLines(linesOf("b.svelte", text), stated(1, 24))).toBe(1);
  expect(movedLines(linesOf("c.svelte", text), [{ tag: "line", line: 60 }])).toBeUndefined();
});

it("takes a component's tag in a script for what it draws", () => {
  const nav = `${"<Link />\n<i>\n</i>\n\n".repeat(4)}<b></b>\n`;
  const marked = [
    ...[1, 5, 9, 13].flatMap((line) => [
      { tag: "a", line: line + 19 },
      { tag: "i", line: line + 20 },
    ]),
    { tag: "b", line: 36 },
  ];
  expect(movedLines(linesOf("nav.jsx", `<a></a>\n\n\n${nav}`), marked)).toBe(-16);
  expect(movedLines(linesOf("nav.svelte", `<a></a>\n\n\n${nav}`), marked)).toBeUndefined();
});
