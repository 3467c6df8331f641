import type { CDPSession, Page, Protocol } from "puppeteer-core";
import { captureSchema } from "../../../host/contract/capture.js";
import { launchPageBrowser } from "../../../host/testing/chromium.js";
import type { AccessibleTruth, FidelityBrowser, FidelityPage, SelectorPair, Truth } from "./browser.js";
import { ComposedTree, closedRoots } from "./chromium-tree.js";
import { Worlds } from "./chromium-worlds.js";
import { disturbRoot, measureRoot, testSelectors } from "./in-page.js";

/** Chromium, asked over its debugging protocol: DOM and accessibility trees see closed shadow roots, and no page script can lie to them. */
export async function openChromium(): Promise<FidelityBrowser> {
  const browser = await launchPageBrowser();
  return {
    open: async (url) => {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 800 });
      await page.goto(url, { waitUntil: "load" });
      return new ChromiumPage(page, await page.createCDPSession());
    },
    close: () => browser.close(),
  };
}

class ChromiumPage implements FidelityPage {
  private readonly page: Page;
  private readonly session: CDPSession;
  private readonly worlds: Worlds;
  private tree: ComposedTree | undefined;

  constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.session = session;
    this.worlds = new Worlds(session);
  }

  async capture(engine: string) {
    await this.worlds.openDoors(await closedRoots(this.session));
    const options = "{ openClosedRoot: (element) => fidelityDoors.get(element) ?? null }";
    const text = await this.worlds.evaluate(
      `${engine};Promise.resolve(svcCapture(document, ${options})).then((capture) => JSON.stringify(capture))`,
    );
    const { data, error } = captureSchema.safeParse(typeof text === "string" ? JSON.parse(text) : text);
    if (data === undefined) throw new Error(`the capture is not valid: ${error.message.slice(0, 500)}`);
    return data;
  }

  async truth(): Promise<Truth> {
    await this.session.send("Accessibility.enable");
    const tree = await ComposedTree.read(this.session, this.worlds);
    const accessible = await accessibilityOf(this.session, tree.frameIds);
    for (const element of tree.elements) element.accessible = accessible.get(element.id);
    for (const root of tree.roots) {
      const measured = await this.worlds.call(root, measureRoot, []);
      const offset = root.host < 0 || root.kind === "shadow" ? undefined : tree.elements[root.host]?.content;
      root.elements.forEach((index, place) => {
        const element = tree.elements[index];
        const facts = measured[place];
        if (element === undefined || facts === undefined) return;
        const [left, top] = offset ?? root.origin(tree);
        element.box = [facts.box[0] + left, facts.box[1] + top, facts.box[2], facts.box[3]];
        element.content = [element.box[0] + facts.inset[0], element.box[1] + facts.inset[1]];
        element.rendered = facts.rendered;
        element.text = facts.text;
        element.markup = facts.markup;
      });
    }
    this.tree = tree;
    return tree;
  }

  async selects(_truth: Truth, pairs: readonly SelectorPair[]): Promise<boolean[]> {
    const answers = pairs.map(() => false);
    for (const [index, root] of (this.tree?.roots ?? []).entries()) {
      const asked = pairs.flatMap((pair, position) => (this.tree?.elements[pair.element]?.root === index ? [{ ...pair, position }] : []));
      if (asked.length === 0) continue;
      const places = asked.map(({ element, selector }): [number, string] => [this.tree?.elements[element]?.place ?? -1, selector]);
      const found = await this.worlds.call(root, testSelectors, [places]);
      asked.forEach(({ position }, place) => {
        answers[position] = found[place] === true;
      });
    }
    return answers;
  }

  async disturb(): Promise<void> {
    const root = this.tree?.roots[0];
    if (root !== undefined) await this.worlds.call(root, disturbRoot, []);
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

const comparedStates = new Set(
  "checked pressed selected expanded disabled required invalid readonly level hasPopup multiselectable orientation focusable".split(" "),
);

/** Chromium's accessibility tree of each frame, by the node that each entry stands for. */
async function accessibilityOf(session: CDPSession, frameIds: readonly string[]): Promise<Map<number, AccessibleTruth>> {
  const found = new Map<number, AccessibleTruth>();
  for (const frameId of frameIds) {
    const { nodes } = await session.send("Accessibility.getFullAXTree", { frameId });
    for (const node of nodes) if (node.backendDOMNodeId !== undefined) found.set(node.backendDOMNodeId, truthOf(node));
  }
  return found;
}

function truthOf(node: Protocol.Accessibility.AXNode): AccessibleTruth {
  const states: Record<string, string> = {};
  for (const { name, value } of node.properties ?? []) if (comparedStates.has(name)) states[name.toLowerCase()] = String(value.value);
  return {
    ignored: node.ignored,
    reasons: (node.ignoredReasons ?? []).map(({ name }) => name),
    role: String(node.role?.value ?? ""),
    name: String(node.name?.value ?? ""),
    states,
  };
}
