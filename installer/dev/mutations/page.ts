import type { Browser, BrowserContext } from "puppeteer-core";
import { isolatedWorld } from "../../../extension/fixtures/apps/worlds.js";
import { captureSchema } from "../../../host/contract/capture.js";
import { readCapture } from "../../../host/contract/reader.js";
import type { Action, Truth } from "./actions.js";
import { mutate, register, settle } from "./in-page.js";
import { type ElementEdit, editElement } from "./in-page-edits.js";
import type { Known } from "./plan.js";

/** One page, open in Chromium, that is captured and changed from a world of its own. */
export interface MutablePage {
  /** Captures it and learns which element each entry is. Throws where the capture is not valid. */
  capture(): Promise<Known>;
  /** Undefined where the mutation had no effect. */
  mutate(action: Action): Promise<Truth | undefined>;
  /** False where the edit cannot be made of this element. */
  edit(edit: ElementEdit, id: number, words: string): Promise<boolean>;
  close(): Promise<void>;
}

export async function openMutablePage(browser: Browser | BrowserContext, url: string, engine: string): Promise<MutablePage> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(url, { waitUntil: "load" });
  const world = await isolatedWorld(page);
  // The TypeScript loader wraps functions in a helper that the page does not have.
  const call = <Given extends unknown[], Made>(run: (...given: Given) => Made, ...given: Given) =>
    world.evaluate(`{ const __name = (made) => made; (${run.toString()})(...${JSON.stringify(given)}) }`) as Promise<Made>;
  return {
    async capture() {
      await call(settle);
      const text = await world.evaluate(`${engine};Promise.resolve(svcCapture(document)).then((capture) => JSON.stringify(capture))`);
      const reader = readCapture(captureSchema.parse(JSON.parse(String(text))));
      const selectors = [...reader.elements()].map(({ selector }) => selector);
      return { reader, ids: await call(register, selectors) };
    },
    mutate: async (action) => (await call(mutate, action)) ?? undefined,
    edit: (edit, id, words) => call(editElement, edit, id, words),
    close: () => page.close(),
  };
}
