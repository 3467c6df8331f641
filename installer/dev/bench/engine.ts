import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { launchChromium, offline } from "../../../host/testing/chromium.js";
import { readEngine } from "../../../host/testing/engine.js";
import { servePages } from "../../../host/testing/page-server.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { sharedPages } from "../../../host/testing/shared-pages.js";
import { pagesIn } from "../pages-in.js";
import { aligned } from "../table.js";
import { bareWalk } from "./bare-walk.js";
import { type BenchRow, figure, median } from "./rows.js";

/** One page: how long our capture takes as a multiple of the bare walk, and its size. */
interface EnginePage {
  readonly page: string;
  readonly elements: number;
  /** Milliseconds of the bare walk: this machine's, only good for the ratios. */
  readonly bare: number;
  /** On a page that was freshly loaded for each, and where both take turns on one page. */
  readonly fresh: number;
  readonly inTurns: number;
  /** Of the capture's JSON, for each element. */
  readonly bytes: number;
}

const rounds = 5;
const tabsInTurns = 3;
const turns = 7;

/**
 * Measures our capture against a bare walk that reads the same boxes and styles. Each run has a page of its own, freshly loaded; both take turns,
 * so that what the machine does beside hits both alike; medians are compared. Then they take turns on one page, again and again: what is left when
 * the browser has compiled the code. Saved pages where the folder is there, else the fixtures. Returns each page's figures, also as a text, and
 * rows with bounds: the ratio in the median and at worst over pages of 1,000 elements and more (over all where none has so many), and the bytes in
 * the median.
 */
export async function benchEngine(): Promise<{ pages: readonly EnginePage[]; rows: readonly BenchRow[]; text: string }> {
  const folder = existsSync(sharedPages) ? sharedPages : join(projectRoot, "extension/fixtures");
  const server = await servePages({}, folder);
  const browser = await launchChromium({ args: [offline] });
  try {
    const engine = await readEngine();
    const pages: EnginePage[] = [];
    for (const page of pagesIn(folder)) pages.push(await measurePage(browser, server.url(page), page, engine));
    return { pages, rows: boundsOf(pages), text: textOf(pages) };
  } finally {
    await browser.close();
    await server.close();
  }
}

const works = { bare: bareWalk, ours: "const made = svcCapture(document)" } as const;
type Name = keyof typeof works;
const names = Object.keys(works) as Name[];
/** Turned round each time: nobody is always the first. */
const orderOf = (round: number) => (round % 2 === 0 ? names : names.toReversed());

/** Timed within the page, so that no message between processes counts. `size`: length of what was made as JSON. */
async function run(tab: Page, name: Name): Promise<{ milliseconds: number; size: number }> {
  const timed = `const start = performance.now(); ${works[name]}; const milliseconds = performance.now() - start;`;
  const result = await tab.evaluate(`(() => { ${timed} return { milliseconds, size: JSON.stringify(made).length }; })()`);
  return result as { milliseconds: number; size: number };
}

async function openTab(browser: Browser, url: string, script: string): Promise<Page> {
  const tab = await browser.newPage();
  await tab.goto(url, { waitUntil: "load" });
  await tab.evaluate(`${script};undefined`);
  return tab;
}

async function measurePage(browser: Browser, url: string, page: string, engine: string): Promise<EnginePage> {
  const times: Record<Name, number[]> = { bare: [], ours: [] };
  let [elements, bytes] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    for (const name of orderOf(round)) {
      const tab = await openTab(browser, url, name === "ours" ? engine : "");
      const { milliseconds, size } = await run(tab, name);
      times[name].push(milliseconds);
      if (name === "ours") bytes = size;
      if (round === 0) elements = await tab.evaluate(() => document.getElementsByTagName("*").length);
      await tab.close();
    }
  }
  const bare = median(times.bare);
  const inTurns = await takeTurns(browser, url, engine);
  return { page: page.replace(/\.x?html?$/, ""), elements, bare, fresh: median(times.ours) / bare, inTurns, bytes: bytes / elements };
}

/** The ratio of medians over some pages, each freshly loaded and read by both in turns; the first of each page count too. */
async function takeTurns(browser: Browser, url: string, engine: string): Promise<number> {
  const times: Record<Name, number[]> = { bare: [], ours: [] };
  for (let opened = 0; opened < tabsInTurns; opened++) {
    const tab = await openTab(browser, url, engine);
    for (let turn = 0; turn < turns; turn++)
      for (const name of orderOf(opened + turn)) times[name].push((await run(tab, name)).milliseconds);
    await tab.close();
  }
  return median(times.ours) / median(times.bare);
}

function boundsOf(pages: readonly EnginePage[]): BenchRow[] {
  const long = pages.filter(({ elements }) => elements >= 1_000);
  const large = long.length > 0 ? long : pages;
  const [fresh, again] = [large.map((one) => one.fresh), large.map(({ inTurns }) => inTurns)];
  return [
    figure("capture engine / bare walk, in turns on one page, median", 1.25, median(again)),
    figure("capture engine / bare walk, in turns on one page, worst", 1.6, Math.max(...again)),
    figure("capture engine / bare walk, first run on a page, median", 1.25, median(fresh)),
    figure("capture engine / bare walk, first run on a page, worst", 1.6, Math.max(...fresh)),
    figure("capture size, bytes an element, median", 110, median(pages.map(({ bytes }) => bytes))),
  ];
}

function textOf(pages: readonly EnginePage[]): string {
  const head = ["page", "elements", "bare ms", "ours", "ours in turns", "bytes/el"];
  const lines = pages.map(({ page, elements, bare, fresh, inTurns, bytes }) => [
    page,
    String(elements),
    bare.toFixed(1),
    ...[fresh, inTurns].map((ratio) => ratio.toFixed(2)),
    bytes.toFixed(0),
  ]);
  return aligned([head, ...lines]);
}
