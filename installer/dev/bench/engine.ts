import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { launchChromium, offline } from "../../../host/testing/chromium.js";
import { readEngine } from "../../../host/testing/engine.js";
import { servePages } from "../../../host/testing/page-server.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { sharedPages } from "../../../host/testing/shared-pages.js";
import { pagesIn } from "../pages-in.js";
import { aligned } from "../table.js";
import { type Contender, contenders } from "./engine-contenders.js";
import { type BenchRow, figure, median } from "./rows.js";

/** One page: how long each contender takes as a multiple of the bare walk, and the size of our capture. */
export interface EnginePage {
  readonly page: string;
  readonly elements: number;
  /** Milliseconds of the bare walk: this machine's, only good for the ratios. */
  readonly bare: number;
  readonly ratios: Readonly<Record<string, number>>;
  /** Our time to that of the bare walk where both take turns on one page. */
  readonly inTurns: number;
  /** Of the capture's JSON, for each element. */
  readonly bytes: number;
}

const rounds = 5;
const tabsInTurns = 3;
const turns = 7;

/**
 * Measures our capture against a bare walk that reads the same boxes and styles. Each run has a page of
 * its own, freshly loaded; contenders take turns, so that what the machine does beside hits all alike; medians are compared. Then ours and
 * the bare walk take turns on one page, again and again: what is left when the browser has compiled the code.
 * Saved pages where the folder is there, else the fixtures. Returns each page's figures, also as a text, and rows with bounds: the ratio
 * in the median and at worst over pages of 1,000 elements and more (over all where none has so many), and the bytes in the median.
 */
export async function benchEngine(): Promise<{ pages: readonly EnginePage[]; rows: readonly BenchRow[]; text: string }> {
  const folder = existsSync(sharedPages) ? sharedPages : join(projectRoot, "extension/fixtures");
  const server = await servePages({}, folder);
  const browser = await launchChromium({ args: [offline] });
  try {
    const all = contenders(await readEngine());
    const pages: EnginePage[] = [];
    for (const page of pagesIn(folder)) pages.push(await measurePage(browser, server.url(page), page, all));
    return { pages, rows: boundsOf(pages), text: textOf(pages) };
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measurePage(browser: Browser, url: string, page: string, all: readonly Contender[]): Promise<EnginePage> {
  const times = new Map(all.map(({ name }) => [name, [] as number[]]));
  let elements = 0;
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    // Turned round each time: nobody is always the first.
    for (const contender of round % 2 === 0 ? all : all.toReversed()) {
      const tab = await browser.newPage();
      await tab.goto(url, { waitUntil: "load" });
      await contender.load(tab);
      const { milliseconds, size } = await contender.run(tab);
      times.get(contender.name)?.push(milliseconds);
      if (contender.name === "ours") bytes = size ?? 0;
      if (round === 0) elements = await tab.evaluate(() => document.getElementsByTagName("*").length);
      await tab.close();
    }
  }
  const bare = median(times.get("bare") ?? []);
  const ratios = Object.fromEntries(Array.from(times, ([name, taken]) => [name, median(taken) / bare]));
  const inTurns = await takeTurns(browser, url, all);
  return { page: page.replace(/\.x?html?$/, ""), elements, bare, ratios, inTurns, bytes: bytes / elements };
}

/** The ratio of medians over some pages, each freshly loaded and read by both in turns; the first of each page count too. */
async function takeTurns(browser: Browser, url: string, all: readonly Contender[]): Promise<number> {
  const times = new Map(all.map(({ name }) => [name, [] as number[]]));
  for (let opened = 0; opened < tabsInTurns; opened++) {
    const tab = await browser.newPage();
    await tab.goto(url, { waitUntil: "load" });
    for (const contender of all) await contender.load(tab);
    for (let turn = 0; turn < turns; turn++)
      for (const contender of (opened + turn) % 2 === 0 ? all : all.toReversed())
        times.get(contender.name)?.push((await contender.run(tab)).milliseconds);
    await tab.close();
  }
  return median(times.get("ours") ?? []) / median(times.get("bare") ?? []);
}

function boundsOf(pages: readonly EnginePage[]): BenchRow[] {
  const long = pages.filter(({ elements }) => elements >= 1_000);
  const large = long.length > 0 ? long : pages;
  const fresh = large.map(({ ratios }) => ratios["ours"] ?? Number.NaN);
  const again = large.map(({ inTurns }) => inTurns);
  const bytes = pages.map(({ bytes }) => bytes);
  return [
    figure("capture engine / bare walk, in turns on one page, median", 1.25, median(again)),
    figure("capture engine / bare walk, in turns on one page, worst", 1.6, Math.max(...again)),
    figure("capture engine / bare walk, first run on a page, median", 1.25, median(fresh)),
    figure("capture engine / bare walk, first run on a page, worst", 1.6, Math.max(...fresh)),
    figure("capture size, bytes an element, median", 110, median(bytes)),
  ];
}

function textOf(pages: readonly EnginePage[]): string {
  const names = Object.keys(pages[0]?.ratios ?? {}).filter((name) => name !== "bare");
  const head = ["page", "elements", "bare ms", ...names, "ours in turns", "bytes/el"];
  const lines = pages.map(({ page, elements, bare, ratios, inTurns, bytes }) => [
    page,
    String(elements),
    bare.toFixed(1),
    ...names.map((name) => (ratios[name] ?? Number.NaN).toFixed(2)),
    inTurns.toFixed(2),
    bytes.toFixed(0),
  ]);
  return aligned([head, ...lines]);
}
