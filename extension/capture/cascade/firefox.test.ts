import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StyleRules, styleRulesSchema } from "../../../host/contract/style-rules.js";
import { openChromium } from "../../../host/testing/chromium.js";
import { isLong, onlyAtLength } from "../../../host/testing/long.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { inFirefox } from "../../e2e/each-browser.js";
import type { Firefox } from "../../e2e/firefox.js";
import { firefoxForPages } from "../../e2e/firefox-browser.js";
import { type FirefoxPage, openFirefoxPage, setViewport } from "../../e2e/firefox-page.js";
import { bundleCascade, captureWithRules } from "./testing/cascade-engine.js";
import { type CaseServer, linesOf, looksExpected, looksOf, looksPage, serveCases, winnerCases } from "./testing/cases.js";
import { openCases } from "./testing/open-cases.js";
import { randomPage } from "./testing/random-sheets.js";

const folder = join(projectRoot, "extension", "fixtures");
const fixtures = readdirSync(folder).filter((name) => /^[^_].*\.x?html$/.test(name));

/** As a content script has the page, or each of its frames: behind wrappers, with closed shadow roots. Returns a text of JSON for each. */
const explainApart = `
  const [script, selector, inFrames] = arguments;
  const { Sandbox, exportFunction, evalInSandbox } = Components.utils;
  return Array.from(inFrames ? window : [window], (view) => {
    const options = { sandboxPrototype: view, sameZoneAs: view, wantXrays: true, isWebExtensionContentScript: true };
    const apart = new Sandbox([view.document.nodePrincipal], options);
    exportFunction((element) => element.openOrClosedShadowRoot, apart, { defineAs: "openClosedRoot" });
    return evalInSandbox(script + ";JSON.stringify(cascadeInPage.captureWithRules(" + JSON.stringify(selector) + ").rules ?? null)", apart);
  });
`;

/** A page with each page of a list in a frame as large as a window: to lead Firefox to one takes longer than to explain it. */
const framed = (urls: readonly string[]) =>
  urls.map((url) => `<iframe src="${url}" width="1280" height="800" style="border: 0"></iframe>`).join("");

/** The selector that wins, by element and property. */
function winnersOf(rules: StyleRules | null | undefined): ReadonlyMap<string, string> {
  const named = (rules?.elements ?? []).flatMap(({ ref, properties }) =>
    properties
      .filter((one) => one["cannot-tell"] === undefined)
      .map((one) => ({ pair: `${ref} ${one.property}`, winner: one.declarations[0] })),
  );
  return new Map(named.map(({ pair, winner }) => [pair, rules?.rules[winner?.rule ?? -1]?.selector ?? "style"]));
}

if (!isLong) it("is skipped", (context) => context.skip(onlyAtLength));
else
  inFirefox("the winner of the cascade yields what Firefox computes", () => {
    let firefox: Firefox;
    let page: FirefoxPage;
    let script = "";
    let server: CaseServer;
    const rulesOf = new Map<string, StyleRules | null>();
    const total = { named: 0, unknown: 0 };

    beforeAll(async () => {
      [firefox, script, server] = await Promise.all([firefoxForPages(), bundleCascade(), serveCases()]);
      await setViewport(firefox, 1_280, 800);
      page = await openFirefoxPage(firefox, "about:blank");
      const htmls = [...winnerCases.map(([, html]) => html), ...openCases.map(([, html]) => html), looksPage];
      const url = server.page(framed(htmls.map((html) => server.page(html))));
      for (const [place, rules] of (await explain(url, ".it", true)).entries()) rulesOf.set(htmls[place] ?? "", rules);
    }, 120_000);

    afterAll(async () => {
      await firefox?.quit();
      await server?.close();
    });

    async function explain(url: string, selector: string, inFrames = false) {
      await page.inFront(() => firefox.send("WebDriver:Navigate", { url }));
      const answers = await page.privileged<readonly string[]>(explainApart, script, selector, inFrames);
      return answers.map((answer) => styleRulesSchema.nullable().parse(JSON.parse(answer)));
    }

    function explained(html: string) {
      const rules = rulesOf.get(html);
      const [element] = rules?.elements ?? [];
      if (rules == null || element === undefined) throw new Error("nothing was explained");
      return { rules, element };
    }

    it.each(winnerCases)("lists declarations, the winner first: %s", (_case, html, property, computed, expected) => {
      const { rules, element } = explained(html);
      const found = element.properties.find((one) => one.property === property);
      expect([found?.computed, found?.["cannot-tell"], linesOf(rules, found)]).toEqual([computed, undefined, expected]);
    });

    it.each(openCases)("names no winner because of %s", (_case, html, property, reason) => {
      const { element } = explained(html);
      expect(element.properties.find((one) => one.property === property)?.["cannot-tell"]).toContain(reason);
    });

    it("reports what other states and conditions would change", () => {
      const { rules, element } = explained(looksPage);
      expect(looksOf(rules, element)).toEqual(looksExpected);
    });

    it.each(fixtures)("on the fixture %s", async (name) => {
      const [rules] = await explain(String(pathToFileURL(join(folder, name))), "body *");
      const all = (rules?.elements ?? []).flatMap(({ ref, properties }) => properties.map((one) => ({ ref, ...one })));
      const unknown = all.filter((one) => one["cannot-tell"] !== undefined);
      total.named += all.length - unknown.length;
      total.unknown += unknown.length;
      const reasons = unknown.map(
        ({ ref, property, computed, declarations, "cannot-tell": why }) =>
          `${ref} ${property}: ${declarations[0]?.value} is ${computed}: ${why}`,
      );
      expect(unknown.length / Math.max(1, all.length), reasons.slice(0, 10).join("\n")).toBeLessThanOrEqual(0.02);
    });

    it("names the winners that Chromium names on random pages", { timeout: 600_000 }, async () => {
      const chromium = await openChromium();
      const beside = await chromium.newPage();
      await beside.setViewport({ width: 1_280, height: 800 });
      try {
        await fc.assert(
          fc.asyncProperty(randomPage, async (html) => {
            // Elements of a shadow tree have no language of the host in Firefox.
            const url = server.page(html.replaceAll(":lang(en)", ":not(.e)"));
            const [rules] = await explain(url, "body *");
            await beside.goto(url, { waitUntil: "load" });
            const other = await captureWithRules(beside, script, "body *");
            const named = winnersOf(other.rules);
            const others = [...winnersOf(rules)].filter(([pair, winner]) => (named.get(pair) ?? winner) !== winner);
            expect(others.map(([pair, winner]) => `${pair}: ${winner} is ${named.get(pair)}`)).toEqual([]);
          }),
          { numRuns: 100 },
        );
      } finally {
        await chromium.close();
      }
    });

    it("names nearly all of them", () => {
      expect(total.named).toBeGreaterThan(50);
      expect(total.unknown / (total.named + total.unknown), JSON.stringify(total)).toBeLessThanOrEqual(0.02);
    });
  });
