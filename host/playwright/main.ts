import { test as base, type Page, type Request } from "@playwright/test";
import type { Capture } from "../contract/capture.js";
import { truncate } from "../contract/printable.js";
import { expect } from "./matchers.js";
import { addressOf, readCases } from "./read-cases.js";
import { readPage } from "./read-page.js";

export { expect } from "./matchers.js";

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

/** How long a page may take to ask for all that it draws with, ms. */
const loadingMs = 10_000;
/** It has asked for all once there was no new request for so many ms, as for `networkidle` of Playwright. */
const quietMs = 500;
/** Of these requests the head is the answer: their bodies may go on for ever. */
const streams = ["fetch", "xhr", "eventsource"];

/** Opens a page and waits until it has what it draws with, after `load` too. What is asked again in the same words is polled. */
async function openWhole(page: Page, address: string): Promise<void> {
  const known = new Set<string>();
  const waiting = new Set<Request>();
  let changedAt = Date.now();
  const end = (request: Request) => {
    if (waiting.delete(request)) changedAt = Date.now();
  };
  page.on("request", (request) => {
    const words = [request.method(), request.url(), request.postData()].join(" ");
    if (known.has(words)) return;
    known.add(words);
    waiting.add(request);
    changedAt = Date.now();
  });
  page.on("response", (response) => streams.includes(response.request().resourceType()) && end(response.request()));
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  await page.goto(address);
  const endsAt = Date.now() + loadingMs;
  while (Date.now() < endsAt && (waiting.size > 0 || Date.now() - changedAt < quietMs)) await page.waitForTimeout(50);
}

/** Declares one test for each case of the project's `svc.notes.json`: its page is opened in its window and has to keep it. */
export function testNotes(file?: string): void {
  for (const [id, note] of readCases(file)) {
    test(`${truncate(note.note.replace(/\s+/g, " ").trim(), 80)} (${id})`, async ({ page, baseURL }) => {
      const { viewport, colorScheme = "light" } = note;
      if (viewport !== undefined) await page.setViewportSize({ width: viewport[0], height: viewport[1] });
      await page.emulateMedia({ colorScheme });
      await openWhole(page, addressOf(note, baseURL));
      await expect(page).toKeep(note);
    });
  }
}
