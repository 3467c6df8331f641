import * as nodeFlags from "../../../host/contract/node-flags.js";
import type { Nodes } from "../../../host/contract/nodes.js";
import { cleanText } from "../../../host/contract/urls.js";
import {
  attributeOf,
  computedStyleOf,
  dataOf,
  isElement,
  nextSiblingOf,
  nodeTypeOf,
  ofDocument,
  scrollHeightOf,
  scrollWidthOf,
  textNodesOf,
  textRectOf,
} from "../dom.js";
import { toPageDocument } from "../geometry/view.js";
import { Counters } from "../styles/counters.js";
import { isBlank, preservesSpace, renderedText } from "../text.js";
import { inheritedFromDocument, openChildren, rootOfPage } from "./children.js";
import { placeAreas } from "./image-maps.js";
import * as inherited from "./inherited.js";
import type { Child, OpenElement, Root, WalkState } from "./state.js";
import { visit } from "./visit.js";

/** Elements of a page that are read: with names of their own twice as many took 5.5 s, and would not fit. */
const mostRead = 40_000;

/** Visits the composed tree once, in document order. Only reads; the first box forces layout. Iterative: trees outgrow call stacks. */
export function walkPage(walk: WalkState, document: Document): void {
  const root = rootOfPage(walk, document);
  if (root.hints.counts) walk.counters = new Counters();
  const top = ofDocument(document, "documentElement");
  /** From the top to the element whose children are being visited. */
  const path: OpenElement[] = [];
  let last: Root | undefined;
  const enter = (element: Element, parent: OpenElement | undefined, at: Root, domParent: number, bits: number) => {
    const open = visit(walk, element, parent, at, domParent, bits);
    path.push(open);
    if (at.view !== root.view) walk.framed++;
    if (walk.edited !== "" && !open.inline) walk.edited += "\n";
    if (at !== last) walk.columns.rootRuns.push(open.index, at.index);
    last = at;
    openChildren(walk, open);
  };
  if (top !== null) enter(top, undefined, root, -1, inheritedFromDocument(document));
  const { mostElements = mostRead } = walk.options;
  let isCut = false;
  for (let open = path.at(-1); open !== undefined; open = path.at(-1)) {
    const child = open.list?.[open.position++];
    const node = open.list === undefined ? open.next : (child?.node ?? null);
    const isLeft = node !== null && walk.elements.length >= mostElements && isElement(node);
    if (isLeft && !isCut) walk.holes.push({ kind: "truncated", index: 0, detail: `only ${mostElements} elements are read` });
    isCut ||= isLeft;
    if (node === null || isLeft) {
      path.pop();
      leave(walk, open, path.at(-1));
      continue;
    }
    if (open.list === undefined) open.next = nextSiblingOf(node);
    const type = nodeTypeOf(node);
    if (isElement(node)) {
      if (walk.excluded.has(node)) continue;
      const bits = open.inherited | (child?.notRendered === true ? inherited.notRendered : 0);
      enter(node, open, child?.root ?? open.root, child?.domParent ?? open.index, bits);
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
  if ((open.inherited & inherited.code) === 0 && !open.skipsContent) open.ax.append(data);
  if (nodeTypeOf(node) === 4) open.ax.differs = true;
  const owner = (child && path.findLast(({ index }) => index === child.domParent)) ?? open;
  if ((open.inherited & held) !== 0) walk.edited += data;
  else if (walk.suppressed[owner.index] === "" && !isBlank(data)) {
    walk.flow.pieces.push(data);
    walk.flow.owners.push(owner.index);
  }
  // Leading white space is dropped unless it is preserved: most elements contain nothing else.
  if (owner.text === "" && isBlank(data) && !preservesSpace(owner.whiteSpace)) return;
  const isAfterGap = owner.gap !== "" && !isBlank(owner.text) && !isBlank(data);
  owner.text += isAfterGap ? owner.gap + data : data;
  if (!isBlank(data)) owner.gap = "";
}

/** What a person types or chooses. */
const held = inherited.editable | inherited.value;

/** Nobody can type in it. */
function isChosen({ element, inherited: bits }: OpenElement): boolean {
  return (bits & inherited.editable) === 0 && attributeOf(element, "role") === "combobox";
}

/** Records an element's own text when all its children have been visited, and a region's when it ends. */
function leave(walk: WalkState, open: OpenElement, parent: OpenElement | undefined): void {
  const { columns } = walk;
  if (parent !== undefined && leavesGap(walk, open)) parent.gap = " ";
  if (walk.edited !== "" && (open.inherited & held) !== 0) {
    if (!open.inline || open.tag === "br") walk.edited += "\n";
    if (((parent?.inherited ?? 0) & held) === 0) {
      if (open.tag !== "textarea" && open.tag !== "selectedcontent") walk.fieldValues.add(walk.edited, false, isChosen(open));
      walk.edited = "";
    }
  }
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

/** Whether the texts before and behind an element are two: not where it is a mere chance to break, or not drawn. */
function leavesGap({ columns }: WalkState, { index, tag }: OpenElement): boolean {
  return tag === "br" || (tag !== "wbr" && ((columns.flags[index] ?? 0) & nodeFlags.rendered) !== 0);
}

/** Fills the columns that depend on the whole walk: names and states. Returns a function for the nodes. */
export function finishWalk(walk: WalkState): () => Nodes {
  const { columns, strings } = walk;
  placeAreas(walk);
  walk.accessibility.finish();
  for (const [index, { name, isNamePartial, role, states, interactive, focusable, accessible }] of walk.accessibility.nodes.entries()) {
    const flags = columns.flags[index] ?? 0;
    // A name that comes from a hidden element's content alone is hidden text too.
    const isHidden = (flags & nodeFlags.withheld) !== 0 && !accessible;
    columns.role.push(role === "" ? 0 : strings.add(role));
    columns.name.push(isHidden || name === "" ? 0 : strings.add(name.includes("=") ? cleanText(name).url : name));
    if (states !== "") columns.states.push(index, strings.add(states));
    columns.flags[index] =
      flags |
      (interactive ? nodeFlags.interactive : 0) |
      (focusable ? nodeFlags.focusable : 0) |
      (accessible ? nodeFlags.accessible : 0) |
      (isNamePartial ? nodeFlags.partialName : 0);
  }
  const spill = columns.spill.flatMap((rectangle, index) => [index, rectangle]);
  return () => ({ ...columns, spill, count: walk.elements.length, strings: strings.list, attributeSets: walk.attributes.sets });
}

/** Tolerance, since browsers round scroll sizes to whole pixels. */
const slackQuarters = 6;

/** Records the rectangle of an element's own text where it overflows its box. Scroll sizes exclude most fast; `line-clamp` is none. */
function recordTextOverflow(walk: WalkState, open: OpenElement): void {
  const { element, index, inline, root } = open;
  const { columns } = walk;
  if (inline || ((columns.flags[index] ?? 0) & nodeFlags.visible) === 0) return;
  const { a: scaleX, b, c, d: scaleY } = root.view;
  // In a rotated frame the bounding rectangle of a text states nothing about its lines.
  if (b !== 0 || c !== 0 || scaleX <= 0 || scaleY <= 0) return;
  const wide = (columns.box[index * 4 + 2] ?? 0) + slackQuarters;
  const high = (columns.box[index * 4 + 3] ?? 0) + slackQuarters;
  if (scrollWidthOf(element) * scaleX * 4 <= wide && scrollHeightOf(element) * scaleY * 4 <= high) return;
  if (/^\d/.test(computedStyleOf(element).webkitLineClamp)) return;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const text of textNodesOf(element)) {
    const rect = textRectOf(text);
    if (rect.width === 0 || rect.height === 0) continue;
    left = Math.min(left, rect.left);
    top = Math.min(top, rect.top);
    right = Math.max(right, rect.right);
    bottom = Math.max(bottom, rect.bottom);
  }
  if (left === Infinity) return;
  const [pageX, pageY, width, height] = toPageDocument(root.view, new DOMRect(left, top, right - left, bottom - top));
  const [x, y] = [pageX - open.left, pageY - open.top];
  const overflows = x < -slackQuarters || y < -slackQuarters || x + width > wide || y + height > high;
  // An element is left after those within it.
  if (overflows) columns.spill[index] = walk.strings.add([x, y, width, height].join(" "));
}
