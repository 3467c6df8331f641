import type { NodeRoot } from "../../host/contract/nodes.js";
import type { AxRoot } from "./accessibility/index.js";
import { assignedTo, firstChildOf, isSlotted, isSlottedText, nextSiblingOf, nodeTypeOf, queryAll } from "./dom.js";
import type { StyleHints } from "./style-hints.js";
import type { View } from "./view.js";

/** A document or shadow root that is being walked. */
export interface Root {
  /** Place in `nodes.roots`. */
  readonly place: number;
  readonly kind: NodeRoot["kind"];
  /** Root of the host or frame element; undefined for the page's document. */
  readonly outer: Root | undefined;
  /** Index of the host or frame element; -1 for the page's document. */
  readonly host: number;
  readonly ax: AxRoot;
  readonly view: View;
  readonly fullscreen: Element | null;
  readonly hints: StyleHints;
  /** Ids and classes are compared without regard to case. */
  readonly quirks: boolean;
}

/** A composed child: the node, the root it belongs to, and whether it takes part in rendering. */
export interface Child {
  readonly node: Node;
  readonly root: Root;
  /** Index of the parent element in its own root; -1 at the top of a root. */
  readonly domParent: number;
  readonly dropped: boolean;
}

/** Children of a shadow host: those of its root, then its own that no slot takes and that are therefore not rendered. */
export function childrenOfHost(host: Element, index: number, outer: Root, inner: Root, shadow: ShadowRoot): Child[] {
  const shown = childNodesOf(shadow).map((node) => ({ node, root: inner, domParent: -1, dropped: false }));
  const dropped = childNodesOf(host).filter((node) => !isTaken(node, inner));
  return [...shown, ...dropped.map((node) => ({ node, root: outer, domParent: index, dropped: true }))];
}

/** Children of a slot: what is assigned to it, then its own fallback content, which is rendered only when nothing is. */
export function childrenOfSlot(slot: HTMLSlotElement, index: number, root: Root): Child[] {
  const outer = root.outer;
  const assigned = outer === undefined ? [] : assignedTo(slot);
  const own = childNodesOf(slot).map((node) => ({ node, root, domParent: index, dropped: assigned.length > 0 }));
  return outer === undefined ? own : [...assigned.map((node) => ({ node, root: outer, domParent: root.host, dropped: false })), ...own];
}

export function childNodesOf(parent: Node): Node[] {
  const found: Node[] = [];
  for (let node = firstChildOf(parent); node !== null; node = nextSiblingOf(node)) found.push(node);
  return found;
}

/** A closed root's slots tell nothing of what they take, so its slots are asked instead. */
function isTaken(node: Node, inner: Root): boolean {
  if (inner.kind === "closed-shadow") return slottedIn(inner).has(node);
  const type = nodeTypeOf(node);
  return (type === 1 && isSlotted(node as Element)) || (type === 3 && isSlottedText(node));
}

const slotted = new WeakMap<Root, Set<Node>>();

function slottedIn(root: Root): Set<Node> {
  const known = slotted.get(root);
  if (known !== undefined) return known;
  const taken = new Set<Node>();
  for (const slot of queryAll(root.ax.scope, "slot")) for (const node of assignedTo(slot as HTMLSlotElement)) taken.add(node);
  slotted.set(root, taken);
  return taken;
}
