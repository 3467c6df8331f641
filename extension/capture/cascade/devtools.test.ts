import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import type { Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { openChromium } from "../../../host/testing/chromium.js";
import { isLong, rowsOfRun } from "../../../host/testing/long.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { shared } from "../../../host/testing/shared.js";
import { sharedPageNames, sharedPages } from "../../../host/testing/shared-pages.js";
import { bundleCascade } from "./testing/cascade-engine.js";
import { type Judgement, judgePage } from "./testing/devtools-judge.js";
import { randomPage } from "./testing/random-sheets.js";

const fixturesFolder = join(projectRoot, "extension", "fixtures");
/** The judge runs in the page's own world, which cannot be where the built-in functions are replaced. */
const fixtures = readdirSync(fixturesFolder).filter((name) => /^[^_].*\.x?html$/.test(name) && name !== "tampered.html");

const browser = shared(openChromium);
const script = await bundleCascade();

async function judge(open: (page: Page) => Promise<unknown>, most: number): Promise<Judgement> {
  const page = await browser.newPage();
  try {
    await page.setViewport({ width: 1_280, height: 800 });
    await page.setBypassCSP(true);
    await open(page);
    return await judgePage(page, script, most);
  } finally {
    await page.close();
  }
}

/** Of what is named the browser's own developer tools name the same, and little is left open. */
function expectAgreement({ named, equal, unknown, wrong }: Judgement): void {
  expect(wrong.slice(0, 10), `${equal} of ${named}`).toEqual([]);
  expect(unknown / Math.max(1, named + unknown), `${unknown} of ${named + unknown} open`).toBeLessThanOrEqual(0.02);
}

describe("the winner of the cascade is the browser's own", () => {
  it.each(rowsOfRun(fixtures, ["layout.html", "shadow.html", "quirks.html", "rtl.html", "strict.xhtml"]))(
    "on the fixture %s",
    async (name) => {
      expectAgreement(await judge((page) => page.goto(String(pathToFileURL(join(fixturesFolder, name))), { waitUntil: "load" }), 100));
    },
  );

  it.each(sharedPageNames())("on the saved page %s", async (name) => {
    expectAgreement(await judge((page) => page.goto(String(pathToFileURL(join(sharedPages, name))), { waitUntil: "load" }), 100));
  });

  it("on random pages", { timeout: 600_000 }, async () => {
    const total = { named: 0, unknown: 0 };
    await fc.assert(
      fc.asyncProperty(randomPage, async (html) => {
        const { named, unknown, wrong } = await judge((page) => page.setContent(html), 40);
        total.named += named;
        total.unknown += unknown;
        expect(wrong.slice(0, 5)).toEqual([]);
      }),
      // Random at length, where a page that the browser reads in its own way is looked at by somebody.
      isLong ? { numRuns: 200 } : { numRuns: 2, seed: 1 },
    );
    expect(total.unknown / (total.named + total.unknown), JSON.stringify(total)).toBeLessThanOrEqual(0.02);
  });
});
