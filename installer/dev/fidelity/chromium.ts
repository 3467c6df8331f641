import type { CDPSession, Page, Protocol } from "puppeteer-core";
import { type IsolatedWorld, isolatedWorld } from "../../../extension/fixtures/apps/worlds.js";
import { openPageBrowser } from "../../../host/testing/chromium.js";
import { type AccessibleTruth, type Beside, type FidelityBrowser, type FidelityPage, parseCapture, type TruthElement } from "./browser.js";
import { readTruth } from "./page-truth.js";

/** Chromium, asked over its debugging protocol: it opens closed shadow roots and knows the accessibility tree, and no page script can lie to it. */
export async function openChromium(): Promise<FidelityBrowser> {
  const browser = await openPageBrowser();
  return {
    open: async (url) => {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 800 });
      await page.goto(url, { waitUntil: "load" });
      return openChromiumPage(page);
    },
    close: () => browser.close(),
  };
}

async function openChromiumPage(page: Page): Promise<FidelityPage> {
  const world = await isolatedWorld(page);
  const beside: Beside = async <T>(body: string, ...values: unknown[]) =>
    (await world.evaluate(`(function () { ${body} })(...${JSON.stringify(values)})`)) as T;

  return {
    beside,
    capture: async (engine) => {
      await openDoors(world);
      const capturing = `Promise.resolve(svcCapture(document, { openClosedRoot: ${openClosedRoot} })).then((capture) => JSON.stringify(capture))`;
      return parseCapture(await world.evaluate(`${engine};${capturing}`));
    },
    truth: async () => {
      await world.session.send("Accessibility.enable");
      await openDoors(world);
      const truth = await readTruth(beside, openClosedRoot);
      const nodes = await Promise.all(truth.roots.map((_, root) => nodesIn(world, `fidelity.roots[${root}]`)));
      const nodeOf = (element: TruthElement | undefined) => nodes[element?.root ?? -1]?.[element?.place ?? -1];
      const frames = truth.roots.map(({ host }) => nodeOf(truth.elements[host])?.frameId).filter((frame) => frame !== undefined);
      const accessible = await accessibilityOf(world.session, frames);
      for (const element of truth.elements) element.accessible = accessible.get(nodeOf(element)?.backendNodeId ?? -1);
      return truth;
    },
    close: () => page.close(),
  };
}

/**
 * Opens the closed shadow roots in all frames to our world, by a map of hosts and roots: the door that an extension's platform has of its
 * own.
 */
async function openDoors({ session, contextId: executionContextId, evaluate }: IsolatedWorld): Promise<void> {
  const { root } = await session.send("DOM.getDocument", { depth: -1, pierce: true });
  const found: (readonly [host: number, root: number])[] = [];
  const visit = (node: Protocol.DOM.Node): void => {
    for (const shadow of node.shadowRoots ?? []) {
      if (shadow.shadowRootType === "closed") found.push([node.backendNodeId, shadow.backendNodeId]);
      visit(shadow);
    }
    for (const child of node.children ?? []) visit(child);
    if (node.contentDocument !== undefined) visit(node.contentDocument);
  };
  visit(root);
  await evaluate("globalThis.fidelityDoors = new Map();0");
  const resolve = async (backendNodeId: number) => (await session.send("DOM.resolveNode", { backendNodeId, executionContextId })).object;
  for (const pair of found) {
    const [host, closed] = await Promise.all(pair.map(resolve));
    await session.send("Runtime.callFunctionOn", {
      functionDeclaration: "function (host, root) { fidelityDoors.set(host, root); }",
      executionContextId,
      arguments: [{ objectId: host?.objectId ?? "" }, { objectId: closed?.objectId ?? "" }],
    });
  }
}

/** The elements of a root as the protocol knows them, in tree order. */
async function nodesIn({ session, contextId }: IsolatedWorld, root: string): Promise<Protocol.DOM.Node[]> {
  const { result } = await session.send("Runtime.evaluate", { expression: root, contextId });
  const { node } = await session.send("DOM.describeNode", { objectId: result.objectId ?? "", depth: -1 });
  const below = ({ children = [] }: Protocol.DOM.Node): Protocol.DOM.Node[] =>
    children.flatMap((child) => (child.nodeType === 1 ? [child, ...below(child)] : []));
  return below(node);
}

const openClosedRoot = "(element) => fidelityDoors.get(element) ?? null";

/** Chromium's accessibility tree of the top frame and of those given, by the node that each entry stands for. */
async function accessibilityOf(session: CDPSession, frameIds: readonly string[]): Promise<Map<number, AccessibleTruth>> {
  const found = new Map<number, AccessibleTruth>();
  for (const frame of [{}, ...frameIds.map((frameId) => ({ frameId }))]) {
    const { nodes } = await session.send("Accessibility.getFullAXTree", frame);
    for (const node of nodes) if (node.backendDOMNodeId !== undefined) found.set(node.backendDOMNodeId, truthOf(node));
  }
  return found;
}

function truthOf(node: Protocol.Accessibility.AXNode): AccessibleTruth {
  const states: Record<string, string> = {};
  for (const { name, value } of node.properties ?? []) states[name.toLowerCase()] = String(value.value);
  return {
    ignored: node.ignored,
    reasons: (node.ignoredReasons ?? []).map(({ name }) => name),
    role: String(node.role?.value ?? ""),
    name: String(node.name?.value ?? ""),
    states,
  };
}
