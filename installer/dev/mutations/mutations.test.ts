import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEngine } from "../fidelity/engine.js";
import { kinds } from "./actions.js";
import { missesOf } from "./report.js";
import { measureMutations, type PageResult } from "./run.js";
import { precisionOf, recallOf, sum } from "./score.js";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const shared = fromHere("../../../../shared/pages");
const sharedPages = ["bbc-1.html", "gitlab-blog.html", "seattletimes-1.html"];
const least = 0.95;

const folders: readonly [name: string, folder: string, seeds: number, accepts: (page: string) => boolean][] = [
  ["the fixtures", fromHere("../../../extension/fixtures"), 3, () => true],
  ["real pages", shared, 2, (page) => sharedPages.includes(page)],
];

describe.each(folders)("the comparison of mutated pages: %s", (_name, folder, seeds, accepts) => {
  const isThere = existsSync(folder);
  let results: PageResult[];

  beforeAll(async () => {
    if (!isThere) return console.warn("There are no shared pages beside the project: real pages are not measured.");
    results = await measureMutations(folder, { engine: await readEngine(true), seeds, each: 2, accepts });
  }, 400_000);

  it.skipIf(!isThere).each(kinds)("tells what was %s, and nothing else", (kind) => {
    const count = sum(results.map(({ counts }) => counts))[kind];
    expect(count.made).toBeGreaterThan(5);
    expect(precisionOf(count), missesOf(results)).toBeGreaterThanOrEqual(least);
    expect(recallOf(count), missesOf(results)).toBeGreaterThanOrEqual(least);
  });

  it.skipIf(!isThere)("tells nothing of pages that did not change, taken again or loaded again", () => {
    expect(results.flatMap(({ idle }) => idle)).toEqual([]);
  });
});

describe("the comparison of a page of more than 10,000 elements", () => {
  const folder = mkdtempSync(join(tmpdir(), "mutations-"));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("takes less than a second and is right", async () => {
    const rows = Array.from(
      { length: 2_100 },
      (_, row) => `<li class="row"><b>${row % 50}</b> <a href="/${row}">Entry ${row}</a> <i>x</i> <button>Remove</button>`,
    );
    writeFileSync(join(folder, "large.html"), `<!doctype html><title>Large</title><ul>${rows.join("</li>\n")}</ul>`);
    const [large] = await measureMutations(folder, { engine: await readEngine(true), seeds: 2, each: 5, accepts: () => true });
    expect(large?.elements).toBeGreaterThan(10_000);
    expect(large?.misses).toEqual([]);
    expect(large?.fastest).toBeLessThan(1_000);
  });
});
