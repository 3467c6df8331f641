import { nodeFlags } from "../../../host/contract/node-flags.js";
import type { Nodes } from "../../../host/contract/nodes.js";
import { cleanText } from "../../../host/contract/urls.js";
import { dataOf, nextSiblingOf, nodeTypeOf, ofDocument } from "../dom.js";
import { recordTextOverflow } from "../geometry/text-overflow.js";
import { redactTexts } from "../redact.js";
import { compactStrings } from "../reduce.js";
import { isBlank, preservesSpace, renderedText } from "../text.js";
import { inheritedFromDocument, openChildren, rootOfPage } from "./children.js";
import { type Child, inherited, type OpenElement, type Root, type WalkState } from "./state.js";
import { visit } from "./visit.js";

/**
 * Visits every element of the composed tree once, in document order, and fills the walk's columns. Only reads: the first box forces layout,
 * which stays clean. Iterative, because scripts can nest elements deeper than any call stack.
 */
export function walkPage(walk: WalkState, document: Document): void {
  const root = rootOfPage(walk, document);
  const top = ofDocument(document, "documentElement");
  /** From the top to the element whose children are being visited. */
  const path: OpenElement[] = [];
  let last: Root | undefined;
  const enter = (element: Element, parent: OpenElement | undefined, at: Root, domParent: number, bits: number) => {
    const open = visit(walk, element, parent, at, domParent, bits);
    path.push(open);
    if (at !== last) walk.columns.rootRuns.push(open.index, at.index);
    last = at;
    openChildren(walk, open);
  };
  if (top !== null) enter(top, undefined, root, -1, inheritedFromDocument(document));
  for (let open = path.at(-1); open !== undefined; open = path.at(-1)) {
    const child = open.list?.[open.position++];
    const node = open.list === undefined ? open.next : (child?.node ?? null);
    if (node === null) {
      leave(walk, open);
      path.pop();
      continue;
    }
    if (open.list === undefined) open.next = nextSiblingOf(node);
    const type = nodeTypeOf(node);
    if (type === 1) {
      if (walk.excluded.has(node)) continue;
      const bits = open.inherited | (child?.notRendered === true ? inherited.notRendered : 0);
      enter(node as Element, open, child?.root ?? open.root, child?.domParent ?? open.index, bits);
    } else if (type === 3 || type === 4) readText(walk, path, open, node, child);
    else if (type === 8) walk.count("comments");
  }
}

/** A text belongs to its parent in the document, even where a slot shows it; in names it counts where it is shown. */
function readText(walk: WalkState, path: readonly OpenElement[], open: OpenElement, node: Node, child: Child | undefined): void {
  const data = dataOf(node);
  if (child?.notRendered === true) {
    if (!isBlank(data)) walk.count("hidden-text");
    return;
  }
  if ((open.inherited & inherited.code) === 0) open.ax.append(data);
  const owner = (child && path.findLast(({ index }) => index === child.domParent)) ?? open;
  // Leading white space is dropped unless it is preserved: most elements contain nothing else.
  if (owner.text !== "" || !isBlank(data) || preservesSpace(owner.whiteSpace)) owner.text += data;
}

/** Records an element's own text when all its children have been visited. */
function leave(walk: WalkState, open: OpenElement): void {
  const { columns } = walk;
  const raw = open.text;
  if (raw === "" || isBlank(raw)) return;
  const reason = walk.suppressed[open.index] ?? "";
  if (reason === "") {
    columns.text[open.index] = walk.strings.add(renderedText(raw, open.whiteSpace));
    recordTextOverflow(walk, open);
  } else if (reason !== "code") {
    walk.count(reason);
    columns.flags[open.index] = (columns.flags[open.index] ?? 0) | nodeFlags.withheld;
  }
}

/** Fills the columns that depend on the whole walk: names, states, and what repeats a field's value. Returns a function for the nodes. */
export function finishWalk(walk: WalkState): () => Nodes {
  const { columns, strings } = walk;
  walk.accessibility.finish();
  for (const [index, { name, role, states, interactive, focusable, accessible }] of walk.accessibility.nodes.entries()) {
    const flags = columns.flags[index] ?? 0;
    // A name that comes from a hidden element's content alone is hidden text too.
    const isHidden = (flags & nodeFlags.withheld) !== 0 && !accessible;
    columns.role.push(role === "" ? 0 : strings.add(role));
    columns.name.push(isHidden || name === "" ? 0 : strings.add(name.includes("=") ? cleanText(name).url : name));
    if (states !== "") columns.states.push(index, strings.add(states));
    columns.flags[index] =
      flags | (interactive ? nodeFlags.interactive : 0) | (focusable ? nodeFlags.focusable : 0) | (accessible ? nodeFlags.accessible : 0);
  }
  const isRedacted = redactTexts(walk);
  return () => {
    const nodes = { ...columns, count: walk.elements.length, strings: strings.list, attributeSets: walk.attributes.sets };
    // The table of strings still contains what was redacted.
    return isRedacted ? compactStrings(nodes) : nodes;
  };
}
