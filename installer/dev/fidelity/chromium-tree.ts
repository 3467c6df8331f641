import type { CDPSession, Protocol } from "puppeteer-core";
import type { AccessibleTruth, Truth, TruthElement } from "./browser.js";
import type { RootHandle, Worlds } from "./chromium-worlds.js";
import { canReadFrame } from "./in-page.js";

type DomNode = Protocol.DOM.Node;

/** Hosts and their closed shadow roots in all frames of a page, as node ids. */
export async function closedRoots(session: CDPSession): Promise<[host: number, root: number][]> {
  const { root } = await session.send("DOM.getDocument", { depth: -1, pierce: true });
  const found: [number, number][] = [];
  const visit = (node: DomNode): void => {
    for (const shadow of node.shadowRoots ?? []) {
      if (shadow.shadowRootType === "closed") found.push([node.backendNodeId, shadow.backendNodeId]);
      visit(shadow);
    }
    for (const child of node.children ?? []) visit(child);
    if (node.contentDocument !== undefined) visit(node.contentDocument);
  };
  visit(root);
  return found;
}

export class ComposedElement implements TruthElement {
  readonly id: number;
  readonly parent: number;
  readonly tag: string;
  readonly label: string;
  readonly root: number;
  readonly optional: boolean;
  place = -1;
  box: readonly [number, number, number, number] = [0, 0, 0, 0];
  /** Where a frame's own document begins. */
  content: readonly [number, number] = [0, 0];
  rendered = false;
  text = "";
  markup = 0;
  accessible: AccessibleTruth | undefined;

  constructor(node: DomNode, parent: number, root: number, optional: boolean) {
    this.id = node.backendNodeId;
    this.parent = parent;
    this.tag = node.localName;
    this.label = labelOf(node);
    this.root = root;
    this.optional = optional;
  }
}

export class ComposedRoot implements RootHandle {
  readonly nodeId: number;
  readonly frameId: string;
  readonly host: number;
  readonly kind: "document" | "shadow";
  /** Positions of its elements, in tree order: light children that no slot takes have -1. */
  elements: number[] = [];

  constructor(node: DomNode, frameId: string, host: number) {
    this.nodeId = node.backendNodeId;
    this.frameId = frameId;
    this.host = host;
    this.kind = node.nodeName === "#document" ? "document" : "shadow";
  }

  /** Where the coordinates of the document that it belongs to begin. */
  origin(tree: ComposedTree): readonly [number, number] {
    if (this.kind === "document") return this.host < 0 ? tree.scroll : (tree.elements[this.host]?.content ?? [0, 0]);
    const outer = tree.roots[tree.elements[this.host]?.root ?? 0];
    return outer === undefined ? [0, 0] : outer.origin(tree);
  }
}

/** The composed tree as the debugging protocol reports it: shadow children below hosts, slotted nodes below slots, frames' documents below frames. */
export class ComposedTree implements Truth {
  readonly elements: ComposedElement[] = [];
  readonly roots: ComposedRoot[] = [];
  readonly frameIds: string[] = [];
  scroll: readonly [number, number] = [0, 0];
  private readonly nodes = new Map<number, DomNode>();
  private readonly positions = new Map<number, number>();

  static async read(session: CDPSession, worlds: Worlds): Promise<ComposedTree> {
    const { root } = await session.send("DOM.getDocument", { depth: -1, pierce: true });
    const tree = new ComposedTree();
    tree.index(root);
    const scroll = await worlds.evaluate("[scrollX, scrollY]");
    if (Array.isArray(scroll)) tree.scroll = [Number(scroll[0]), Number(scroll[1])];
    await tree.addRoot(root, await worlds.topFrame(), -1, -1, worlds);
    for (const composed of tree.roots) {
      composed.elements = tree.elementsIn(composed.nodeId);
      composed.elements.forEach((position, place) => {
        const element = tree.elements[position];
        if (element !== undefined) element.place = place;
      });
    }
    return tree;
  }

  private index(node: DomNode): void {
    this.nodes.set(node.backendNodeId, node);
    for (const child of [...(node.children ?? []), ...(node.shadowRoots ?? [])]) this.index(child);
    if (node.contentDocument !== undefined) this.index(node.contentDocument);
  }

  private async addRoot(node: DomNode, frameId: string, host: number, parent: number, worlds: Worlds): Promise<void> {
    if (node.nodeName === "#document") this.frameIds.push(frameId);
    const root = this.roots.push(new ComposedRoot(node, frameId, host)) - 1;
    for (const child of node.children ?? []) await this.addNode(child, parent, root, worlds);
  }

  private async addNode(node: DomNode, parent: number, root: number, worlds: Worlds, optional = false): Promise<void> {
    if (node.nodeType !== 1) return;
    const position = this.elements.push(new ComposedElement(node, parent, root, optional)) - 1;
    this.positions.set(node.backendNodeId, position);
    const frameId = this.roots[root]?.frameId ?? "";
    const shadow = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType !== "user-agent");
    if (shadow !== undefined) {
      await this.addRoot(shadow, frameId, position, position, worlds);
      for (const child of node.children ?? []) {
        if (!this.positions.has(child.backendNodeId)) await this.addNode(child, position, root, worlds, true);
      }
      return;
    }
    const inner = node.contentDocument;
    if (inner !== undefined && node.frameId !== undefined) {
      const readable = await worlds.call({ nodeId: node.backendNodeId, frameId }, canReadFrame, []);
      if (readable) await this.addRoot(inner, node.frameId, position, position, worlds);
      return;
    }
    const slotted = node.localName === "slot" ? (node.distributedNodes ?? []) : [];
    if (slotted.length === 0) {
      for (const child of node.children ?? []) await this.addNode(child, position, root, worlds, optional);
      return;
    }
    for (const { backendNodeId } of slotted) {
      const child = this.nodes.get(backendNodeId);
      if (child !== undefined) await this.addNode(child, position, this.rootOf(child, root), worlds);
    }
  }

  /** A slotted node belongs to the root that holds the slot's host. */
  private rootOf(child: DomNode, slotRoot: number): number {
    for (let root = slotRoot; root >= 0; ) {
      const host = this.elements[this.roots[root]?.host ?? -1];
      if (host === undefined) return root;
      const hostNode = this.nodes.get(host.id);
      if (hostNode?.children?.some(({ backendNodeId }) => backendNodeId === child.backendNodeId) === true) return host.root;
      root = host.root;
    }
    return slotRoot;
  }

  private elementsIn(rootId: number): number[] {
    const found: number[] = [];
    const visit = (node: DomNode): void => {
      for (const child of node.children ?? []) {
        if (child.nodeType !== 1) continue;
        found.push(this.positions.get(child.backendNodeId) ?? -1);
        visit(child);
      }
    };
    const root = this.nodes.get(rootId);
    if (root !== undefined) visit(root);
    return found;
  }
}

function labelOf({ localName, attributes = [] }: DomNode): string {
  const words = [localName];
  for (let i = 0; i < attributes.length; i += 2) {
    const value = (attributes[i + 1] ?? "").trim().split(/\s+/)[0] ?? "";
    if (attributes[i] === "id") words.push(`#${value}`);
    else if (attributes[i] === "class" && value !== "") words.push(`.${value}`);
    else if (attributes[i] === "role" || attributes[i] === "type") words.push(`[${attributes[i]}=${value}]`);
  }
  return words.join("");
}
