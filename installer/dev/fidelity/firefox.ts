import { firefoxForPages } from "../../../extension/e2e/firefox-browser.js";
import { type FirefoxPage, openFirefoxPage, setViewport } from "../../../extension/e2e/firefox-page.js";
import { alignTrees } from "./align.js";
import { type Beside, type FidelityBrowser, type FidelityPage, parseCapture } from "./browser.js";
import { openChromium } from "./chromium.js";
import { readTruth } from "./page-truth.js";

/**
 * Firefox, asked with its own rights: it sees closed shadow roots, and no page script can lie to it. Roles, names and states are
 * compared with what Chromium reports of the same page.
 */
export async function openFirefox(): Promise<FidelityBrowser> {
  const firefox = await firefoxForPages();
  await setViewport(firefox, 1_280, 800);
  let chromium: Promise<FidelityBrowser> | undefined;
  /** Tabs that another page has left: a new one costs as much as the page. */
  const idle: FirefoxPage[] = [];
  return {
    open: async (url) => {
      const tab = idle.pop() ?? (await openFirefoxPage(firefox, "about:blank"));
      await tab.inFront(() => firefox.send("WebDriver:Navigate", { url }));
      const beside: Beside = tab.privileged;
      let other: FidelityPage | undefined;
      return {
        beside,
        capture: async (engine) => parseCapture(await beside<string>(captureApart, engine)),
        truth: async () => {
          const truth = await readTruth(beside);
          chromium ??= openChromium();
          other ??= await (await chromium).open(url);
          const { elements: known } = await other.truth();
          alignTrees(truth.elements, known).forEach((position, index) => {
            const element = truth.elements[index];
            if (element !== undefined) element.accessible = known[position]?.accessible;
          });
          return truth;
        },
        close: async () => {
          idle.push(tab);
          await other?.close();
        },
      };
    },
    close: async () => {
      await Promise.all([firefox.quit(), chromium?.then((browser) => browser.close())]);
    },
  };
}

/** Runs the engine as an extension's content script runs: with the page's rights alone, behind Xrays, with the platform's door to closed roots. */
const captureApart = `
  const [engine] = arguments;
  const { Sandbox, exportFunction, evalInSandbox } = Components.utils;
  const options = { sandboxPrototype: window, sameZoneAs: window, wantXrays: true, isWebExtensionContentScript: true };
  const apart = new Sandbox([document.nodePrincipal], options);
  exportFunction((element) => element.openOrClosedShadowRoot, apart, { defineAs: "openClosedRoot" });
  return evalInSandbox(engine + ";JSON.stringify(svcCapture(document, { openClosedRoot }))", apart);
`;
