import { compareCaptures } from "../../../host/analysis/compare/compare.js";
import { openPageBrowser } from "../../../host/testing/chromium.js";
import { pagesIn, serveFolder } from "../serve-folder.js";
import type { Truth } from "./actions.js";
import { MutablePage } from "./page.js";
import { type Known, planMutations } from "./plan.js";
import { type Counts, type Miss, noCounts, score, sum } from "./score.js";

/** A small page is not shredded: so many elements for each mutation of a kind. */
const elementsForEach = 100;

export interface Options {
  readonly engine: string;
  readonly seeds: number;
  /** Mutations of each kind made at once. */
  readonly each: number;
  /** Keeps pages whose name passes. */
  readonly accepts: (page: string) => boolean;
  /** Called with each page that is done. */
  readonly progress?: (page: string) => void;
}

export interface PageResult {
  readonly page: string;
  readonly elements: number;
  readonly counts: Counts;
  readonly misses: readonly Miss[];
  /** Rows reported for captures between which nothing was changed: taken again, and after a reload. */
  readonly idle: readonly string[];
  /** The longest and the shortest comparison, in milliseconds. */
  readonly slowest: number;
  readonly fastest: number;
}

/** Measures comparisons on the pages of a folder, one browser for all, each page opened anew for each seed. */
export async function measureMutations(folder: string, options: Options): Promise<PageResult[]> {
  const server = await serveFolder(folder);
  const browser = await openPageBrowser();
  try {
    const results: PageResult[] = [];
    for (const name of pagesIn(folder).filter(options.accepts)) {
      const open = () => MutablePage.open(browser, `${server.url}/${encodeURIComponent(name)}`, options.engine);
      const result = await measurePage(name, open, options);
      options.progress?.(name);
      results.push(result);
    }
    return results;
  } finally {
    await browser.close();
    server.close();
  }
}

async function measurePage(page: string, open: () => Promise<MutablePage>, { seeds, each }: Options): Promise<PageResult> {
  const counts: Counts[] = [];
  const misses: Miss[] = [];
  const idle: string[] = [];
  let elements = 0;
  const times: number[] = [];
  let last: Known | undefined;
  for (let seed = 0; seed < seeds; seed++) {
    const opened = await open();
    try {
      const before = await opened.capture();
      elements = before.reader.count;
      idle.push(...rowsBetween(last ?? (await opened.capture()), before));
      last = before;
      const truths: Truth[] = [];
      for (const action of planMutations(before, seed, Math.max(1, Math.min(each, Math.floor(before.reader.count / elementsForEach)))))
        truths.push(...[(await opened.mutate(action)) ?? []].flat());
      const after = await opened.capture();
      const start = performance.now();
      const comparison = compare(before, after);
      times.push(performance.now() - start);
      const scored = score(comparison, before, after, truths);
      counts.push(scored.counts);
      misses.push(...scored.misses.map((miss) => ({ ...miss, detail: `seed ${seed}: ${miss.detail}` })));
    } finally {
      await opened.close();
    }
  }
  return {
    page,
    elements,
    counts: counts.length === 0 ? noCounts() : sum(counts),
    misses,
    idle,
    slowest: Math.max(0, ...times),
    fastest: Math.min(...times),
  };
}

function compare(before: Known, after: Known) {
  return compareCaptures({ filename: "before", capture: before.reader.capture }, { filename: "after", capture: after.reader.capture });
}

function rowsBetween(before: Known, after: Known): string[] {
  const { added, removed, moved, changed } = compare(before, after);
  return [...added, ...removed, ...moved, ...changed].map((row) => JSON.stringify(row));
}
