import { memoized } from "../../../host/contract/memoized.js";
import { Scope } from "../accessibility/node.js";
import { at } from "../at.js";
import { hasAnchorIn } from "../attributes/attribute-table.js";
import * as trait from "../attributes/trait.js";
import {
  assignedTo,
  childNodesOf,
  documentOfFrame,
  firstChildOf,
  isElement,
  localNameOf,
  matchesSelector,
  ofDocument,
  ofRoot,
  openRootOf,
  queryAll,
  slotOf,
  windowOf,
} from "../dom.js";
import { viewOfFrame, viewOfPage } from "../geometry/view.js";
import { urlOf } from "../metadata.js";
import { styleHints } from "../styles/style-sheets.js";
import { addClosedRootHole, addFrameHole, removeMediaHole } from "./holes.js";
import * as inherited from "./inherited.js";
import type { Child, OpenElement, Root, WalkState } from "./state.js";

const child =
  (root: Root, domParent: number, notRendered = false) =>
  (node: Node): Child => ({ node, root, domParent, notRendered });

export function rootOfPage(walk: WalkState, document: Document): Root {
  return addRoot(walk, "document", undefined, -1, document, viewOfPage(windowOf(document)));
}

/** Returns the bits of `inherited` that a document sets: in design mode all of it is editable. */
export function inheritedFromDocument(document: Document): number {
  return ofDocument(document, "designMode") === "on" ? inherited.editable : 0;
}

/** Sets `next` or `list` of an element to its composed children. */
export function openChildren(walk: WalkState, open: OpenElement): void {
  const { element, root, traits } = open;
  open.next = null;
  if ((traits & trait.frame) !== 0 && openFrame(walk, open)) return;
  const shadow = (traits & trait.host) === 0 ? null : (openRootOf(element) ?? walk.options.openClosedRoot?.(element) ?? null);
  if (shadow !== null) {
    const kind = openRootOf(element) === null ? "closed-shadow" : "shadow";
    const inner = addRoot(walk, kind, root, open.index, shadow, root.view);
    walk.lightChildren.set(open.index, childNodesOf(element));
    open.list = childrenOfHost(open, inner, shadow);
  } else if ((traits & trait.slot) !== 0 && root.outer !== undefined) {
    open.list = childrenOfSlot(open, root.outer);
  } else {
    open.next = firstChildOf(element);
    if ((traits & trait.details) !== 0 && !matchesSelector(element, "[open]")) open.list = childrenOfClosedDetails(open);
    else if (open.next === null && (traits & trait.custom) !== 0) checkForClosedRoot(walk, open);
  }
}

/** A custom element without children that has an area must have a closed shadow root. */
function checkForClosedRoot(walk: WalkState, { element, index }: OpenElement): void {
  if (walk.options.openClosedRoot !== undefined || !matchesSelector(element, ":defined")) return;
  const [width = 0, height = 0] = walk.columns.box.slice(index * 4 + 2, index * 4 + 4);
  if (width > 0 && height > 0) addClosedRootHole(walk, index);
}

/** Children of a shadow host: those of its shadow root, then its own that no slot takes and that are therefore not rendered. */
function childrenOfHost({ element, index, root }: OpenElement, inner: Root, shadow: ShadowRoot): Child[] {
  const shown = childNodesOf(shadow).map(child(inner, -1));
  // A closed root hides `assignedSlot`, so its slots are asked instead.
  const assigned = inner.kind === "closed-shadow" ? new Set([...queryAll(shadow, "slot")].flatMap((slot) => assignedTo(slot))) : undefined;
  const isAssigned = (node: Node) => assigned?.has(node) ?? slotOf(node) !== null;
  const unassigned = childNodesOf(element).filter((node) => !isAssigned(node));
  return [...shown, ...unassigned.map(child(root, index, true))];
}

/** Children of a slot: its assigned nodes, then its fallback content, which is rendered only when nothing is assigned. */
function childrenOfSlot({ element, index, root }: OpenElement, outer: Root): Child[] {
  const assigned = assignedTo(element);
  const fallback = childNodesOf(element).map(child(root, index, assigned.length > 0));
  return [...assigned.map(child(outer, root.host)), ...fallback];
}

function childrenOfClosedDetails({ element, index, root }: OpenElement): Child[] {
  const children = childNodesOf(element);
  const summary = children.find((node) => isElement(node) && localNameOf(node) === "summary");
  return children.map((node) => child(root, index, node !== summary)(node));
}

/** Elements in frames times frames: each box that is asked for has Chromium look at all frames; 400 of 97 elements took 5.6 s. */
const mostFrameWork = 4_000_000;

function openFrame(walk: WalkState, open: OpenElement): boolean {
  const { element, tag, root, index } = open;
  const document = documentOfFrame(element, tag);
  const window = document && ofDocument(document, "defaultView");
  if (window !== null && walk.framed * walk.frames > mostFrameWork) {
    walk.holes.push({ kind: "unreadable-frame", index, detail: `one of ${walk.frames} frames: too many to be read` });
    return true;
  }
  if (document === null || window === null) {
    if (tag !== "object") addFrameHole(walk, index, ofDocument(root.view.window.document, "baseURI"));
    return tag !== "object";
  }
  if (tag === "object") removeMediaHole(walk, index);
  open.inherited |= inheritedFromDocument(document);
  const isRendered = (open.inherited & inherited.notRendered) === 0;
  const view = isRendered ? viewOfFrame(root.view, element, ancestorsInDocument(walk, open), window) : { ...root.view, window };
  const inner = addRoot(walk, "frame", root, index, document, view);
  open.list = childNodesOf(document).map(child(inner, -1));
  return true;
}

/** Returns a frame element and its composed ancestors in its document. */
function ancestorsInDocument({ elements, parents, rootOf }: WalkState, { index, root }: OpenElement): Element[] {
  const found: Element[] = [];
  for (let place = index; rootOf[place]?.view === root.view; place = parents[place] ?? -1) found.push(at(elements, place));
  return found;
}

function addRoot(
  walk: WalkState,
  kind: Root["kind"],
  outer: Root | undefined,
  host: number,
  scope: Document | ShadowRoot,
  view: Root["view"],
): Root {
  const hints = styleHints(scope);
  const root: Root = {
    index: walk.roots.length,
    kind,
    outer,
    host,
    ax: new Scope(scope, (kind === "frame" && walk.accessibility.nodes[host]?.hidden) || 0),
    view,
    fullscreen: ofRoot(scope, "fullscreenElement"),
    hints,
    mayGenerate: memoized((record) => hints.anyGenerated || hasAnchorIn(hints.generated, record)),
    mayPaint: memoized((record) => hints.anyPainted || (hints.painted.size > 0 && hasAnchorIn(hints.painted, record))),
    quirks: ofDocument(view.window.document, "compatMode") === "BackCompat",
  };
  walk.roots.push(root);
  walk.frames += queryAll(scope, "iframe,frame").length;
  const url = kind === "frame" ? { url: urlOf(walk, ofDocument(view.window.document, "URL")) } : {};
  walk.columns.roots.push({ kind, host, ...url });
  return root;
}
