import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inFirefox } from "../../../extension/e2e/each-browser.js";
import { readEngine } from "../../../host/testing/engine.js";
import { isLong, onlyAtLength } from "../../../host/testing/long.js";
import type { FidelityBrowser } from "./browser.js";
import { openFirefox } from "./firefox.js";
import { differencesOf, totalOf } from "./report.js";
import { type FolderMeasures, measureFolder } from "./run.js";

const fixtures = fileURLToPath(new URL("../../../extension/fixtures", import.meta.url));
/** Roles, names and states are held against Chromium's answers for the same page, all else against Firefox's own. */
const leastShares = { recall: 1, text: 0.99, role: 0.98, name: 0.98, state: 0.98, exposed: 0.98, box: 1, selector: 1, key: 0.95 };

if (!isLong) it("is skipped", (context) => context.skip(onlyAtLength));
else
  inFirefox("the capture of every fixture page in Firefox", () => {
    let firefox: FidelityBrowser;
    let measured: FolderMeasures;

    beforeAll(async () => {
      firefox = await openFirefox();
      measured = await measureFolder(fixtures, firefox, await readEngine());
    }, 180_000);

    afterAll(() => firefox?.close());

    it("exists", () => {
      expect(measured.failures).toEqual([]);
      expect(measured.pages.length).toBeGreaterThan(15);
    });

    it.each(Object.entries(leastShares))("agrees with the browser on %s in at least %d of all cases", (measure, least) => {
      expect(totalOf(measured.pages).shares[measure] ?? 0, differencesOf(measured.pages)).toBeGreaterThanOrEqual(least);
    });
  });
