import type { Page } from "puppeteer-core";
import { type Capture, captureSchema } from "../../../../host/contract/capture.js";
import { bundleForPage } from "../../../../host/testing/bundle.js";

/** The cascade's code as a classic script, bundled from its sources. */
export function bundleCascade(): Promise<string> {
  return bundleForPage(new URL("in-page.ts", import.meta.url));
}

/** Returns a capture of an open page, with the rules of the elements that a selector finds. Throws when it does not fit its schema. */
export async function captureWithRules(page: Page, script: string, selector: string): Promise<Capture> {
  const json = await page.evaluate(`${script};JSON.stringify(cascadeInPage.captureWithRules(${JSON.stringify(selector)}))`);
  return captureSchema.parse(JSON.parse(String(json)));
}
