import { expect, it } from "vitest";
import { linesOf, makeTrueLines, movedLines } from "./true-lines.js";

it("reads a file once, however many elements state a line of it", async () => {
  const text = `<script>\n\n</script>\n${"<p></p>\n".repeat(200)}`;
  const read: string[] = [];
  const trueLine = makeTrueLines({
    fileOf: (path) => (path === "src/A.svelte" ? path : undefined),
    read: async (file) => {
      read.push(file);
      return text;
    },
    marked: new Map([["src/A.svelte", Array.from({ length: 200 }, (_, at) => ({ tag: "p", line: at + 1 }))]]),
  });
  for (let line = 1; line <= 200; line++) expect(await trueLine(`src/A.svelte:${line}:1`)).toBe(`src/A.svelte:${line + 3}:1`);
  expect(await trueLine("src/B.svelte:1:1")).toBeUndefined();
  expect(read).toEqual(["src/A.svelte"]);
});

const drawing = `<svg>\n${"<line />\n".repeat(24)}</svg>\n<span></span>\n`;
const statedOf = (moved: number, lines: number) => [
  ...Array.from({ length: lines }, (_, at) => ({ tag: "line", line: at + 2 - moved })),
  { tag: "svg", line: 1 - moved },
];

it("finds by how much lines are moved where most tags fit a line lower, too", () => {
  expect(movedLines(linesOf("a.svelte", drawing), statedOf(0, 24))).toBe(0);
  expect(movedLines(linesOf("b.svelte", drawing), statedOf(1, 24))).toBe(1);
  expect(movedLines(linesOf("c.svelte", drawing), [{ tag: "line", line: 60 }])).toBeUndefined();
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
