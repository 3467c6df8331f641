import type { FirefoxPage } from "./firefox-page.js";
import type { Control, ControlSource, WindowBox } from "./sidebar-driver.js";

interface FirefoxControl extends Control {
  /** Its place among the nodes of the sidebar's root. */
  readonly place: number;
}

/** Reads the sidebar from Firefox's accessibility tree, which sees into closed shadow roots. */
export function firefoxControls(page: FirefoxPage): ControlSource<FirefoxControl> {
  return {
    read: () => page.privileged<FirefoxControl[]>(readSidebar),
    boxes: (selector) => page.privileged<WindowBox[]>(boxesOf, selector),
    centerOf: async ({ place }) => (await page.privileged<{ x: number; y: number } | null>(centerOf, place)) ?? undefined,
  };
}

const nodesOfRoot = `
  const root = document.querySelector("svc-sidebar")?.openOrClosedShadowRoot;
  const nodes = [];
  if (root) for (let walker = document.createTreeWalker(root, 5); walker.nextNode();) nodes.push(walker.currentNode);
`;

/** Elements and texts that the accessibility tree knows; it is made a moment after it was first asked for. */
const readSidebar = `${nodesOfRoot}
  const service = Components.classes["@mozilla.org/accessibilityService;1"].getService(Components.interfaces.nsIAccessibilityService);
  const { nsIAccessibleValue } = Components.interfaces;
  const valueOf = (one) => (one instanceof nsIAccessibleValue ? String(one.currentValue) : (one.value ?? ""));
  const unavailable = Components.interfaces.nsIAccessibleStates.STATE_UNAVAILABLE;
  return nodes.flatMap((node, place) => {
    const found = service.getAccessibleFor(node);
    if (!found) return [];
    const state = {};
    found.getState(state, {});
    const role = node.nodeType === 3 ? "StaticText" : found.computedARIARole;
    return [{ role, name: found.name ?? "", description: found.description ?? "", value: valueOf(found), disabled: (state.value & unavailable) !== 0, place }];
  });
`;

const centerOf = `${nodesOfRoot}
  const node = nodes[arguments[0]];
  // The nodes may have changed since they were read.
  if (!node?.scrollIntoView) return null;
  node.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = node.getBoundingClientRect();
  return width > 0 && height > 0 ? { x: x + width / 2, y: y + height / 2 } : null;
`;

const boxesOf = `
  const root = document.querySelector("svc-sidebar")?.openOrClosedShadowRoot;
  return [...(root?.querySelectorAll(arguments[0]) ?? [])].map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });
`;
