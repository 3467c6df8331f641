import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEngine } from "../../../host/testing/engine.js";
import { isLong } from "../../../host/testing/long.js";
import type { FidelityBrowser } from "./browser.js";
import { openChromium } from "./chromium.js";
import { differencesOf, totalOf } from "./report.js";
import { type FolderMeasures, measureFolder } from "./run.js";
import { randomPage } from "./testing/random-page.js";

const pages = isLong ? 12 : 4;
// Such markup nobody writes: where it contradicts itself, Chromium's answers are not always the standard's.
const leastShares = { recall: 1, text: 0.99, role: 0.98, name: 0.95, exposed: 0.98, box: 1, selector: 1 };

describe("pages of random markup", () => {
  const folder = mkdtempSync(join(tmpdir(), "fidelity-"));
  let browser: FidelityBrowser;
  let measured: FolderMeasures;

  beforeAll(async () => {
    fc.sample(randomPage, { numRuns: pages, seed: 20_260 }).forEach((html, index) => {
      writeFileSync(join(folder, `random-${index}.html`), html);
    });
    browser = await openChromium();
    measured = await measureFolder(folder, browser, await readEngine());
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are all captured", () => {
    expect(measured.failures).toEqual([]);
    expect(totalOf(measured.pages).elements).toBeGreaterThan(pages * 25);
  });

  it.each(Object.entries(leastShares))("agree with the browser on %s in at least %d of all cases", (measure, least) => {
    expect(totalOf(measured.pages).shares[measure] ?? 0, differencesOf(measured.pages)).toBeGreaterThanOrEqual(least);
  });
});
