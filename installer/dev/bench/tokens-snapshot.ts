import type { Page, Protocol } from "puppeteer-core";

type AxNode = Protocol.Accessibility.AXNode;

/**
 * The page's accessibility snapshot as agents of other tools get it: Chromium's tree, one `- role "name" [ref=e1]` a line, in the style of
 * Playwright's aria snapshots. Ignored nodes and unnamed wrappers are left out, texts that only repeat a name too: a small snapshot, so that the
 * comparison flatters nobody.
 */
export async function ariaSnapshotOf(page: Page): Promise<string> {
  const session = await page.createCDPSession();
  try {
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    return linesOf(nodes).join("\n");
  } finally {
    await session.detach();
  }
}

function linesOf(nodes: readonly AxNode[]): string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const visit = (node: AxNode, depth: number, around: string) => {
    const line = lineOf(node, around, lines.length);
    if (line !== undefined) lines.push(`${"  ".repeat(depth)}${line}`);
    const name = line === undefined ? around : textOf(node.name);
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child !== undefined) visit(child, line === undefined ? depth : depth + 1, name);
    }
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, 0, "");
  return lines;
}

const wrappers = new Set(["none", "generic", "GenericContainer", "RootWebArea", "Ignored"]);

function lineOf(node: AxNode, around: string, count: number): string | undefined {
  const role = textOf(node.role);
  const name = textOf(node.name);
  if (node.ignored || role === "InlineTextBox" || role === "LineBreak" || role === "ListMarker") return undefined;
  if (role === "StaticText") return name === "" || around.includes(name) ? undefined : `- text: ${name}`;
  if (wrappers.has(role) && name === "") return undefined;
  const states = (node.properties ?? []).flatMap(({ name: property, value }) => {
    if (property === "url" || !shownStates.has(property) || value.value === false || value.value === "false") return [];
    return [value.value === true ? `[${property}]` : `[${property}=${value.value}]`];
  });
  return [`- ${role}`, ...(name === "" ? [] : [JSON.stringify(name)]), ...states, `[ref=e${count}]`].join(" ");
}

const shownStates = new Set(["checked", "disabled", "expanded", "level", "pressed", "selected"]);

function textOf(value: Protocol.Accessibility.AXValue | undefined): string {
  return String(value?.value ?? "").trim();
}
