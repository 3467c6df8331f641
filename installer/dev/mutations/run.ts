import { compareCaptures } from "../../../host/analysis/compare/compare.js";
import { groupBy } from "../../../host/contract/group-by.js";
import { openPageBrowser } from "../../../host/testing/chromium.js";
import { servePages } from "../../../host/testing/page-server.js";
import { pagesIn } from "../pages-in.js";
import { aligned } from "../table.js";
import { type Action, kinds, type Truth } from "./actions.js";
import { type MutablePage, openMutablePage } from "./page.js";
import { type Known, planMutations } from "./plan.js";
import { madeOf, type Scored, score, shareOf } from "./score.js";

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

/** A page with some mutations: captures of it twice as it was, perhaps loaded again between them, and after what was done. */
export interface Trial {
  readonly page: string;
  readonly seed: number;
  readonly first: Known;
  readonly before: Known;
  readonly after: Known;
  readonly done: readonly { readonly action: Action; readonly truth: Truth }[];
}

/** What is measured, and how cases of many pages are printed: as a table, and those that are not right. */
export interface Measure<Case> {
  readonly judge: (trial: Trial) => readonly Case[];
  readonly table: (cases: readonly Case[]) => string;
  readonly misses: (cases: readonly Case[]) => string;
}

/** Measures every page of a folder, one browser for all, each page opened anew for each seed. */
export async function measurePages<Case>(folder: string, options: Options, { judge }: Measure<Case>): Promise<Case[]> {
  const { engine, seeds, each, accepts, progress } = options;
  const server = await servePages({}, folder);
  const browser = await openPageBrowser();
  const cases: Case[] = [];
  /** The last capture of each page before it was changed. */
  const last = new Map<string, Known>();
  try {
    for (const name of pagesIn(folder).filter(accepts)) {
      for (let seed = 0; seed < seeds; seed++) {
        const page = await openMutablePage(browser, server.url(encodeURIComponent(name)), engine);
        const trial = await tryOut(page, name, seed, each, last.get(name)).finally(() => page.close());
        last.set(name, trial.before);
        cases.push(...judge(trial));
      }
      progress?.(name);
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return cases;
}

/** A comparison of a page before and after some mutations. */
export interface Compared {
  readonly page: string;
  readonly elements: number;
  readonly scores: readonly Scored[];
  /** Rows reported for captures between which nothing was changed: taken again, and after a reload. */
  readonly idle: readonly string[];
  /** Milliseconds of processor time that the comparison took. */
  readonly milliseconds: number;
}

async function tryOut(page: MutablePage, name: string, seed: number, most: number, last?: Known): Promise<Trial> {
  const first = last ?? (await page.capture());
  const before = await page.capture();
  const each = Math.max(1, Math.min(most, Math.floor(before.reader.count / elementsForEach)));
  const done: Trial["done"][number][] = [];
  for (const action of planMutations(before, seed, each)) {
    const truth = await page.mutate(action);
    if (truth !== undefined) done.push({ action, truth });
  }
  return { page: name, seed, first, before, after: await page.capture(), done };
}

/** Whether comparing captures finds what was changed between them. */
export const comparisons: Measure<Compared> = {
  judge: ({ page, seed, first, before, after, done }) => {
    const idle = rowsBetween(first, before);
    const start = process.cpuUsage();
    const comparison = compare(before, after);
    const { user, system } = process.cpuUsage(start);
    const truths = done.map(({ truth }) => truth);
    const scores = score(comparison, before, after, truths).map((one) => ({ ...one, detail: `seed ${seed}: ${one.detail}` }));
    return [{ page, elements: before.reader.count, scores, idle, milliseconds: (user + system) / 1_000 }];
  },
  table: tableOf,
  misses: missesOf,
};

function compare(before: Known, after: Known) {
  return compareCaptures({ filename: "before", capture: before.reader.capture }, { filename: "after", capture: after.reader.capture });
}

function rowsBetween(before: Known, after: Known): string[] {
  const { added, removed, moved, changed } = compare(before, after);
  return [...added, ...removed, ...moved, ...changed].map((row) => JSON.stringify(row));
}

/** A line a page, and one for all: for each kind precision and recall in per cent, and how many mutations were made. */
function tableOf(cases: readonly Compared[]): string {
  const lines = [...groupBy(cases, ({ page }) => page), ["total", cases] as const].map(([page, list]) => {
    const scores = list.flatMap((one) => one.scores);
    const shares = kinds.map((kind) => `${percent(shareOf(scores, kind, "wrong"))}/${percent(shareOf(scores, kind, "missing"))}`);
    const slowest = Math.max(...list.map(({ milliseconds }) => milliseconds));
    return [page, list[0]?.elements ?? 0, ...shares, list.flatMap(({ idle }) => idle).length, slowest.toFixed(0)];
  });
  const all = cases.flatMap(({ scores }) => scores);
  return aligned([
    ["page", "elements", ...kinds.map((kind) => `${kind} P/R`), "idle rows", "slowest ms"],
    ...lines,
    ["mutations", "", ...kinds.map((kind) => madeOf(all, kind)), "", ""],
  ]);
}

function percent(share: number): string {
  return String(Math.floor(share * 1_000) / 10);
}

const longest = 320;

/** Each row that was wrong or missing. */
export function missesOf(cases: readonly Compared[]): string {
  return cases
    .flatMap(({ page, scores, idle }) => [
      ...scores.flatMap(({ kind, outcome, detail }) => (outcome === "right" ? [] : [`${page}  ${kind} ${outcome}: ${detail}`])),
      ...idle.map((row) => `${page}  without any change: ${row}`),
    ])
    .map((line) => (line.length <= longest ? line : `${line.slice(0, longest)}…`))
    .join("\n");
}
