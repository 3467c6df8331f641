import { tagOf } from "./accessibility/dom.js";
import type { ElementFacts } from "./accessibility/index.js";
import type { AttributeRecord } from "./attributes.js";
import { type Area, areaFor, clipBelow, isInSight } from "./clip.js";
import { markersOf } from "./components/markers.js";
import { attributeOf, computedStyleOf, firstChildOf, hasBoxes, localNameOf, matchesSelector, rectOf } from "./dom.js";
import { below, flag } from "./flags.js";
import { mayGenerate } from "./generated-content.js";
import { closedRootHole, mediaHole } from "./holes.js";
import { pseudoText } from "./pseudo.js";
import type { Root } from "./roots.js";
import { noStyle, type StyleRecord } from "./styles.js";
import { collapse, cut } from "./text.js";
import { trait } from "./traits.js";
import { isModifiable } from "./user-modify.js";
import type { View } from "./view.js";
import type { Open, WalkState } from "./walk-state.js";

const facts = { before: "", after: "" } as ElementFacts;

/** Reads one element into the columns and makes `open` the place where its children are visited. */
export function visit(
  walk: WalkState,
  element: Element,
  parent: Open | undefined,
  root: Root,
  domParent: number,
  bits: number,
  open: Open,
): void {
  const { columns } = walk;
  const tag = localNameOf(element);
  const index = walk.elements.push(element) - 1;
  const record = walk.attributes.read(element, tag, tagOf(element, tag));
  open.index = index;
  open.element = element;
  open.tag = tag;
  open.traits = record.traits;
  open.root = root;
  open.bits = record.traits === 0 ? bits : bitsOf(bits, record.traits);
  open.clip = parent?.clip ?? open.clip;
  open.left = parent?.left ?? 0;
  open.top = parent?.top ?? 0;
  walk.records.push(record);
  walk.parents.push(parent?.index ?? -1);
  walk.domParents.push(domParent);
  walk.rootOf.push(root);
  if (tag === "input" || tag === "textarea") walk.typed.add(element, tag);
  if (record.removed.length > 0) for (const reason of record.removed) walk.count(reason);
  columns.depth.push(parent === undefined ? 0 : (columns.depth[parent.index] ?? 0) + 1);
  columns.tag.push(record.tagPlace);
  columns.attributes.push(record.set);
  columns.text.push(0);
  readLook(walk, parent, open, record);
  if (walk.options.components !== undefined || (record.traits & trait.marked) !== 0) readComponent(walk, element, record, index);
}

function bitsOf(inherited: number, traits: number): number {
  let bits = inherited;
  if ((traits & trait.code) !== 0) bits |= below.code;
  if ((traits & trait.edited) !== 0) bits |= below.edited;
  if ((traits & trait.value) !== 0) bits |= below.value;
  if ((traits & trait.choices) !== 0) bits &= ~below.value;
  return (traits & trait.fixed) === 0 ? bits : bits & ~below.edited;
}

/** Style, box, flags and accessibility. Nothing of this is asked of an element that is not displayed. */
function readLook(walk: WalkState, parent: Open | undefined, open: Open, record: AttributeRecord): void {
  const { element, root, traits } = open;
  let style = noStyle;
  let display = "none";
  let skips = false;
  if ((open.bits & below.gone) === 0) {
    const computed = computedStyleOf(element);
    display = computed.display;
    // Only an element that its parent's closed root does not show has no style at all.
    if (display === "" && parent !== undefined) closedRootHole(walk, parent.index);
    if (display === "none" || display === "") open.bits |= below.gone;
    else {
      if (root.hints.modifies || (traits & trait.modifies) !== 0) open.bits |= isModifiable(computed) ? below.edited : 0;
      style = walk.styles.read(computed, display, traits, parent?.flexible === true, record.looks);
      skips =
        (root.hints.skips || (traits & trait.skips) !== 0) && computed.contentVisibility === "hidden" && firstChildOf(element) !== null;
    }
  }
  open.whiteSpace = style.whiteSpace;
  open.inline = display === "inline" || display === "contents";
  open.flexible = style.flexible;
  if (style.transparent) open.bits |= below.transparent;
  walk.columns.style.push(style.set);
  const flags = style === noStyle ? notRendered(walk) : readBox(walk, open, style, display);
  facts.display = display;
  facts.visibility = style.visibility;
  facts.textTransform = style.textTransform;
  facts.before = "";
  facts.after = "";
  const { hints } = root;
  const generates = hints.anywhere || (record.hinted === hints ? record.generates : mayGenerate(record, hints));
  if (generates && style !== noStyle) readPseudo(walk, open);
  facts.kind = record.kind;
  facts.withheld = (open.bits & (below.edited | below.value)) !== 0;
  const frameRoot = parent === undefined || parent.root.view !== root.view;
  open.ax = walk.accessibility.enter(element, frameRoot ? undefined : parent?.ax, root.ax, facts);
  walk.ax.push(open.ax);
  open.mute = muteReason(
    open.bits,
    style,
    (traits & trait.drawn) === 0 && ((flags & flag.rendered) !== 0 || (traits & trait.boxless) !== 0),
  );
  const onTop = element === root.fullscreen || ((traits & trait.top) !== 0 && isOnTop(open));
  walk.columns.flags.push(onTop ? flags | flag.topLayer : flags);
  if ((traits & trait.media) !== 0 && (flags & flag.rendered) !== 0) mediaHole(walk, open.index, open.tag);
  if (skips) skipContent(walk, open);
}

/** Shown above all else, however deep in the page it stands. */
function isOnTop({ element, tag }: Open): boolean {
  return matchesSelector(element, tag === "dialog" ? ":modal, :popover-open" : ":popover-open");
}

/** `content-visibility: hidden` leaves the box and takes the content away, as a closed `<details>` does. */
function skipContent(walk: WalkState, open: Open): void {
  open.bits |= below.gone;
  open.mute ||= "hidden-text";
  walk.holes.push({ kind: "content-visibility", index: open.index, detail: "content that is skipped has no boxes; its text is left out" });
}

/** Text that style sheets put around the content. */
function readPseudo(walk: WalkState, { element, index }: Open): void {
  facts.before = pseudoText(element, "::before");
  facts.after = pseudoText(element, "::after");
  const before = collapse(facts.before);
  const after = collapse(facts.after);
  if (before !== "") walk.columns.before.push(index, walk.strings.add(cut(before, 1_000)));
  if (after !== "") walk.columns.after.push(index, walk.strings.add(cut(after, 1_000)));
}

function muteReason(bits: number, style: StyleRecord, shown: boolean): Open["mute"] {
  if ((bits & below.code) !== 0) return "code";
  if ((bits & below.edited) !== 0) return "editable-text";
  if ((bits & below.value) !== 0) return "form-values";
  return shown && style.visibility === "visible" && (bits & below.gone) === 0 ? "" : "hidden-text";
}

function notRendered(walk: WalkState): number {
  walk.columns.box.push(0, 0, 0, 0);
  return 0;
}

function readBox(walk: WalkState, open: Open, style: StyleRecord, display: string): number {
  const { view } = open.root;
  const rect = rectOf(open.element);
  const { x, y, width, height } = rect;
  if (width === 0 && height === 0 && x === 0 && y === 0 && display !== "contents" && !hasBoxes(open.element)) return notRendered(walk);
  const seen = view.isPlain ? undefined : seenThrough(view, rect);
  // Not by `quarters`: in a first run each call counts.
  const left = seen?.[0] ?? Math.round((view.x + x) * 4);
  const top = seen?.[1] ?? Math.round((view.y + y) * 4);
  const wide = seen?.[2] ?? Math.round(width * 4);
  const high = seen?.[3] ?? Math.round(height * 4);
  walk.columns.box.push(left - open.left, top - open.top, wide, high);
  const shows =
    style.visibility === "visible" &&
    (open.bits & below.transparent) === 0 &&
    (display === "contents" || isInSight(areaFor(open.clip, style.position), left, top, left + wide, top + high));
  // The viewport, not the element, cuts what overflows the root element or the body; and what a frame holds can be scrolled into view.
  const scrolls = (open.traits & trait.frame) !== 0 && shows && attributeOf(open.element, "scrolling") !== "no";
  const clips = style.clips && (open.traits & trait.viewport) === 0 && !scrolls;
  if (clips || style.transformed || style.position !== "static")
    open.clip = clipBelow(open.clip, style.position, style.transformed, clips, [left, top, left + wide, top + high]);
  open.left = left;
  open.top = top;
  return shows ? flag.rendered | flag.visible : flag.rendered;
}

function quarters(pixels: number): number {
  return Math.round(pixels * 4);
}

/** A box in a frame that is scaled or turned, in quarters of a pixel of the page's document. */
export function seenThrough({ x: left, y: top, a, b, c, d }: View, { x, y, width, height }: DOMRect): Area {
  return [
    quarters(left + Math.min(a * x, a * (x + width)) + Math.min(c * y, c * (y + height))),
    quarters(top + Math.min(b * x, b * (x + width)) + Math.min(d * y, d * (y + height))),
    quarters(Math.abs(a) * width + Math.abs(c) * height),
    quarters(Math.abs(b) * width + Math.abs(d) * height),
  ];
}

/** Markers are attributes: what they say holds for all elements that have the same. */
function readComponent(walk: WalkState, element: Element, record: AttributeRecord, index: number): void {
  const { components } = walk.options;
  if (components === undefined) record.marked ??= markersOf(element, record.kind.names) ?? {};
  const { component = "", source = "" } = components?.of(element, record.kind.names) ?? record.marked ?? {};
  if (component !== "") walk.columns.component.push(index, walk.strings.add(component));
  if (source !== "") walk.columns.source.push(index, walk.strings.add(source));
}
