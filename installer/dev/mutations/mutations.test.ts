import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEngine } from "../../../host/testing/engine.js";
import { isLong, onlyAtLength } from "../../../host/testing/long.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { noSharedPages, sharedPageNames, sharedPages } from "../../../host/testing/shared-pages.js";
import { kinds } from "./actions.js";
import { type Compared, comparisons, measurePages, missesOf } from "./run.js";
import { madeOf, shareOf } from "./score.js";

const least = 0.95;
const fixtures = `${projectRoot}extension/fixtures`;

/** What is compared is the same on each page: these have every kind of mutation more than five times. */
const representatives = /^(?:forms|layout|lists|names|roles|selectors|shadow|tables|text)\.html$/;

describe("the comparison of mutated pages: the fixtures", () =>
  holdMutations(fixtures, isLong ? 10 : 1, (page) => isLong || representatives.test(page)));

describe("the comparison of mutated pages: real pages", () => {
  const names = sharedPageNames();
  if (!isLong) it("is skipped", (context) => context.skip(onlyAtLength));
  else if (names.length === 0) it("is skipped", (context) => context.skip(noSharedPages));
  else holdMutations(sharedPages, 2, (page) => names.includes(page));
});

function holdMutations(folder: string, seeds: number, accepts: (page: string) => boolean): void {
  let results: Compared[];

  beforeAll(async () => {
    results = await measurePages(folder, { engine: await readEngine(), seeds, each: 2, accepts }, comparisons);
  }, 4_000_000);

  it.each(kinds)("tells what was %s, and nothing else", (kind) => {
    const scores = results.flatMap((one) => one.scores);
    expect(madeOf(scores, kind)).toBeGreaterThan(5);
    for (const fault of ["wrong", "missing"] as const)
      expect(shareOf(scores, kind, fault), missesOf(results)).toBeGreaterThanOrEqual(least);
  });

  it("tells nothing of pages that did not change, taken again or loaded again", () => {
    expect(results.flatMap(({ idle }) => idle)).toEqual([]);
  });
}

describe("the comparison of a page of more than 10,000 elements", () => {
  const folder = mkdtempSync(join(tmpdir(), "mutations-"));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("takes time in proportion to its size and is right", async ({ skip }) => {
    if (!isLong) skip(onlyAtLength);
    const rows = Array.from(
      { length: 2_100 },
      (_, row) => `<li class="row"><b>${row % 50}</b> <a href="/${row}">Entry ${row}</a> <i>x</i> <button>Remove</button>`,
    );
    writeFileSync(join(folder, "large.html"), `<!doctype html><title>Large</title><ul>${rows.join("</li>\n")}</ul>`);
    const [large] = await measurePages(folder, { engine: await readEngine(), seeds: 1, each: 5, accepts: () => true }, comparisons);
    expect(large?.elements).toBeGreaterThan(10_000);
    expect(large?.scores.filter(({ outcome }) => outcome !== "right")).toEqual([]);
    // 1.3 s on a slow machine; quadratic, it would be minutes.
    expect(large?.milliseconds).toBeLessThan(5_000);
  });
});
