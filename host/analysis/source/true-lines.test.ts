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

const rows = (count: number) => Array.from({ length: count }, (_, at) => `<${"bipqs"[at % 5] ?? "b"}>\n`.repeat(1 + (at % 3))).join("");
const texts: Readonly<Record<string, string>> = {
  "src/A.jsx": rows(20),
  "src/B.jsx": rows(12),
  "src/C.jsx": `\n\n<em>\n<em>\n`,
  "src/D.jsx": "make('em')\n",
  "src/F.jsx": rows(20),
  "src/G.jsx": rows(16),
};

/** All tags of a text as a page states them that has lines above each script. */
function statedBy(text: string, above: number) {
  return [...text.matchAll(/<(\w+)>/g)].map(([, tag = ""], at, all) => ({
    tag,
    line: text.slice(0, all[at]?.index ?? 0).split("\n").length + above,
  }));
}

it.each([
  ["those of the page's other scripts move it", ["src/A.jsx", "src/B.jsx", "src/C.jsx"], "src/C.jsx:22:1", "src/C.jsx:3:1"],
  ["one other script alone moves nothing", ["src/A.jsx", "src/C.jsx"], "src/C.jsx:22:1", "src/C.jsx:22:1"],
  [
    "as many scripts are where they are stated",
    ["src/A.jsx", "src/B.jsx", "as is/A.jsx", "as is/B.jsx", "src/C.jsx"],
    "src/C.jsx:22:1",
    "src/C.jsx:22:1",
  ],
  ["no such tag stands where they move it", ["src/A.jsx", "src/B.jsx", "src/D.jsx"], "src/D.jsx:20:1", "src/D.jsx"],
])("reads the line of a script with few tags: %s", async (_, paths, stated, wanted) => {
  const trueLine = makeTrueLines({
    fileOf: (path) => path,
    read: async (file) => texts[file.replace("as is/", "src/")],
    marked: new Map(paths.map((path) => [path, statedBy(texts[path.replace("as is/", "src/")] ?? "", path.startsWith("as is/") ? 0 : 19)])),
  });
  expect(await trueLine(stated)).toBe(wanted);
});

// plugin-react 4.0 states lines of what Babel has written anew: tags in the same order, each on a line of its own, without what stands between.
it.each([
  ["of a script with many tags", "src/A.jsx:9:1", "src/A.jsx"],
  ["of one with few", "src/C.jsx:1:1", "src/C.jsx"],
  ["of one whose components draw all", "src/E.jsx:5:1", "src/E.jsx"],
  ["of one that stands alone among others", "src/A.jsx:9:1", "src/A.jsx", "src/A.jsx"],
  ["but the stated one of one beside it", "src/B.jsx:1:1", "src/B.jsx:1:1", "src/A.jsx"],
])("states no line %s where scripts were written anew", async (_, stated, wanted, only = "") => {
  const spread = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, text.replaceAll(/<(?=[ips])/g, "\n\n<")]));
  const all: Readonly<Record<string, string>> = {
    ...spread,
    "src/E.jsx": "\n\n\n\n<Row />\n".repeat(10),
  };
  const anew = (text: string) => statedBy(text.replaceAll(/<Row \/>/g, "<tr>").replaceAll(/\n+/g, "\n"), 0);
  const trueLine = makeTrueLines({
    fileOf: (path) => path,
    read: async (file) => all[file],
    marked: new Map(Object.entries(all).map(([file, text]) => [file, only === "" || only === file ? anew(text) : statedBy(text, 0)])),
  });
  expect(await trueLine(stated)).toBe(wanted);
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
