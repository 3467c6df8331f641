import type { CDPSession, Page } from "puppeteer-core";
import type { Control, ControlSource, WindowBox } from "./sidebar-driver.js";

interface AxControl extends Control {
  readonly backendNodeId: number;
}

/** Reads the sidebar from Chromium's accessibility tree, which sees into closed shadow roots. */
export async function chromiumControls(page: Page): Promise<ControlSource<AxControl>> {
  const session = await page.createCDPSession();
  await session.send("Accessibility.enable");
  await session.send("DOM.enable");
  return {
    read: () => readSidebar(session),
    centerOf: (control) => centerOf(session, control),
    boxes: (selector) => boxesOf(session, selector),
  };
}

/** The nodes of the sidebar that are not ignored, in document order; none while it is not there. */
async function readSidebar(session: CDPSession): Promise<readonly AxControl[]> {
  const backendNodeId = await sidebarRoot(session);
  if (backendNodeId === undefined) return [];
  const { nodes } = await session.send("Accessibility.queryAXTree", { backendNodeId });
  return nodes.flatMap((node) => {
    if (node.ignored || node.backendDOMNodeId === undefined) return [];
    return [
      {
        role: String(node.role?.value ?? ""),
        name: String(node.name?.value ?? ""),
        description: String(node.description?.value ?? ""),
        value: String(node.value?.value ?? ""),
        disabled: node.properties?.some(({ name, value }) => name === "disabled" && value.value === true) ?? false,
        backendNodeId: node.backendDOMNodeId,
      },
    ];
  });
}

/** The closed root of the sidebar's host: a page has thousands of other nodes that need not be asked for. */
async function sidebarRoot(session: CDPSession): Promise<number | undefined> {
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "svc-sidebar" });
  if (nodeId === 0) return undefined;
  const { node } = await session.send("DOM.describeNode", { nodeId, pierce: true, depth: 1 });
  return node.shadowRoots?.[0]?.backendNodeId;
}

/** Middle of a node's box in the window, in CSS pixels; undefined when it has none. */
async function centerOf(session: CDPSession, { backendNodeId }: AxControl): Promise<{ x: number; y: number } | undefined> {
  await session.send("DOM.scrollIntoViewIfNeeded", { backendNodeId });
  const { model } = await session.send("DOM.getBoxModel", { backendNodeId });
  const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
  return right > left && bottom > top ? { x: (left + right) / 2, y: (top + bottom) / 2 } : undefined;
}

async function boxesOf(session: CDPSession, selector: string): Promise<readonly WindowBox[]> {
  const root = await sidebarRoot(session);
  if (root === undefined) return [];
  const pushed = await session.send("DOM.pushNodesByBackendIdsToFrontend", { backendNodeIds: [root] });
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: pushed.nodeIds[0] ?? 0, selector });
  return Promise.all(
    nodeIds.map(async (nodeId) => {
      const { model } = await session.send("DOM.getBoxModel", { nodeId });
      const [left = 0, top = 0] = model.border.map(Math.round);
      return [left, top, model.width, model.height] as const;
    }),
  );
}
