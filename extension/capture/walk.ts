import { documentClip } from "./clip.js";
import { bitsOfDocument, descend, rootOfPage } from "./descend.js";
import { computedStyleOf, dataOf, nextSiblingOf, nodeTypeOf, ofDocument } from "./dom.js";
import { below, flag } from "./flags.js";
import type { Child, Root } from "./roots.js";
import { readSpill } from "./spill.js";
import { isBlank, keepsSpace, renderedText } from "./text.js";
import { visit } from "./visit.js";
import type { Open, WalkState } from "./walk-state.js";

/**
 * Visits every element of the composed tree once, in document order, and fills the walk's columns. Only reads: layout is forced by the
 * first box and stays clean. Without recursion, because scripts can nest elements deeper than any call stack.
 */
export function walkPage(walk: WalkState, document: Document): void {
  const root = rootOfPage(walk, document);
  const top = ofDocument(document, "documentElement");
  const clip = documentClip(top !== null && computedStyleOf(top).direction === "rtl");
  const path: Open[] = [];
  const hasExcluded = walk.excluded.size > 0;
  let depth = -1;
  let last: Root | undefined;
  const enter = (element: Element, parent: Open | undefined, at: Root, domParent: number, bits: number) => {
    depth++;
    path[depth] ??= { clip } as Open;
    const open = path[depth] as Open;
    if (parent === undefined) open.clip = clip;
    visit(walk, element, parent, at, domParent, bits, open);
    if (at !== last) walk.columns.rootRuns.push(open.index, at.place);
    last = at;
    open.text = "";
    descend(walk, open);
  };
  if (top !== null) enter(top, undefined, root, -1, bitsOfDocument(document));
  while (depth >= 0) {
    const open = path[depth] as Open;
    const child = open.list === undefined ? undefined : open.list[open.position++];
    const node = open.list === undefined ? open.next : (child?.node ?? null);
    if (node === null) {
      leave(walk, open);
      depth--;
      continue;
    }
    if (open.list === undefined) open.next = nextSiblingOf(node);
    const type = nodeTypeOf(node);
    if (type === 1) {
      if (hasExcluded && walk.excluded.has(node)) continue;
      const bits = open.bits | (child?.dropped === true ? below.gone : 0);
      enter(node as Element, open, child?.root ?? open.root, child?.domParent ?? open.index, bits);
    } else if (type === 3 || type === 4) readText(walk, path, depth, node, child);
    else if (type === 8) walk.count("comments");
  }
}

/** A text belongs to its parent in the document, also where a slot shows it; to names it belongs where it is shown. */
function readText(walk: WalkState, path: readonly Open[], depth: number, node: Node, child: Child | undefined): void {
  const open = path[depth] as Open;
  const data = dataOf(node);
  if (child?.dropped === true) {
    if (!isBlank(data)) walk.count("hidden-text");
    return;
  }
  if ((open.bits & below.code) === 0) open.ax.append(data);
  const owner = child === undefined || child.domParent < 0 || child.domParent === open.index ? open : ownerOf(path, depth, child.domParent);
  // White space before the first word goes, but where it is kept on purpose: most elements have nothing else.
  if (owner.text !== "" || !isBlank(data) || keepsSpace(owner.whiteSpace)) owner.text += data;
}

function ownerOf(path: readonly Open[], depth: number, index: number): Open {
  let at = depth;
  while (at > 0 && path[at]?.index !== index) at--;
  return path[at] as Open;
}

/** Writes down what an element's own text nodes came to. */
function leave(walk: WalkState, open: Open): void {
  const { columns } = walk;
  const raw = open.text;
  if (raw === "" || isBlank(raw)) return;
  if (open.mute === "") {
    columns.text[open.index] = walk.strings.add(renderedText(raw, open.whiteSpace));
    readSpill(walk, open);
  } else if (open.mute !== "code") {
    walk.count(open.mute);
    columns.flags[open.index] = (columns.flags[open.index] ?? 0) | flag.withheld;
  }
}
