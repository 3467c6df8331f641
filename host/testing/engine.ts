import type { BrowserContext, Page } from "puppeteer-core";
import type { Capture } from "../contract/capture.js";
import { captureSchema } from "../contract/capture.js";
import { type CaptureReader, readCapture } from "../contract/reader.js";
import { bundleForPage } from "./bundle.js";
import { blankPage, openChromium } from "./chromium.js";

/** The capture engine in a real browser, bundled from its sources. */
export interface Engine {
  readonly browser: BrowserContext;
  /** Opens a page with this markup, the engine loaded beside it, in place of the one before. */
  open(html: string): Promise<Page>;
  /** Brings the engine into a page that was opened by other means. */
  load(page: Page): Promise<unknown>;
  /** Captures an open page. `options` is an expression of the page's world. Throws when the capture does not fit its schema. */
  capture(page: Page, options?: string): Promise<{ reader: CaptureReader; text: string }>;
  close(): Promise<void>;
}

/** Opens a browser for the engine. */
export async function startEngine(): Promise<Engine> {
  const script = await readEngine();
  const browser = await openChromium();
  const load = (page: Page) => page.evaluate(`${script};undefined`);
  return {
    browser,
    load,
    async open(html) {
      const page = await blankPage(browser);
      await page.setContent(html, { waitUntil: "load" });
      await load(page);
      return page;
    },
    async capture(page, options = "{}") {
      const text = (await page.evaluate(`JSON.stringify(svcCapture(document, ${options}))`)) as string;
      const capture: Capture = captureSchema.parse(JSON.parse(text));
      return { reader: readCapture(capture), text };
    },
    close: () => browser.close(),
  };
}

let bundled: Promise<string> | undefined;

/** The capture engine as a classic script, bundled from its sources once for this process. */
export function readEngine(): Promise<string> {
  bundled ??= bundleForPage(new URL("../../extension/capture/main.ts", import.meta.url));
  return bundled;
}
