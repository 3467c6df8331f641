import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio, type Studio } from "../testing/captures.js";
import { openToolBench, rowsOf, type ToolBench } from "../testing/tool-bench.js";

let studio: Studio;
let bench: ToolBench;
beforeAll(async () => {
  studio = await openStudio();
  const root = mkdtempSync(join(tmpdir(), "svc-markers-"));
  mkdirSync(join(root, "src"));
  const card = `<script setup>\nconst open = () => {};\n</script>\n<template>\n  <article>\n    <h2>Order</h2>\n    <button class="primary" @click="open">Open</button>\n  </article>\n</template>\n`;
  writeFileSync(join(root, "src", "Card.vue"), card);
  writeFileSync(join(root, "src", "Other.vue"), card.replace("<h2>Order</h2>", "<h2>Other</h2>"));
  writeFileSync(join(root, "src", "Plain.vue"), "<template><x-thing /></template>\n");
  bench = await openToolBench(root);
});
afterAll(async () => {
  await bench.close();
  await studio.close();
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
    expect(Number(rows[0]?.["score"])).toBeGreaterThan(Number(rows[1]?.["score"]));
    expect(rows.map(({ line }) => line)).not.toContain(1);
  });

  it("names the file last where nothing in it fits", async () => {
    const capture = await bench.add(await studio.html(page("src/Plain.vue")));
    const rows = rowsOf(await bench.call("find_source", { text: "Open", capture }));
    expect(rows.at(-1)).toMatchObject({ file: "src/Plain.vue", line: 1 });
    expect(Number(rows.at(-1)?.["score"])).toBeLessThan(0.5);
  });
});
