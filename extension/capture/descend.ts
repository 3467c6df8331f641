import { documentOfFrame, firstChildOf, matchesSelector, openRootOf, queryAll } from "./dom.js";
import { below } from "./flags.js";
import { closedRootHole, frameHole } from "./holes.js";
import { pseudoCandidates } from "./pseudo.js";
import { type Child, childNodesOf, childrenOfHost, childrenOfSlot, type Root } from "./roots.js";
import { viewOfFrame, viewOfPage } from "./view.js";
import type { Open, WalkState } from "./walk-state.js";

const frameTags = new Set(["iframe", "frame", "object"]);

/** Makes the root of the page's document. */
export function rootOfPage(walk: WalkState, document: Document): Root {
  const window = document.defaultView;
  if (window === null) throw new TypeError("The document has no window: only a document that is shown in a tab can be captured.");
  return addRoot(walk, "document", undefined, -1, document, viewOfPage(window));
}

/** Finds an element's composed children and leaves them in `open`. */
export function descend(walk: WalkState, open: Open): void {
  const { element, tag, root } = open;
  open.next = null;
  open.list = undefined;
  open.position = 0;
  if (frameTags.has(tag) && descendFrame(walk, open)) return;
  const shadow = shadowOf(walk, element, tag);
  if (shadow !== null) {
    const kind = openRootOf(element) === null ? "closed-shadow" : "shadow";
    const inner = addRoot(walk, kind, root, open.index, shadow, root.view);
    walk.lightChildren.set(open.index, childNodesOf(element));
    open.list = childrenOfHost(element, open.index, root, inner, shadow);
  } else if (tag === "slot" && root.outer !== undefined) {
    open.list = childrenOfSlot(element as HTMLSlotElement, open.index, root);
  } else {
    open.next = firstChildOf(element);
    if (tag === "details") open.list = childrenOfDetails(open);
    else if (open.next === null && tag.includes("-")) noteClosedRoot(walk, open);
  }
}

function shadowOf(walk: WalkState, element: Element, tag: string): ShadowRoot | null {
  const shadow = openRootOf(element);
  if (shadow !== null || walk.options.openClosedRoot === undefined || !canHost(tag)) return shadow;
  return walk.options.openClosedRoot(element);
}

/** A custom element that shows something and has no child keeps it in a closed root. */
function noteClosedRoot(walk: WalkState, { element, index, tag }: Open): void {
  if (walk.options.openClosedRoot !== undefined || !isHtmlName(tag) || !matchesSelector(element, ":defined")) return;
  const wide = walk.columns.box[index * 4 + 2] ?? 0;
  const high = walk.columns.box[index * 4 + 3] ?? 0;
  if (wide > 0 && high > 0) closedRootHole(walk, index);
}

/** SVG and MathML have names with a hyphen too (HTML, "valid custom element name"). */
function isHtmlName(tag: string): boolean {
  return !/^(?:annotation-xml|color-profile|font-face.*|missing-glyph)$/.test(tag);
}

const hostTags = new Set("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "));

/** Elements that may have a shadow root of the page's (DOM, `attachShadow`); controls have roots of the browser's own. */
function canHost(tag: string): boolean {
  return hostTags.has(tag) || tag.includes("-");
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
  const window = document?.defaultView;
  if (document === null || window === null || window === undefined) {
    const record = walk.records[index];
    if (tag !== "object" && record !== undefined) frameHole(walk, index, record, root.view.window.document.baseURI);
    return tag !== "object";
  }
  const view = (open.bits & below.gone) === 0 ? viewOfFrame(root.view, element as HTMLElement, window) : { ...root.view, window };
  const inner = addRoot(walk, "frame", root, index, document, view);
  open.list = childNodesOf(document).map((node) => ({ node, root: inner, domParent: -1, dropped: false }));
  return true;
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
    top: topLayerOf(scope),
    pseudo: pseudoCandidates(scope),
    quirks: view.window.document.compatMode === "BackCompat",
  };
  walk.roots.push(root);
  walk.columns.roots.push({ kind, host });
  return root;
}

function topLayerOf(scope: Document | ShadowRoot): ReadonlySet<Element> {
  const candidates = [...queryAll(scope, "dialog[open], [popover]")];
  const top = candidates.filter((element) =>
    matchesSelector(element, element.localName === "dialog" ? ":modal, :popover-open" : ":popover-open"),
  );
  return new Set(scope.fullscreenElement === null ? top : [...top, scope.fullscreenElement]);
}
