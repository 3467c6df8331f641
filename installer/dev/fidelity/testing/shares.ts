import { beforeAll, expect, it } from "vitest";
import { readEngine } from "../../../../host/testing/engine.js";
import { shared } from "../../../../host/testing/shared.js";
import type { FidelityBrowser } from "../browser.js";
import { differencesOf, totalOf } from "../report.js";
import { type FolderMeasures, measureFolder } from "../run.js";

/** Tests, where it is called, that captures of a folder's pages agree with a browser in at least these shares. `leastElements` are on all pages together. */
export function holdShares(
  open: () => Promise<FidelityBrowser>,
  folder: () => string,
  leastShares: Readonly<Record<string, number>>,
  leastElements: number,
): void {
  const browser = shared(open);
  let measured: FolderMeasures;

  beforeAll(async () => {
    measured = await measureFolder(folder(), browser, await readEngine());
  }, 180_000);

  it("captures all pages", () => {
    expect(measured.failures).toEqual([]);
    expect(totalOf(measured.pages).elements).toBeGreaterThan(leastElements);
  });

  it.each(Object.entries(leastShares))("agrees on %s in at least %d of all cases", (measure, least) => {
    expect(totalOf(measured.pages).shares[measure] ?? 0, differencesOf(measured.pages)).toBeGreaterThanOrEqual(least);
  });
}
