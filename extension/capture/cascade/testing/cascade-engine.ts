import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Page } from "puppeteer-core";
import { type Capture, captureSchema } from "../../../../host/contract/capture.js";

/** The cascade's code as a classic script, bundled from its sources. */
export async function bundleCascade(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("in-page.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    define: { __SVC_VERSION__: '"0.0.0"' },
  });
  return outputFiles[0]?.text ?? "";
}

/** Returns a capture of an open page, with the rules of the elements that a selector finds. Throws when it does not fit its schema. */
export async function captureWithRules(page: Page, script: string, selector: string): Promise<Capture> {
  const json = await page.evaluate(`${script};JSON.stringify(cascadeInPage.captureWithRules(${JSON.stringify(selector)}))`);
  return captureSchema.parse(JSON.parse(String(json)));
}
