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
