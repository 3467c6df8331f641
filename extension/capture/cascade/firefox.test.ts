import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { styleRulesSchema } from "../../../host/contract/style-rules.js";
import { rowsOfRun } from "../../../host/testing/long.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { inFirefox } from "../../e2e/each-browser.js";
import { type Firefox, launchFirefox } from "../../e2e/firefox.js";
import { openFirefoxPage, setViewport } from "../../e2e/firefox-page.js";
import { bundleCascade } from "./testing/cascade-engine.js";

const folder = join(projectRoot, "extension", "fixtures");
const fixtures = readdirSync(folder).filter((name) => /^[^_].*\.x?html$/.test(name));

/** As a content script has the page: behind wrappers, with closed shadow roots. */
const explainApart = `
  const [script] = arguments;
  const { Sandbox, exportFunction, evalInSandbox } = Components.utils;
  const options = { sandboxPrototype: window, sameZoneAs: window, wantXrays: true, isWebExtensionContentScript: true };
  const apart = new Sandbox([document.nodePrincipal], options);
  exportFunction((element) => element.openOrClosedShadowRoot, apart, { defineAs: "openClosedRoot" });
  return evalInSandbox(script + ";JSON.stringify(cascadeInPage.captureWithRules('body *').rules ?? null)", apart);
`;

inFirefox("the winner of the cascade yields what Firefox computes", () => {
  let firefox: Firefox;
  let script = "";
  const home = mkdtempSync(join(tmpdir(), "svc-home-"));
  const total = { named: 0, unknown: 0 };

  beforeAll(async () => {
    [firefox, script] = await Promise.all([launchFirefox({ home }), bundleCascade()]);
    await setViewport(firefox, 1_280, 800);
  }, 60_000);

  afterAll(async () => {
    await firefox?.quit();
    rmSync(home, { recursive: true, force: true });
  });

  it.each(rowsOfRun(fixtures, ["layout.html", "shadow.html", "quirks.html", "rtl.html", "strict.xhtml"]))(
    "on the fixture %s",
    async (name) => {
      const page = await openFirefoxPage(firefox, String(pathToFileURL(join(folder, name))));
      const rules = styleRulesSchema.nullable().parse(JSON.parse(await page.privileged<string>(explainApart, script)));
      await page.close();
      const all = (rules?.elements ?? []).flatMap(({ ref, properties }) => properties.map((one) => ({ ref, ...one })));
      const unknown = all.filter((one) => one["cannot-tell"] !== undefined);
      total.named += all.length - unknown.length;
      total.unknown += unknown.length;
      const reasons = unknown.map(
        ({ ref, property, computed, declarations, "cannot-tell": why }) =>
          `${ref} ${property}: ${declarations[0]?.value} is ${computed}: ${why}`,
      );
      expect(unknown.length / Math.max(1, all.length), reasons.slice(0, 10).join("\n")).toBeLessThanOrEqual(0.02);
    },
  );

  it("names nearly all of them", () => {
    expect(total.named).toBeGreaterThan(50);
    expect(total.unknown / (total.named + total.unknown), JSON.stringify(total)).toBeLessThanOrEqual(0.02);
  });
});
