import { firefoxForPages } from "../../../extension/e2e/firefox-browser.js";
import { type FirefoxPage, openFirefoxPage, setViewport } from "../../../extension/e2e/firefox-page.js";
import { captureSchema } from "../../../host/contract/capture.js";
import { alignTrees } from "./align.js";
import type { Beside, FidelityBrowser, FidelityPage, Truth } from "./browser.js";
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
  const other = () => {
    chromium ??= openChromium();
    return chromium;
  };
  /** Tabs that another page has left: a new one costs as much as the page. */
  const idle: FirefoxPage[] = [];
  return {
    open: async (url) => {
      const tab = idle.pop() ?? (await openFirefoxPage(firefox, "about:blank"));
      await tab.inFront(() => firefox.send("WebDriver:Navigate", { url }));
      const leave = () => void idle.push(tab);
      return new FirefoxFidelityPage(tab, leave, async () => (await other()).open(url));
    },
    close: async () => {
      await Promise.all([firefox.quit(), chromium?.then((browser) => browser.close())]);
    },
  };
}

class FirefoxFidelityPage implements FidelityPage {
  readonly beside: Beside;
  private readonly leave: () => void;
  private readonly openOther: () => Promise<FidelityPage>;
  private other: FidelityPage | undefined;

  constructor(page: FirefoxPage, leave: () => void, openOther: () => Promise<FidelityPage>) {
    this.beside = page.privileged;
    this.leave = leave;
    this.openOther = openOther;
  }

  async capture(engine: string) {
    const { data, error } = captureSchema.safeParse(JSON.parse(await this.beside<string>(captureApart, engine)));
    if (data === undefined) throw new Error(`the capture is not valid: ${error.message.slice(0, 500)}`);
    return data;
  }

  async truth(): Promise<Truth> {
    const truth = await readTruth(this.beside);
    this.other ??= await this.openOther();
    const { elements: known } = await this.other.truth();
    alignTrees(truth.elements, known).forEach((position, index) => {
      const element = truth.elements[index];
      if (element !== undefined) element.accessible = known[position]?.accessible;
    });
    return truth;
  }

  async close(): Promise<void> {
    this.leave();
    await this.other?.close();
  }
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
