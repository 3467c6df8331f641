import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchFirefox } from "../../../extension/e2e/firefox.js";
import { type FirefoxPage, openFirefoxPage, setViewport } from "../../../extension/e2e/firefox-page.js";
import { captureSchema } from "../../../host/contract/capture.js";
import { alignTrees } from "./align.js";
import type { FidelityBrowser, FidelityPage, SelectorPair, Truth, TruthElement } from "./browser.js";
import { openChromium } from "./chromium.js";
import { walkComposed } from "./firefox-truth.js";
import { disturbRoot, measureRoot, testSelectors } from "./in-page.js";

/**
 * Firefox, asked with its own rights: it sees closed shadow roots, and no page script can lie to it. Roles, names and states are
 * compared with what Chromium reports of the same page.
 */
export async function openFirefox(): Promise<FidelityBrowser> {
  const home = mkdtempSync(join(tmpdir(), "svc-home-"));
  const firefox = await launchFirefox({ home });
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
      await rm(home, { recursive: true, force: true });
    },
  };
}

class FirefoxFidelityPage implements FidelityPage {
  private readonly page: FirefoxPage;
  private readonly leave: () => void;
  private readonly openOther: () => Promise<FidelityPage>;
  private other: FidelityPage | undefined;

  constructor(page: FirefoxPage, leave: () => void, openOther: () => Promise<FidelityPage>) {
    this.page = page;
    this.leave = leave;
    this.openOther = openOther;
  }

  async capture(engine: string) {
    const { data, error } = captureSchema.safeParse(JSON.parse(await this.page.privileged<string>(captureApart, engine)));
    if (data === undefined) throw new Error(`the capture is not valid: ${error.message.slice(0, 500)}`);
    return data;
  }

  async truth(): Promise<Truth> {
    const answer = await this.page.privileged<string>(readTruth);
    const { walked, measured }: ReadTruth = JSON.parse(answer);
    const elements = walked.elements.map(({ place, root, ...rest }): TruthElement => {
      const facts = measured[root]?.[place];
      if (facts === undefined) throw new Error(`${rest.label} has no place in its root`);
      return { ...rest, place, root, ...facts, accessible: undefined };
    });
    moveToTop(elements, walked, measured);
    this.other ??= await this.openOther();
    const { elements: known } = await this.other.truth();
    alignTrees(elements, known).forEach((position, index) => {
      const element = elements[index];
      if (element !== undefined) element.accessible = known[position]?.accessible;
    });
    return { elements, roots: walked.roots };
  }

  async selects({ elements }: Truth, pairs: readonly SelectorPair[]): Promise<boolean[]> {
    const asked = pairs.map(({ element, selector }) => [elements[element]?.root ?? -1, elements[element]?.place ?? -1, selector]);
    return this.page.privileged<boolean[]>(testAll, asked);
  }

  async disturb(): Promise<void> {
    await this.page.privileged(`${named}(${disturbRoot.toString()})(fidelity.roots[0]);`);
  }

  async close(): Promise<void> {
    this.leave();
    await this.other?.close();
  }
}

interface ReadTruth {
  readonly walked: ReturnType<typeof walkComposed>;
  /** By root, then by place. */
  readonly measured: readonly ReturnType<typeof measureRoot>[];
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

/** The TypeScript loader wraps functions in a helper that the page does not have. */
const named = "const __name = (made) => made;";

const readTruth = `${named}
  globalThis.fidelity ??= { ids: new WeakMap(), lastId: 0, roots: [] };
  const walked = (${walkComposed.toString()})(fidelity);
  const measure = ${measureRoot.toString()};
  return JSON.stringify({ walked, measured: fidelity.roots.map((root) => measure(root)) });
`;

const testAll = `${named}
  const test = ${testSelectors.toString()};
  const [asked] = arguments;
  const answers = asked.map(() => false);
  fidelity.roots.forEach((root, index) => {
    const mine = asked.flatMap(([of], position) => (of === index ? [position] : []));
    test(root, mine.map((position) => [asked[position][1], asked[position][2]])).forEach((found, i) => { answers[mine[i]] = found; });
  });
  return answers;
`;

/** Boxes were measured in the window of each document; they are reported in coordinates of the top document. */
function moveToTop(elements: TruthElement[], { roots, scroll }: ReadTruth["walked"], measured: ReadTruth["measured"]): void {
  const origins = roots.map(() => scroll);
  for (const [index, { host, kind }] of roots.entries()) {
    const outer = elements[host];
    if (outer === undefined) continue;
    const outerOrigin = origins[outer.root] ?? scroll;
    const [insetX, insetY] = measured[outer.root]?.[outer.place]?.inset ?? [0, 0];
    const [x, y] = measured[outer.root]?.[outer.place]?.box ?? [0, 0];
    origins[index] = kind === "shadow" ? outerOrigin : [outerOrigin[0] + x + insetX, outerOrigin[1] + y + insetY];
  }
  for (const element of elements) {
    const [left, top] = origins[element.root] ?? scroll;
    const [x, y, width, height] = element.box;
    element.box = [x + left, y + top, width, height];
  }
}
