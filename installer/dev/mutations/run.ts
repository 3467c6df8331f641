import { compareCaptures } from "../../../host/analysis/compare/compare.js";
import { openPageBrowser } from "../../../host/testing/chromium.js";
import { servePages } from "../../../host/testing/page-server.js";
import { pagesIn } from "../pages-in.js";
import type { Truth } from "./actions.js";
import { type MutablePage, openMutablePage } from "./page.js";
import { type Known, planMutations } from "./plan.js";
import { type Scored, score } from "./score.js";

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
  readonly scores: readonly Scored[];
  /** Rows reported for captures between which nothing was changed: taken again, and after a reload. */
  readonly idle: readonly string[];
  /** The longest comparison, in milliseconds of processor time. */
  readonly slowest: number;
}

/** Measures comparisons on the pages of a folder, each opened anew for each seed. */
export async function measureMutations(folder: string, options: Options): Promise<PageResult[]> {
  const results = new Map<string, PageResult>();
  /** The last capture of each page before it was changed. */
  const last = new Map<string, Known>();
  await measurePages(folder, options, seedsOf(options), async (page, name, seed) => {
    const before = await page.capture();
    const idle = rowsBetween(last.get(name) ?? (await page.capture()), before);
    last.set(name, before);
    const truths: Truth[] = [];
    const each = Math.max(1, Math.min(options.each, Math.floor(before.reader.count / elementsForEach)));
    for (const action of planMutations(before, seed, each)) truths.push(...[(await page.mutate(action)) ?? []].flat());
    const after = await page.capture();
    const start = process.cpuUsage();
    const comparison = compare(before, after);
    const { user, system } = process.cpuUsage(start);
    const milliseconds = (user + system) / 1_000;
    const scores = score(comparison, before, after, truths).map((one) => ({ ...one, detail: `seed ${seed}: ${one.detail}` }));
    const earlier = results.get(name);
    results.set(name, {
      page: name,
      elements: before.reader.count,
      scores: [...(earlier?.scores ?? []), ...scores],
      idle: [...(earlier?.idle ?? []), ...idle],
      slowest: Math.max(earlier?.slowest ?? 0, milliseconds),
    });
  });
  return [...results.values()];
}

export function seedsOf({ seeds }: Options): readonly number[] {
  return Array.from({ length: seeds }, (_, seed) => seed);
}

/** Measures every page of a folder, one browser for all, each page opened anew for each variant. */
export async function measurePages<Variant>(
  folder: string,
  { engine, accepts, progress }: Options,
  variants: readonly Variant[],
  measure: (page: MutablePage, name: string, variant: Variant) => Promise<void>,
): Promise<void> {
  const server = await servePages({}, folder);
  const browser = await openPageBrowser();
  try {
    for (const name of pagesIn(folder).filter(accepts)) {
      for (const variant of variants) {
        const page = await openMutablePage(browser, server.url(encodeURIComponent(name)), engine);
        try {
          await measure(page, name, variant);
        } finally {
          await page.close();
        }
      }
      progress?.(name);
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

function compare(before: Known, after: Known) {
  return compareCaptures({ filename: "before", capture: before.reader.capture }, { filename: "after", capture: after.reader.capture });
}

function rowsBetween(before: Known, after: Known): string[] {
  const { added, removed, moved, changed } = compare(before, after);
  return [...added, ...removed, ...moved, ...changed].map((row) => JSON.stringify(row));
}
