import type { FirefoxPage } from "./firefox-page.js";
import type { Control, ControlSource, WindowBox } from "./sidebar-driver.js";

interface FirefoxControl extends Control {
  /** The document that it is in, and its place among the nodes that were read there last. */
  readonly home: "frame" | "overlay";
  readonly place: number;
}

/**
 * Reads the sidebar from Firefox's accessibility trees: that of the extension's document in the frame, and the pins in the closed root of the
 * overlay. The frame covers the window, so that places in both are places in the window.
 */
export function firefoxControls(page: FirefoxPage): ControlSource<FirefoxControl> {
  /** Runs in the frame's own document, once it is there. */
  const inFrame = <T>(body: string, ...values: unknown[]) => page.privilegedIn<T>(frameOfSidebar, body, ...values);
  const run = <T>(home: FirefoxControl["home"], body: string, ...values: unknown[]) =>
    home === "frame" ? inFrame<T>(body, ...values) : page.privileged<T>(body, ...values);
  return {
    read: ({ name = "" } = {}) => run<FirefoxControl[]>("frame", nodesOfFrame + readNodes, "frame", name),
    readPins: async () =>
      ((await run<FirefoxControl[]>("overlay", nodesOfOverlay + readNodes, "overlay", "")) ?? []).filter(({ role }) => role === "button"),
    inFrame: (body) => inFrame(body),
    boxes: async (selector) => {
      const inside = (await inFrame<WindowBox[]>(`const root = document; ${boxesOf}`, selector)) ?? [];
      return [...inside, ...(await page.privileged<WindowBox[]>(`${overlayRoot} ${boxesOf}`, selector))];
    },
    isReached: ({ x, y }) => page.privileged<boolean>(isReached, x, y),
    painted: async () => undefined,
    centerOf: async ({ home, place }) => (await run<{ x: number; y: number } | null>(home, centerOf, place)) ?? undefined,
  };
}

/** Everything that the page can know of the overlay is its selector. */
const overlayRoot = `
  const root = [...document.querySelectorAll("div[popover='manual']:empty")].map((one) => one.openOrClosedShadowRoot).find((one) => one?.querySelector("iframe"));
`;

const frameOfSidebar = `${overlayRoot} return root?.querySelector("iframe") ?? null;`;

const nodesOf = `
  const nodes = [];
  if (root) for (let walker = document.createTreeWalker(root, 5); walker.nextNode();) nodes.push(walker.currentNode);
`;
const nodesOfFrame = `const root = document.body; ${nodesOf}`;
const nodesOfOverlay = `${overlayRoot} ${nodesOf}`;

/** Elements and texts that the accessibility tree knows, with a name those of it; it is made a moment after it was first asked for. */
const readNodes = `
  const service = Components.classes["@mozilla.org/accessibilityService;1"].getService(Components.interfaces.nsIAccessibilityService);
  const { nsIAccessibleValue } = Components.interfaces;
  const valueOf = (one) => (one instanceof nsIAccessibleValue ? String(one.currentValue) : (one.value ?? ""));
  const unavailable = Components.interfaces.nsIAccessibleStates.STATE_UNAVAILABLE;
  // The page does not see what a privileged script puts on its window.
  document.defaultView.nodesOfLastReading = nodes;
  return nodes.flatMap((node, place) => {
    const found = service.getAccessibleFor(node);
    const name = found?.name ?? "";
    if (!found || (arguments[1] !== "" && name !== arguments[1])) return [];
    const state = {};
    found.getState(state, {});
    const role = node.nodeType === 3 ? "StaticText" : found.computedARIARole;
    const disabled = (state.value & unavailable) !== 0;
    return [{ role, name, description: found.description ?? "", value: valueOf(found), disabled, home: arguments[0], place }];
  });
`;

const centerOf = `
  const node = document.defaultView.nodesOfLastReading?.[arguments[0]];
  // It may have gone since it was read.
  if (!node?.scrollIntoView || !node.isConnected) return null;
  node.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = node.getBoundingClientRect();
  return width > 0 && height > 0 ? { x: x + width / 2, y: y + height / 2 } : null;
`;

const isReached = `return document.elementFromPoint(arguments[0], arguments[1])?.matches("div[popover='manual']:empty") === true;`;

const boxesOf = `
  return [...(root?.querySelectorAll(arguments[0]) ?? [])].map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });
`;
