import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { properties } from "../../../extension/capture/styles/properties.js";
import { launchChromium, offline } from "../../../host/testing/chromium.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { sharedPages } from "../../../host/testing/shared-pages.js";
import { readEngine } from "../fidelity/engine.js";
import { aligned } from "../fidelity/report.js";
import { pagesIn, serveFolder } from "../serve-folder.js";
import { figure, median, type Row } from "./rows.js";

/** One page: how long our capture takes as a multiple of the bare walk, and its size. */
interface EnginePage {
  readonly page: string;
  readonly elements: number;
  /** Milliseconds of the bare walk: this machine's, only good for the ratios. */
  readonly bare: number;
  /** Each on a freshly loaded page. */
  readonly first: number;
  /** Both again and again on one page. */
  readonly inTurns: number;
  /** Of the capture's JSON, for each element. */
  readonly bytes: number;
}

export interface EngineTable {
  readonly pages: readonly EnginePage[];
  /** The bounds: the ratio in the median and at worst over pages of 1,000 elements and more, and the bytes in the median. */
  readonly rows: readonly Row[];
  /** The table as text. */
  readonly text: string;
}

/** Each element's box and the very properties that our captures hold, of every element, and nothing made of them. */
export const bareWalk = `
  const properties = ${JSON.stringify(properties)};
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
  let made = 0;
  for (let element = walker.nextNode(); element !== null; element = walker.nextNode()) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    made += x + y + width + height;
    for (const property of properties) made += style.getPropertyValue(property).length;
  }`;

const works = { bare: bareWalk, ours: "const made = svcCapture(document)" } as const;
type Reader = keyof typeof works;
const readers: readonly Reader[] = ["bare", "ours"];

const rounds = 5;
const tabsInTurns = 3;
const turns = 7;

/**
 * Measures our capture against a bare walk that reads the same boxes and styles. Each run has a page of its own, freshly loaded; both take turns, so
 * that what the machine does beside hits both; medians are compared. Then they take turns on one page, again and again: what is left when the
 * browser has compiled the code. Saved pages where the folder is there, else the fixtures.
 */
export async function benchEngine(): Promise<EngineTable> {
  const folder = existsSync(sharedPages) ? sharedPages : join(projectRoot, "extension/fixtures");
  const server = await serveFolder(folder);
  const browser = await launchChromium({ args: [offline] });
  try {
    const engine = await readEngine();
    const pages: EnginePage[] = [];
    for (const page of pagesIn(folder)) pages.push(await measurePage(browser, `${server.url}/${page}`, page, engine));
    return { pages, rows: boundsOf(pages), text: textOf(pages) };
  } finally {
    await browser.close();
    server.close();
  }
}

async function measurePage(browser: Browser, url: string, page: string, engine: string): Promise<EnginePage> {
  const open = async () => {
    const tab = await browser.newPage();
    await tab.goto(url, { waitUntil: "load" });
    await tab.evaluate(`${engine};undefined`);
    return tab;
  };
  const first: Record<Reader, number[]> = { bare: [], ours: [] };
  const again: Record<Reader, number[]> = { bare: [], ours: [] };
  let [elements, bytes] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    for (const reader of inOrder(round)) {
      const tab = await open();
      const { milliseconds, size } = await read(tab, reader);
      first[reader].push(milliseconds);
      if (reader === "ours") bytes = size;
      elements = await tab.evaluate(() => document.getElementsByTagName("*").length);
      await tab.close();
    }
  }
  for (let opened = 0; opened < tabsInTurns; opened++) {
    const tab = await open();
    for (let turn = 0; turn < turns; turn++)
      for (const reader of inOrder(opened + turn)) again[reader].push((await read(tab, reader)).milliseconds);
    await tab.close();
  }
  const bare = median(first.bare);
  return {
    ...{ page: page.replace(/\.x?html?$/, ""), elements, bare, bytes: bytes / elements },
    first: median(first.ours) / bare,
    inTurns: median(again.ours) / median(again.bare),
  };
}

/** Turned round each time: nobody is always the first. */
function inOrder(turn: number): readonly Reader[] {
  return turn % 2 === 0 ? readers : readers.toReversed();
}

/** Reads the page once, timed within it, so that no message between processes counts. `size`: length of what it made as JSON. */
async function read(tab: Page, reader: Reader): Promise<{ milliseconds: number; size: number }> {
  const timed = `(() => { const start = performance.now(); ${works[reader]}; const milliseconds = performance.now() - start; return { milliseconds, size: JSON.stringify(made).length }; })()`;
  return (await tab.evaluate(timed)) as { milliseconds: number; size: number };
}

function boundsOf(pages: readonly EnginePage[]): Row[] {
  const large = pages.filter(({ elements }) => elements >= 1_000);
  // No fixture is as large.
  const judged = large.length > 0 ? large : pages;
  const [first, again] = [judged.map((one) => one.first), judged.map(({ inTurns }) => inTurns)];
  return [
    figure("capture engine / bare walk, in turns on one page, median", 1.25, median(again)),
    figure("capture engine / bare walk, in turns on one page, worst", 1.6, Math.max(...again)),
    figure("capture engine / bare walk, first run on a page, median", 1.25, median(first)),
    figure("capture engine / bare walk, first run on a page, worst", 1.6, Math.max(...first)),
    figure("capture size, bytes an element, median", 110, median(pages.map(({ bytes }) => bytes))),
  ];
}

function textOf(pages: readonly EnginePage[]): string {
  const lines = pages.map(({ page, elements, bare, first, inTurns, bytes }) =>
    [page, elements, bare.toFixed(1), first.toFixed(2), inTurns.toFixed(2), bytes.toFixed(0)].map(String),
  );
  return aligned([["page", "elements", "bare ms", "ours", "ours in turns", "bytes/el"], ...lines]);
}
