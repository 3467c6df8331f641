import { existsSync } from "node:fs";
import type { Browser } from "puppeteer-core";
import { bundleForPage } from "../../../host/testing/bundle.js";
import { launchChromium, offline } from "../../../host/testing/chromium.js";
import { servePages } from "../../../host/testing/page-server.js";
import { sharedPages } from "../../../host/testing/shared-pages.js";
import { pagesIn } from "../pages-in.js";
import { type BenchRow, figure, median } from "./rows.js";

const rounds = 20;

/**
 * Measures what of a capture the redaction and the search for unseen texts take, as shares in percent, on saved pages of which each has a form
 * filled in: of the usual times of some captures of one page, in the median and at worst over the pages.
 */
export async function benchRedaction(): Promise<BenchRow[]> {
  if (!existsSync(sharedPages)) return [];
  const script = await bundleForPage(new URL("phases-in-page.ts", import.meta.url));
  const server = await servePages({}, sharedPages);
  const browser = await launchChromium({ args: [offline] });
  try {
    const shares = [];
    for (const page of pagesIn(sharedPages)) shares.push(await sharesOf(browser, server.url(page), script));
    const [redaction, unseen] = [shares.map((one) => one.redaction), shares.map((one) => one.unseen)];
    return [
      figure("redaction, % of a capture, median", 5, median(redaction)),
      figure("redaction, % of a capture, worst page", 5, Math.max(...redaction)),
      figure("unseen texts, % of a capture, median", 3, median(unseen)),
      figure("unseen texts, % of a capture, worst page", 3, Math.max(...unseen)),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

async function sharesOf(browser: Browser, url: string, script: string): Promise<{ redaction: number; unseen: number }> {
  const tab = await browser.newPage();
  await tab.goto(url, { waitUntil: "load" });
  await tab.evaluate(addForm);
  await tab.evaluate(`${script};undefined`);
  const times: { whole: number; redaction: number; unseen: number }[] = [];
  for (let round = 0; round < rounds; round++) times.push(JSON.parse(String(await tab.evaluate("JSON.stringify(timePhases())"))));
  await tab.close();
  const usual = (phase: "whole" | "redaction" | "unseen") => middleMean(times.map((one) => one[phase]));
  return { redaction: (100 * usual("redaction")) / usual("whole"), unseen: (100 * usual("unseen")) / usual("whole") };
}

/** The mean of the middle half (interquartile mean): a page's clock ticks in tenths of a millisecond, a fifth of what a small page's redaction takes. */
function middleMean(values: readonly number[]): number {
  const quarter = Math.floor(values.length / 4);
  const middle = values.toSorted((one, other) => one - other).slice(quarter, values.length - quarter);
  return middle.reduce((sum, one) => sum + one, 0) / middle.length;
}

/** Runs in the page. */
function addForm(): void {
  const form = document.body.appendChild(document.createElement("form"));
  const values = [
    "Maria Lopez",
    "maria.lopez@example.com",
    "12 Harbour Street",
    "winter boats",
    "hunter2!x",
    "I read it twice, and liked the end.",
  ];
  for (const value of values) form.append(Object.assign(document.createElement("input"), { value }));
}
