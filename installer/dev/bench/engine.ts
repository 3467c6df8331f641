import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { z } from "zod";
import { launchChromium, offline } from "../../../host/testing/chromium.js";
import { servePages } from "../../../host/testing/page-server.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { sharedPages } from "../../../host/testing/shared-pages.js";
import { compile } from "../build/compile.js";
import { targetOf } from "../build/targets.js";
import { pagesIn } from "../pages-in.js";
import { type BenchRow, figure, median, millisecondsOf, toRow } from "./rows.js";

/** Milliseconds as the one that asks over the browser's protocol sees them: what was made has arrived. */
interface Times {
  /** The capture, of a page for which the engine has warmed up; with the script and that before it. */
  readonly capture: number[];
  readonly total: number[];
  /** Of the browser's own protocol: DOMSnapshot with the same styles; with the accessibility tree after it. */
  readonly snapshot: number[];
  readonly both: number[];
}

/** One page: its row, and figures of which the medians over the pages have bounds. */
interface EnginePage {
  readonly row: BenchRow;
  readonly ofSnapshot: number;
  readonly ofBoth: number;
  readonly totalOfBoth: number;
  /** Bytes of the capture for each element. */
  readonly bytes: number;
}

const rounds = 5;
const ofBothMax = 0.65;
const warmUps = "for (const elements of svcCapture.warmUpSteps) svcCapture.warmUp(document, elements)";

/**
 * Measures the first capture of a page against the browser's own snapshot and accessibility tree, written in C++. Each run has a page of its own,
 * freshly loaded, and they take turns, so that what the machine does beside us hits all alike. Saved pages where the folder is there, else the
 * fixtures. Returns a row for each page, and those with bounds: medians over the pages.
 */
export async function benchEngine(): Promise<BenchRow[]> {
  const folder = existsSync(sharedPages) ? sharedPages : join(projectRoot, "extension/fixtures");
  const { code } = await compile(projectRoot, targetOf("capture"), "0.0.0");
  const server = await servePages({}, folder);
  const browser = await launchChromium({ args: [offline] });
  try {
    const [blank] = await browser.pages();
    const properties = z.array(z.string()).parse(await blank?.evaluate(`${code};svcCapture(document).styles.properties`));
    const computedStyles = properties.filter((name) => name !== "paint");
    const pages: EnginePage[] = [];
    for (const page of pagesIn(folder)) pages.push(await measurePage(browser, server.url(page), code, computedStyles));
    const medianRow = (name: string, bound: number, of: Exclude<keyof EnginePage, "row">) => {
      const all = pages.map((one) => one[of]).toSorted((a, b) => a - b);
      const [low, high] = [0.25, 0.75].map((share) => all[Math.floor(share * (all.length - 1))]?.toPrecision(3));
      return figure(`${name}, median (quartiles ${low} to ${high})`, bound, median(all));
    };
    return [
      ...pages.map(({ row }) => row),
      medianRow("first capture / DOMSnapshot", 1.6, "ofSnapshot"),
      medianRow("first capture / DOMSnapshot and accessibility tree", ofBothMax, "ofBoth"),
      medianRow("the same with the script and its warming up", 1.5, "totalOfBoth"),
      medianRow("capture size, bytes an element", 95, "bytes"),
      figure("capture engine's script, bytes", 55_000, Buffer.byteLength(code)),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measurePage(browser: Browser, url: string, script: string, computedStyles: string[]): Promise<EnginePage> {
  const times: Times = { capture: [], total: [], snapshot: [], both: [] };
  let [elements, bytes] = [0, 0];
  for (let round = -1; round < rounds; round++) {
    const works = [
      async (tab: Page) => {
        const before = await millisecondsOf(() => tab.evaluate(`${script};${warmUps}`));
        let json = "";
        const capture = await millisecondsOf(async () => {
          json = String(await tab.evaluate("JSON.stringify(svcCapture(document))"));
        });
        [elements, bytes] = [JSON.parse(json).nodes.count, Buffer.byteLength(json)];
        if (round < 0) return;
        times.capture.push(capture);
        times.total.push(before + capture);
      },
      async (tab: Page) => {
        const session = await tab.createCDPSession();
        const snapshot = await millisecondsOf(() => session.send("DOMSnapshot.captureSnapshot", { computedStyles, includeDOMRects: true }));
        const tree = await millisecondsOf(() => session.send("Accessibility.getFullAXTree"));
        if (round < 0) return;
        times.snapshot.push(snapshot);
        times.both.push(snapshot + tree);
      },
    ];
    // Nobody is always the first.
    for (const work of round % 2 === 0 ? works : works.toReversed()) {
      const tab = await browser.newPage();
      await tab.goto(url, { waitUntil: "load" });
      await work(tab);
      await tab.close();
    }
  }
  const name = `${url.replace(/^.*\//, "")}, ${elements} elements`;
  const row = toRow({ name, unit: "ms", bound: ofBothMax, ours: times.capture, bare: times.both });
  const ofSnapshot = median(times.capture) / median(times.snapshot);
  const totalOfBoth = median(times.total) / median(times.both);
  return { row, ofSnapshot, ofBoth: row.ratio, totalOfBoth, bytes: bytes / elements };
}
