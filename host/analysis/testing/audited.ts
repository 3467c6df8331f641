import { readFileSync } from "node:fs";
import type { Page } from "puppeteer-core";
import { bundleExpression } from "../../../extension/fixtures/apps/bundle.js";
import { isolatedWorld } from "../../../extension/fixtures/apps/worlds.js";
import type { Capture } from "../../contract/capture.js";
import { distPath, projectRoot } from "../../testing/paths.js";

/** Captures an open page with the real engine and runs the built audit's script on it, in a world of their own, as the extension does. */
export async function auditedCapture(page: Page): Promise<Capture> {
  const engine = await bundleExpression(`${projectRoot}extension/capture/capture.ts`);
  const world = await isolatedWorld(page);
  // The audit's script hands itself over to a place that stands under this name only meanwhile.
  await world.evaluate(`globalThis[Symbol.for("svc.audit")] = (run) => { globalThis.svcTestAudit = run; }; 0`);
  await world.evaluate(`${readFileSync(distPath("chrome/audit.js"), "utf8")};0`);
  const json = await world.evaluate(`(async () => {
    const { capture, elements } = (${engine}).captureWithElements(document);
    const refs = new Map(elements.map((element, index) => [element, "e" + index]));
    const accessibility = await svcTestAudit(document, { budgetMs: 60000, refOf: (element) => refs.get(element) });
    return JSON.stringify({ ...capture, accessibility });
  })()`);
  return JSON.parse(String(json));
}
