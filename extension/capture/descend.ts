import { documentOfFrame, firstChildOf, matchesSelector, ofDocument, ofRoot, openRootOf } from "./dom.js";
import { below } from "./flags.js";
import { closedRootHole, frameHole } from "./holes.js";
import { type Child, childNodesOf, childrenOfHost, childrenOfSlot, type Root } from "./roots.js";
import { styleHints } from "./style-hints.js";
import { trait } from "./traits.js";
import { viewOfFrame, viewOfPage } from "./view.js";
import type { Open, WalkState } from "./walk-state.js";

/** Makes the root of the page's document. */
export function rootOfPage(walk: WalkState, document: Document): Root {
  const window = ofDocument(document, "defaultView");
  if (window === null) throw new TypeError("The document has no window: only a document that is shown in a tab can be captured.");
  return addRoot(walk, "document", undefined, -1, document, viewOfPage(window));
}

/** A document in design mode is edited as a whole. */
export function bitsOfDocument(document: Document): number {
  return ofDocument(document, "designMode") === "on" ? below.edited : 0;
}

/** Finds an element's composed children and leaves them in `open`. */
export function descend(walk: WalkState, open: Open): void {
  const { element, root, traits } = open;
  open.next = null;
  open.list = undefined;
  open.position = 0;
  if ((traits & trait.frame) !== 0 && descendFrame(walk, open)) return;
  const shadow = (traits & trait.host) === 0 ? null : shadowOf(walk, element);
  if (shadow !== null) {
    const kind = openRootOf(element) === null ? "closed-shadow" : "shadow";
    const inner = addRoot(walk, kind, root, open.index, shadow, root.view);
    walk.lightChildren.set(open.index, childNodesOf(element));
    open.list = childrenOfHost(element, open.index, root, inner, shadow);
  } else if ((traits & trait.slot) !== 0 && root.outer !== undefined) {
    open.list = childrenOfSlot(element as HTMLSlotElement, open.index, root);
  } else {
    open.next = firstChildOf(element);
    if ((traits & trait.details) !== 0) open.list = childrenOfDetails(open);
    else if (open.next === null && (traits & trait.custom) !== 0) noteClosedRoot(walk, open);
  }
}

function shadowOf(walk: WalkState, element: Element): ShadowRoot | null {
  const shadow = openRootOf(element);
  if (shadow !== null || walk.options.openClosedRoot === undefined) return shadow;
  return walk.options.openClosedRoot(element);
}

/** A custom element that shows something and has no child keeps it in a closed root. */
function noteClosedRoot(walk: WalkState, { element, index }: Open): void {
  if (walk.options.openClosedRoot !== undefined || !matchesSelector(element, ":defined")) return;
  const wide = walk.columns.box[index * 4 + 2] ?? 0;
  const high = walk.columns.box[index * 4 + 3] ?? 0;
  if (wide > 0 && high > 0) closedRootHole(walk, index);
}

/** A closed `<details>` shows its first summary only. */
function childrenOfDetails({ element, index, root }: Open): Child[] | undefined {
  if (matchesSelector(element, "[open]")) return undefined;
  let summaries = 0;
  return childNodesOf(element).map((node) => {
    const shown = node.nodeName.toLowerCase() === "summary" && summaries++ === 0;
    return { node, root, domParent: index, dropped: !shown };
  });
}

function descendFrame(walk: WalkState, open: Open): boolean {
  const { element, tag, root, index } = open;
  const document = documentOfFrame(element, tag);
  const window = document === null ? null : ofDocument(document, "defaultView");
  if (document === null || window === null) {
    const record = walk.records[index];
    if (tag !== "object" && record !== undefined) frameHole(walk, index, record, ofDocument(root.view.window.document, "baseURI"));
    return tag !== "object";
  }
  open.bits |= bitsOfDocument(document);
  const view =
    (open.bits & below.gone) === 0 ? viewOfFrame(root.view, element as HTMLElement, around(walk, open), window) : { ...root.view, window };
  const inner = addRoot(walk, "frame", root, index, document, view);
  open.list = childNodesOf(document).map((node) => ({ node, root: inner, domParent: -1, dropped: false }));
  return true;
}

/** A frame and all that it stands in, in its document. */
function around({ elements, parents, rootOf }: WalkState, { index, root }: Open): Element[] {
  const found: Element[] = [];
  for (let at = index; rootOf[at]?.view === root.view; at = parents[at] ?? -1) found.push(elements[at] as Element);
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
  const root: Root = {
    place: walk.roots.length,
    kind,
    outer,
    host,
    ax: walk.accessibility.root(scope, kind === "frame" ? walk.ax[host] : undefined),
    view,
    fullscreen: ofRoot(scope, "fullscreenElement"),
    hints: styleHints(scope),
    quirks: ofDocument(view.window.document, "compatMode") === "BackCompat",
  };
  walk.roots.push(root);
  walk.columns.roots.push({ kind, host });
  return root;
}
