import { test as base, type Page } from "@playwright/test";
import type { Capture } from "../contract/capture.js";
import { truncate } from "../contract/printable.js";
import { expect } from "./matchers.js";
import { addressOf, readCases } from "./read-cases.js";
import { readPage } from "./read-page.js";

export { expect } from "./matchers.js";
export { default } from "./summary.js";

/** Playwright's `test` with the fixture `svc`. */
export const test = base.extend<{ svc: { capture(name?: string): Promise<Capture> } }>({
  svc: async ({ page }: { page: Page }, use) => {
    await use({
      capture: async (name) => {
        const { capture } = await readPage(page);
        if (name !== undefined)
          await test.info().attach(`${name}.json`, { body: JSON.stringify(capture), contentType: "application/json" });
        return capture;
      },
    });
  },
});

/** How long a page may go on with its requests before it is read, ms: some never end. */
const loadingMs = 10_000;

/** Declares one test for each case of the project's `svc.notes.json`: its page is opened in its window and has to keep it. */
export function testNotes(file?: string): void {
  for (const [id, note] of readCases(file)) {
    test(`${truncate(note.note.replace(/\s+/g, " ").trim(), 80)} (${id})`, async ({ page, baseURL }) => {
      const { viewport, colorScheme = "light" } = note;
      if (viewport !== undefined) await page.setViewportSize({ width: viewport[0], height: viewport[1] });
      await page.emulateMedia({ colorScheme });
      await page.goto(addressOf(note, baseURL));
      // Applications draw after the load event, once they have all their modules: before that, nothing is found and everything seems gone.
      await Promise.race([page.waitForLoadState("networkidle"), page.waitForTimeout(loadingMs)]);
      await expect(page).toKeep(note);
    });
  }
}
