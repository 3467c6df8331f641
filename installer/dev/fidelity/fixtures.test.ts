import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEngine } from "../../../host/testing/engine.js";
import type { FidelityBrowser } from "./browser.js";
import { openChromium } from "./chromium.js";
import { differencesOf, totalOf } from "./report.js";
import { type FolderMeasures, measureFolder } from "./run.js";

const fixtures = fileURLToPath(new URL("../../../extension/fixtures", import.meta.url));
const leastShares = { recall: 1, text: 0.99, role: 0.99, name: 0.98, state: 0.99, exposed: 0.99, box: 1, selector: 1, key: 0.95 };

describe("the capture of every fixture page, against the browser's own answers", () => {
  let browser: FidelityBrowser;
  let measured: FolderMeasures;

  beforeAll(async () => {
    browser = await openChromium();
    measured = await measureFolder(fixtures, browser, await readEngine());
  }, 120_000);

  afterAll(() => browser?.close());

  it("captures all of them", () => {
    expect(measured.failures).toEqual([]);
    expect(measured.pages.length).toBeGreaterThan(15);
  });

  it.each(Object.entries(leastShares))("agrees on %s in at least %d of all cases", (measure, least) => {
    const share = totalOf(measured.pages).shares[measure] ?? 0;
    expect(share, differencesOf(measured.pages)).toBeGreaterThanOrEqual(least);
  });
});
