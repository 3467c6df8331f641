import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { openToolBench, rowsOf } from "../testing/tool-bench.js";
import { writeFiles } from "../testing/write-files.js";

const studio = shared(openStudio);
let built: string;

const written = `export default function Page() {
  return (
    <main>
      <h1 className="title">Orders</h1>
    </main>
  );
}
`;

/** Builds a page of server components as Next does for development: a chunk of modules with a source map in sections. Returns where its heading is made. */
async function buildPage(root: string): Promise<string> {
  const options = { loader: "jsx", jsx: "automatic", jsxDev: true, sourcemap: "external" } as const;
  const { code, map } = await transform(written, { ...options, sourcefile: `file://${root}/app/page.jsx` });
  const other = await transform("export const other = <p>Other</p>;\n", { ...options, sourcefile: `file://${root}/app/other.jsx` });
  const first = other.code.split("\n").length - 1;
  const sections = [
    { offset: { line: 0, column: 0 }, map: JSON.parse(other.map) },
    { offset: { line: first, column: 0 }, map: JSON.parse(map) },
  ];
  writeFiles(root, {
    ".gitignore": ".next\n",
    "app/page.jsx": written,
    ".next/dev/server/chunks/[root]_page.js": other.code + code,
    ".next/dev/server/chunks/[root]_page.js.map": JSON.stringify({ version: 3, sources: [], sections }),
  });
  const lines = (other.code + code).split("\n");
  const line = lines.findIndex((text) => text.includes('jsxDEV("h1"'));
  return `${root}/.next/dev/server/chunks/%5Broot%5D_page.js:${line + 1}:${(lines[line]?.indexOf('jsxDEV("h1"') ?? 0) + 1}`;
}

/** Preprocessors take the types out, five lines: what Svelte states of the tags below is five lines too few. */
const svelteFiles = {
  "src/Hero.svelte": `<script lang="ts">\n  interface Link {\n    href: string;\n    label: string;\n  }\n  export let links: Link[];\n</script>\n\n<section>\n  <h1>Start here</h1>\n  <p>Then there</p>\n  <h1>End here</h1>\n  <Knob href="/docs" tone="loud">Read the documents</Knob>\n</section>\n`,
  "src/Knob.svelte": `<script>\n  export let href;\n</script>\n<svelte:element this={href ? "a" : "button"} {href} {...$$restProps}>\n  <slot />\n</svelte:element>\n`,
};

const hero = (headingLine: number, partLine: number) =>
  `<!doctype html><html lang="en"><title>Hero</title><section data-source-loc="src/Hero.svelte:4:1"><h1 data-source-loc="src/Hero.svelte:${headingLine}:3">Start here</h1><p data-source-loc="src/Hero.svelte:${partLine}:3">Then there</p></section></html>`;

const listed = ["ul", "li", "p", "em", "b", "i", "s", "u"];
/** A router's splitter leaves the JSX alone and takes lines out above it: the plugin that runs after it states three lines too few. */
const route = `const one = 1;\nconst two = 2;\nconst three = 3;\nexport function Route() {\n  return (\n    <main>\n${listed.map((tag) => `      <${tag}>Part ${tag}</${tag}>\n`).join("")}    </main>\n  );\n}\n`;
const routed = (moved: number) =>
  `<!doctype html><html lang="en"><title>Route</title><main data-source-loc="src/Route.tsx:${6 - moved}:5">${listed.map((tag, at) => `<${tag} data-source-loc="src/Route.tsx:${7 + at - moved}:7">Part ${tag}</${tag}>`).join("")}</main></html>`;

const bench = shared(async () => {
  const root = mkdtempSync(join(tmpdir(), "svc-markers-"));
  const card = `<script setup>\nconst open = () => {};\n</script>\n<template>\n  <article>\n    <h2>Order</h2>\n    <button class="primary" @click="open">Open</button>\n  </article>\n</template>\n`;
  writeFiles(root, {
    ...{ "src/Card.vue": card, "src/Other.vue": card.replace("<h2>Order</h2>", "<h2>Other</h2>") },
    ...{ "src/Plain.vue": "<template><x-thing /></template>\n", "src/Route.tsx": route, ...svelteFiles },
  });
  built = await buildPage(root);
  return openToolBench(root);
});

/** Vue and some plugins record the file of a component and no line in it. */
const page = (file: string) =>
  `<!doctype html><html lang="en"><title>Cards</title><main><article data-sentry-source-file="${file}"><button class="primary" data-sentry-source-file="${file}">Open</button></article></main></html>`;

describe("find_source with markers that name a file and no line", () => {
  it("lifts what was found in that file, and does not name its first line", async () => {
    const capture = await bench.add(await studio.html(page("src/Card.vue")));
    const rows = rowsOf(await bench.call("find_source", { text: "Open", capture }));
    expect(rows[0]).toMatchObject({ file: "src/Card.vue", line: 7, evidence: expect.stringMatching(/file of the element/) });
    expect(rows[1]).toMatchObject({ file: "src/Other.vue", line: 7 });
    // Another file than the one that the page names is named with less than it deserves by itself.
    expect(Number(rows[1]?.["score"])).toBeLessThan(0.7 * Number(rows[0]?.["score"]));
    expect(rows.map(({ line }) => line)).not.toContain(1);
  });

  it("names the file last where hardly anything in it fits", async () => {
    const capture = await bench.add(await studio.html(page("src/Plain.vue")));
    const rows = rowsOf(await bench.call("find_source", { text: "Open", capture }));
    expect(rows.at(-1)).toMatchObject({ file: "src/Plain.vue" });
    expect(Number(rows.at(-1)?.["score"])).toBeLessThan(0.5);
  });
});

describe("find_source with the place of a server component in a built chunk", () => {
  it("follows the source map on disk", async () => {
    const capture = await bench.add(
      await studio.html(
        `<!doctype html><html lang="en"><title>Orders</title><h1 data-source-loc="${built}">Loaded from elsewhere</h1></html>`,
      ),
    );
    const [best] = rowsOf(await bench.call("find_source", { text: "Loaded from elsewhere", capture }));
    expect(best).toMatchObject({ file: "app/page.jsx", line: 4, evidence: expect.stringMatching(/source marker/) });
    expect(Number(best?.["score"])).toBeGreaterThan(0.9);
  });
});

/** Whether a row is a line that the page states. */
const isMarked = ({ evidence }: Record<string, unknown>) => /source marker/.test(String(evidence));

describe("find_source with lines that Svelte states after preprocessors", () => {
  it("takes them as they are where the tags are there", async () => {
    const page = hero(12, 11).replace(":4:1", ":9:1").replace("Start here", "End here");
    const [best] = rowsOf(await bench.call("find_source", { text: "End here", capture: await bench.add(await studio.html(page)) }));
    expect(best).toMatchObject({ file: "src/Hero.svelte", line: 12, evidence: expect.stringMatching(/source marker/) });
  });

  it("trusts none of them where the tags are elsewhere", async () => {
    const rows = rowsOf(await bench.call("find_source", { text: "Start here", capture: await bench.add(await studio.html(hero(5, 6))) }));
    expect(rows[0]).toMatchObject({ file: "src/Hero.svelte", line: 10 });
    expect(rows.filter(isMarked)).toEqual([]);
  });

  it("names the use before the tag that draws it with what comes from outside", async () => {
    const page = `<!doctype html><html lang="en"><title>Hero</title><a href="/docs" tone="loud" data-source-loc="src/Knob.svelte:4:1">Read the documents</a></html>`;
    const rows = rowsOf(await bench.call("find_source", { text: "Read the documents", capture: await bench.add(await studio.html(page)) }));
    expect(rows.slice(0, 2)).toMatchObject([
      { file: "src/Hero.svelte", line: 13 },
      { file: "src/Knob.svelte", line: 4, is: "definition" },
    ]);
  });
});

describe("find_source with lines of JSX", () => {
  it.each([
    ["trusts none of them where all are moved", routed(3), false],
    ["takes them as they are where they fit", routed(0), true],
  ])("%s", async (_what, html, isTrusted) => {
    const rows = rowsOf(await bench.call("find_source", { text: "Part b", capture: await bench.add(await studio.html(html)) }));
    expect(rows[0]).toMatchObject({ file: "src/Route.tsx", line: 11 });
    expect(rows.some(isMarked)).toBe(isTrusted);
  });
});

/** The sources that `get_capture` shows of the elements of a tag. */
async function shownOf(html: string, tag: string): Promise<readonly unknown[]> {
  const capture = await bench.add(await studio.html(html));
  return rowsOf(await bench.call("get_capture", { capture, detail: "full" })).flatMap((row) => (row["tag"] === tag ? [row["source"]] : []));
}

describe("get_capture with lines that the page states", () => {
  it.each([
    ["of Svelte, moved", hero(5, 6), "h1", ["src/Hero.svelte"]],
    ["of Svelte, right", hero(12, 11).replace(":4:1", ":9:1"), "p", ["src/Hero.svelte:11:3"]],
    ["of JSX, moved", routed(3), "b", ["src/Route.tsx"]],
    ["of JSX, right", routed(0), "b", ["src/Route.tsx:11:7"]],
    ["of a file that the project does not have", hero(5, 6).replaceAll("Hero", "Gone"), "h1", ["src/Gone.svelte"]],
    ["of Vue, which moves none", hero(5, 6).replaceAll("Hero.svelte", "Card.vue"), "h1", ["src/Card.vue:5:3"]],
  ])("shows those on the disk: %s", async (_what, html, tag, sources) => {
    expect(await shownOf(html, tag)).toEqual(sources);
  });
});
