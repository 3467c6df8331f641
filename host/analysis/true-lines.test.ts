import { expect, it } from "vitest";
import { areTrue, makeTrueLines } from "./true-lines.js";

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
  for (let line = 1; line <= 200; line++) expect(await trueLine(`src/A.svelte:${line}:1`)).toBe("src/A.svelte");
  expect(await trueLine("src/B.svelte:1:1")).toBeUndefined();
  expect(read).toEqual(["src/A.svelte"]);
});

const drawing = `<svg>\n${"<line />\n".repeat(40)}</svg>\n<span></span>\n`;
const statedOf = (moved: number) => [
  ...Array.from({ length: 40 }, (_, at) => ({ tag: "line", line: at + 2 - moved })),
  { tag: "svg", line: 1 - moved },
];

it("takes no lines for those of a file where one of its tags stands elsewhere", () => {
  expect([0, 1].map((moved) => areTrue("a.svelte", drawing, statedOf(moved)))).toEqual([true, false]);
  expect(areTrue("a.svelte", drawing, [{ tag: "line", line: 60 }])).toBe(false);
});

it("takes a component's tag in a script for what it draws", () => {
  const nav = "<Link />\n<i>\n</i>\n\n".repeat(4);
  const marked = [1, 5, 9, 13].flatMap((line) => [
    { tag: "a", line: line + 3 },
    { tag: "i", line: line + 4 },
  ]);
  const areThere = (file: string) => areTrue(file, `<a></a>\n\n\n${nav}`, marked);
  expect(["nav.jsx", "nav.svelte"].map(areThere)).toEqual([true, false]);
});

it("takes no lines for those of a script where no tag is on them, whatever its components draw", () => {
  const link = "export const Link = (props) => (\n  <Target {...props} />\n);\n";
  expect([2, 1, 29].map((line) => areTrue("link.jsx", link, [{ tag: "a", line }]))).toEqual([true, false, false]);
});
