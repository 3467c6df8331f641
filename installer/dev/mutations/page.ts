import type { Browser, BrowserContext } from "puppeteer-core";
import { isolatedWorld } from "../../../extension/fixtures/apps/worlds.js";
import { captureSchema } from "../../../host/contract/capture.js";
import { readCapture } from "../../../host/contract/reader.js";
import { bundleForPage } from "../../../host/testing/bundle.js";
import type { Action, Truth } from "./actions.js";
import type { MutationsInPage } from "./in-page.js";
import type { Known } from "./plan.js";

/** One page, open in Chromium, that is captured and changed from a world of its own. */
export interface MutablePage {
  /** Captures it and learns which element each entry is. Throws where the capture is not valid. */
  capture(): Promise<Known>;
  /** Undefined where the mutation had no effect. */
  mutate(action: Action): Promise<Truth | undefined>;
  close(): Promise<void>;
}

let bundled: Promise<string> | undefined;

export async function openMutablePage(browser: Browser | BrowserContext, url: string, engine: string): Promise<MutablePage> {
  bundled ??= bundleForPage(new URL("in-page.ts", import.meta.url));
  const script = `${engine};${await bundled};undefined`;
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(url, { waitUntil: "load" });
  const world = await isolatedWorld(page);
  await world.evaluate(script);
  const call = <Name extends keyof MutationsInPage>(name: Name, ...given: Parameters<MutationsInPage[Name]>) =>
    world.evaluate(`mutationsInPage.${name}(...${JSON.stringify(given)})`) as Promise<ReturnType<MutationsInPage[Name]>>;
  return {
    async capture() {
      const { text, ids } = await call("capture");
      return { reader: readCapture(captureSchema.parse(JSON.parse(text))), ids };
    },
    mutate: async (action) => (await call("mutate", action)) ?? undefined,
    close: () => page.close(),
  };
}
