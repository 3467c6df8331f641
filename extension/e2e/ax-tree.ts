import type { CDPSession } from "puppeteer-core";

/** A node of the browser's accessibility tree, which sees into closed shadow roots. */
export interface AxControl {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly backendNodeId: number;
}

/** All nodes that are not ignored, in document order. */
export async function readAxTree(session: CDPSession): Promise<readonly AxControl[]> {
  const { nodes } = await session.send("Accessibility.getFullAXTree");
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

/** Middle of a node's box in the window, in CSS pixels; undefined when it has none. */
export async function centerOf(session: CDPSession, { backendNodeId }: AxControl): Promise<{ x: number; y: number } | undefined> {
  await session.send("DOM.scrollIntoViewIfNeeded", { backendNodeId });
  const { model } = await session.send("DOM.getBoxModel", { backendNodeId });
  const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
  return right > left && bottom > top ? { x: (left + right) / 2, y: (top + bottom) / 2 } : undefined;
}
