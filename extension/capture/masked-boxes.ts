import * as nodeFlags from "../../host/contract/node-flags.js";
import { at } from "./at.js";
import {
  attributeOf,
  computedStyleOf,
  matchesSelector,
  parentElementOf,
  rectOf,
  textNodesOf,
  textRectOf,
  valueOfField,
  windowOf,
} from "./dom.js";
import { toPageDocument } from "./geometry/view.js";
import { redactionOf, redactNodes } from "./redact.js";
import { type CaptureOptions, WalkState } from "./walk/state.js";
import { finishWalk, walkPage } from "./walk/walk.js";

/** A rectangle in CSS pixels of the window: left, top, right, bottom. */
type Edges = readonly [left: number, top: number, right: number, bottom: number];

/** Where a screenshot of the window shows what a capture withholds, by the element that shows it. */
export type Masks = ReadonlyMap<Element, readonly Edges[]>;

/** Where the window shows what a capture withholds, its shadows and reflections too, through shadow roots and frames of one origin. */
export function readMasks(document: Document, options: Pick<CaptureOptions, "exclude" | "openClosedRoot"> = {}): Masks {
  const walk = new WalkState(options);
  walkPage(walk, document);
  const nodes = finishWalk(walk)();
  const { hidden } = redactNodes({ ...nodes, step: nodes.tag, from: nodes.tag.map(() => 0) }, redactionOf(walk));
  const unread = new Set(walk.holes.flatMap(({ kind, index }) => (/frame|plugin|truncated/.test(kind) ? [index] : [])));
  const { scrollX, scrollY } = windowOf(document);
  const edgesOf = (index: number, rect: DOMRect): Edges => {
    const [left, top, wide, high] = toPageDocument(at(walk.rootOf, index).view, rect);
    return [left / 4 - scrollX, top / 4 - scrollY, (left + wide) / 4 - scrollX, (top + high) / 4 - scrollY];
  };
  const masks = new Map<Element, readonly Edges[]>();
  const fields: Edges[] = [];
  for (const [index, element] of walk.elements.entries()) {
    const isField = holdsText(walk, element, index);
    if (isField) fields.push(edgesOf(index, rectOf(element)));
    const isShown = ((walk.columns.flags[index] ?? 0) & nodeFlags.visible) !== 0;
    if (!isShown || !(isField || hidden.has(index) || unread.has(index))) continue;
    // Texts may overflow the element's box.
    const own = [rectOf(element), ...textNodesOf(element).map(textRectOf)].map((rect) => edgesOf(index, rect));
    masks.set(element, [...own, ...copiesOf(element, own, (rect) => edgesOf(index, rect))]);
  }
  for (const [index, { tag }] of walk.records.entries()) {
    const element = at(walk.elements, index);
    const edges = tag === "canvas" ? edgesOf(index, rectOf(element)) : undefined;
    if (edges !== undefined && fields.some((field) => overlap(field, edges))) masks.set(element, [edges]);
  }
  // The page's end was not read: fields may stand anywhere.
  if (unread.has(0)) masks.set(at(walk.elements, 0), [[0, 0, 1e6, 1e6]]);
  return masks;
}

/** Boxes over the masks of two readings and the way between: `[x, y, width, height]`, whole CSS pixels of the window, clipped to it. */
export function boxesOver(before: Masks, after: Masks, { innerWidth, innerHeight }: Window) {
  const moved = [...new Set([...before.keys(), ...after.keys()])].flatMap((element) => {
    const [from = [], to = []] = [before.get(element), after.get(element)];
    return from.length === to.length ? from.map((edges, at) => around(edges, to[at] ?? edges)) : [...from, ...to];
  });
  return moved.flatMap(([left, top, right, bottom]) => {
    const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
    const [width, height] = [Math.min(innerWidth, Math.ceil(right)) - x, Math.min(innerHeight, Math.ceil(bottom)) - y];
    return width > 0 && height > 0 ? [[x, y, width, height] as const] : [];
  });
}

/** A field that shows something, or a part of an editable region. */
function holdsText({ columns, suppressed, records }: WalkState, element: Element, index: number): boolean {
  if (((columns.flags[index] ?? 0) & nodeFlags.rendered) === 0) return false;
  const { tag } = records[index] ?? {};
  const reason = suppressed[index];
  return reason === "editable-text" || reason === "form-values" || tag === "select" || (tag === "input" && hasValue(element));
}

function hasValue(input: Element): boolean {
  const type = (attributeOf(input, "type") ?? "").trim().toLowerCase();
  if (/^(?:checkbox|radio|submit|reset|button|image)$/.test(type)) return false;
  // Scripts cannot read an autofilled value until the user interacts with the page.
  return type === "password" || valueOfField(input, "input") !== "" || matchesSelector(input, ":autofill");
}

/** Where shadows and reflections show rectangles again: of the element, and of what is around it. */
function copiesOf(element: Element, own: readonly Edges[], edgesOf: (rect: DOMRect) => Edges): Edges[] {
  const copies: Edges[] = [];
  for (let at: Element | null = element; at !== null; at = parentElementOf(at)) {
    const style = computedStyleOf(at);
    // Inherited: the element's own states all.
    const shadows = at === element ? `${style.textShadow} ${style.filter}` : style.filter;
    for (const [, x = "0", y = "0", blur = "0"] of shadows.matchAll(/(-?[\d.]+)px (-?[\d.]+)px (-?[\d.]+)px/g)) {
      const [dx, dy, reach] = [Number(x), Number(y), 2 * Number(blur)];
      copies.push(...own.map(([l, t, r, b]): Edges => [l + dx - reach, t + dy - reach, r + dx + reach, b + dy + reach]));
    }
    const [, side = "", gap = "0"] = /^(above|below|left|right) (-?[\d.]+)/.exec(style.getPropertyValue("-webkit-box-reflect")) ?? [];
    if (side !== "") copies.push(...reflected(side, Number(gap), edgesOf(rectOf(at)), own));
  }
  return copies;
}

function reflected(side: string, gap: number, [left, top, right, bottom]: Edges, own: readonly Edges[]): Edges[] {
  const across = { above: 2 * top - gap, below: 2 * bottom + gap, left: 2 * left - gap, right: 2 * right + gap }[side] ?? 0;
  const isVertical = side === "above" || side === "below";
  return own.map(([l, t, r, b]) => (isVertical ? [l, across - b, r, across - t] : [across - r, t, across - l, b]));
}

function around(one: Edges, other: Edges): Edges {
  return [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[2], other[2]), Math.max(one[3], other[3])];
}

function overlap(one: Edges, other: Edges): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}
