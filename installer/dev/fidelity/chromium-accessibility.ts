import type { CDPSession, Protocol } from "puppeteer-core";
import type { AccessibleTruth } from "./browser.js";

const told = new Set(
  "checked pressed selected expanded disabled required invalid readonly level hasPopup multiselectable orientation focusable".split(" "),
);

/** Chromium's accessibility tree of each frame, by the node that each entry stands for. */
export async function accessibilityOf(session: CDPSession, frameIds: readonly string[]): Promise<Map<number, AccessibleTruth>> {
  const found = new Map<number, AccessibleTruth>();
  for (const frameId of frameIds) {
    const { nodes } = await session.send("Accessibility.getFullAXTree", { frameId });
    for (const node of nodes) if (node.backendDOMNodeId !== undefined) found.set(node.backendDOMNodeId, truthOf(node));
  }
  return found;
}

function truthOf(node: Protocol.Accessibility.AXNode): AccessibleTruth {
  const states: Record<string, string> = {};
  for (const { name, value } of node.properties ?? []) if (told.has(name)) states[name.toLowerCase()] = String(value.value);
  return {
    ignored: node.ignored,
    reasons: (node.ignoredReasons ?? []).map(({ name }) => name),
    role: String(node.role?.value ?? ""),
    name: String(node.name?.value ?? ""),
    states,
  };
}
