import type { CDPSession, Page } from "puppeteer-core";
import type { Control, ControlSource, Place, Wanted, WindowBox } from "./sidebar-driver.js";
import { tabSession } from "./tabs.js";

interface AxControl extends Control {
  readonly session: CDPSession;
  readonly backendNodeId: number;
}

/**
 * Reads the sidebar from Chromium's accessibility trees: that of the extension's document in the frame, and the pins in the closed root of the
 * overlay. The frame covers the window, so that places in both are places in the window.
 */
export async function chromiumControls(page: Page): Promise<ControlSource<AxControl>> {
  const session = await tabSession(page);
  await enable(session);
  return {
    read: (wanted) => whileThere(sidebarFrame(page), (frame) => readSidebar(frame, wanted)),
    readPins: async () => (await whileThere(session, readPins)) ?? [],
    centerOf: ({ session: home, backendNodeId }) => whileThere(home, () => centerOf(home, backendNodeId)),
    isReached: (place) => whileThere(session, () => isReached(session, place)),
    painted: async () => whileThere(sidebarFrame(page), paintedTwice),
    inFrame: (body) =>
      whileThere(
        sidebarFrame(page),
        async (frame) => {
          const expression = `(async () => {${body}})()`;
          const { result, exceptionDetails } = await frame.send("Runtime.evaluate", {
            expression,
            awaitPromise: true,
            returnByValue: true,
          });
          if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
          return result.value;
        },
        60_000,
      ),
    boxes: async (selector) => [
      ...((await whileThere(sidebarFrame(page), (frame) => boxesInFrame(frame, selector))) ?? []),
      ...(await boxesInOverlay(session, selector)),
    ],
  };
}

/** The session of the sidebar's frame, which is a target of its own; undefined while it is not there. */
export function sidebarFrame(page: Page): CDPSession | undefined {
  const frame = page.frames().find((one) => !one.detached && /^chrome-extension:\/\/[^/]+\/sidebar\.html$/.test(one.url()));
  // Every frame has one; it is no part of puppeteer's published types.
  return frame === undefined ? undefined : (frame as unknown as { readonly client: CDPSession }).client;
}

/** A frame that is just going away may never answer, or say that it is gone: then it is not there. */
async function whileThere<T>(
  session: CDPSession | undefined,
  run: (session: CDPSession) => Promise<T>,
  timeoutMs = 3_000,
): Promise<T | undefined> {
  if (session === undefined) return undefined;
  try {
    return await Promise.race([run(session), new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))]);
  } catch (error) {
    if (error instanceof Error && /closed|detached|No node|does not belong|Could not (find|compute)/i.test(error.message)) return undefined;
    throw error;
  }
}

const enabled = new WeakSet<CDPSession>();

/** Once a session: each command costs 0.6 ms of processor time in three processes, and every second one was one of these. */
async function enable(session: CDPSession): Promise<void> {
  if (enabled.has(session)) return;
  await session.send("Accessibility.enable");
  await session.send("DOM.enable");
  enabled.add(session);
}

/** The nodes of the frame's document that are not ignored, in document order; none while it is not there. */
async function readSidebar(frame: CDPSession, wanted: Wanted | undefined): Promise<readonly AxControl[]> {
  await enable(frame);
  const { root } = await frame.send("DOM.getDocument", { depth: 0 });
  return readTree(frame, root.backendNodeId, wanted);
}

async function readPins(session: CDPSession): Promise<readonly AxControl[]> {
  const root = await overlayRoot(session);
  const nodes = root === undefined ? [] : await readTree(session, root);
  return nodes.filter(({ role }) => role === "button");
}

async function readTree(session: CDPSession, backendNodeId: number, { name, role }: Wanted = {}): Promise<readonly AxControl[]> {
  const asked = { ...(name === undefined ? {} : { accessibleName: name }), ...(role === undefined ? {} : { role }) };
  const { nodes } = await session.send("Accessibility.queryAXTree", { backendNodeId, ...asked });
  return nodes.flatMap((node) => {
    if (node.ignored || node.backendDOMNodeId === undefined) return [];
    return [
      {
        role: String(node.role?.value ?? ""),
        name: String(node.name?.value ?? ""),
        description: String(node.description?.value ?? ""),
        value: String(node.value?.value ?? ""),
        disabled: node.properties?.some(({ name, value }) => name === "disabled" && value.value === true) ?? false,
        session,
        backendNodeId: node.backendDOMNodeId,
      },
    ];
  });
}

/** The closed root of the overlay: the one of a popover of ours, by what is in it. */
async function overlayRoot(session: CDPSession): Promise<number | undefined> {
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: overlaySelector });
  for (const nodeId of nodeIds) {
    const { node } = await session.send("DOM.describeNode", { nodeId, pierce: true, depth: 1 });
    const [shadow] = node.shadowRoots ?? [];
    if (shadow?.shadowRootType === "closed") return shadow.backendNodeId;
  }
  return undefined;
}

/** Everything that the page can know of the overlay. */
const overlaySelector = "div[popover='manual']:empty";

/** Middle of a node's box in the window, in CSS pixels; undefined when it has none. */
async function centerOf(session: CDPSession, backendNodeId: number): Promise<Place | undefined> {
  await session.send("DOM.scrollIntoViewIfNeeded", { backendNodeId });
  const { model } = await session.send("DOM.getBoxModel", { backendNodeId });
  const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
  return right > left && bottom > top ? { x: (left + right) / 2, y: (top + bottom) / 2 } : undefined;
}

/** Asks in a world of its own, where a page that replaces built-in functions hears nothing. */
async function isReached(session: CDPSession, { x, y }: Place): Promise<boolean> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const world = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "test" });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `document.elementFromPoint(${x}, ${y})?.matches(${JSON.stringify(overlaySelector)}) === true`,
    contextId: world.executionContextId,
  });
  return result.value !== false;
}

async function paintedTwice(frame: CDPSession): Promise<unknown> {
  const expression = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))";
  return frame.send("Runtime.evaluate", { expression, awaitPromise: true });
}

async function boxesInFrame(frame: CDPSession, selector: string): Promise<readonly WindowBox[]> {
  await enable(frame);
  const { root } = await frame.send("DOM.getDocument", { depth: 0 });
  return boxesOf(frame, root.nodeId, selector);
}

async function boxesInOverlay(session: CDPSession, selector: string): Promise<readonly WindowBox[]> {
  const root = await overlayRoot(session);
  if (root === undefined) return [];
  const pushed = await session.send("DOM.pushNodesByBackendIdsToFrontend", { backendNodeIds: [root] });
  return boxesOf(session, pushed.nodeIds[0] ?? 0, selector);
}

async function boxesOf(session: CDPSession, nodeId: number, selector: string): Promise<readonly WindowBox[]> {
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId, selector });
  return Promise.all(
    nodeIds.map(async (found) => {
      const { model } = await session.send("DOM.getBoxModel", { nodeId: found });
      const [left = 0, top = 0] = model.border.map(Math.round);
      return [left, top, model.width, model.height] as const;
    }),
  );
}
