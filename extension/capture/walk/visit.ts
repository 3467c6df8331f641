import * as nodeFlags from "../../../host/contract/node-flags.js";
import { at } from "../at.js";
import type { AttributeRecord } from "../attributes/attribute-table.js";
import * as trait from "../attributes/trait.js";
import { markersOf } from "../components/markers.js";
import {
  attributeOf,
  computedStyleOf,
  firstChildOf,
  hasBoxes,
  localNameOf,
  matchesSelector,
  rectOf,
  scriptedTextOf,
  tagOf,
} from "../dom.js";
import { type Area, areaWithin, clipBelow, documentClip, intersection, isVisibleIn } from "../geometry/clip.js";
import { toPageDocument } from "../geometry/view.js";
import { type GeneratedText, generatedText } from "../styles/generated-content.js";
import { isHandedDown, rarePaintOf } from "../styles/rare-paint.js";
import { isUserModifiable } from "../styles/style-sheets.js";
import { noStyle, type StyleRecord } from "../styles/style-table.js";
import { collapse } from "../text.js";
import { addClosedRootHole, addMediaHole } from "./holes.js";
import * as inherited from "./inherited.js";
import type { OpenElement, Root, WalkState } from "./state.js";

const maxGeneratedChars = 1_000;

/** Reads one element into the columns. Returns what the visit of its children needs, but for these. `bits`: of `inherited`. */
export function visit(
  walk: WalkState,
  element: Element,
  parent: OpenElement | undefined,
  root: Root,
  domParent: number,
  bits: number,
): OpenElement {
  const { columns } = walk;
  const tag = localNameOf(element);
  const index = walk.elements.push(element) - 1;
  const record = walk.attributes.read(element, tag, tagOf(element, tag));
  const { traits } = record;
  const clip = parent?.clip ?? documentClip(root.view.window, element);
  const { left = 0, top = 0 } = parent ?? {};
  const own = { index, element, tag, traits, root, inherited: withTraits(bits, traits), clip, left, top, text: "", gap: "", position: 0 };
  const open = own as OpenElement;
  walk.records.push(record);
  walk.parents.push(parent?.index ?? -1);
  walk.domParents.push(domParent);
  walk.rootOf.push(root);
  if (tag === "input" || tag === "textarea" || tag === "option") walk.fieldValues.addField(element, tag);
  const scripted = record.kind.focusable ? scriptedTextOf(element) : "";
  if (scripted !== "") {
    walk.fieldValues.add(scripted);
    open.inherited |= inherited.editable;
  }
  if (record.removed.length > 0) for (const reason of record.removed) walk.count(reason);
  columns.depth.push(parent === undefined ? 0 : (columns.depth[parent.index] ?? 0) + 1);
  columns.tag.push(record.tagIndex);
  columns.attributes.push(record.set);
  columns.text.push(0);
  readRendering(walk, parent, open, record);
  if (walk.options.components !== undefined || (traits & trait.marked) !== 0) readComponent(walk, element, record, index);
  return open;
}

function withTraits(bits: number, traits: number): number {
  let own = bits;
  if ((traits & trait.code) !== 0) own |= inherited.code;
  if ((traits & trait.editable) !== 0) own |= inherited.editable;
  if ((traits & trait.value) !== 0) own |= inherited.value;
  if ((traits & trait.choices) !== 0) own &= ~inherited.value;
  return (traits & trait.notEditable) === 0 ? own : own & ~inherited.editable;
}

/** Reads style, box, flags and accessibility. Style and box of elements that are not rendered are not asked for. */
function readRendering(walk: WalkState, parent: OpenElement | undefined, open: OpenElement, record: AttributeRecord): void {
  const { element, root, traits } = open;
  const isOnTop = element === root.fullscreen || ((traits & trait.top) !== 0 && matchesSelector(element, ":modal, :popover-open"));
  if (isOnTop && root.view === walk.roots[0]?.view) {
    // Nothing around it clips or fades it.
    open.clip = documentClip(root.view.window, at(walk.elements, 0));
    open.inherited &= ~inherited.transparent;
  }
  let style = noStyle;
  let display = "none";
  let isSkipped = false;
  if ((open.inherited & inherited.notRendered) === 0) {
    const computed = computedStyleOf(element);
    display = computed.display;
    // Only a child that its host's closed root does not slot has no computed style.
    if (display === "" && parent !== undefined) addClosedRootHole(walk, parent.index);
    if (display === "none" || display === "") open.inherited |= inherited.notRendered;
    else {
      if ((root.hints.modifies || (traits & trait.modifies) !== 0) && isUserModifiable(computed)) open.inherited |= inherited.editable;
      const asksPaint = (traits & trait.paints) !== 0 || (open.inherited & inherited.paintedText) !== 0 || root.mayPaint(record);
      const paint = asksPaint ? rarePaintOf(element, computed) : "";
      if (isHandedDown(paint)) open.inherited |= inherited.paintedText;
      style = walk.styles.read(computed, display, traits, parent?.isFlexOrGrid === true, record.slots, paint);
      walk.counters?.enter(computed, walk.columns.depth[open.index] ?? 0);
      isSkipped = firstChildOf(element) !== null && computed.contentVisibility === "hidden";
    }
  }
  open.whiteSpace = style.whiteSpace;
  open.inline = display === "inline" || display === "contents";
  open.isFlexOrGrid = style.isFlexOrGrid;
  open.skipsContent = isSkipped;
  if (style.transparent) open.inherited |= inherited.transparent;
  walk.columns.style.push(style.set);
  const flags = readBox(walk, open, style, display);
  const mayGenerate = style !== noStyle && root.mayGenerate(record);
  const isTopOfFrame = parent === undefined || parent.root.view !== root.view;
  open.ax = walk.accessibility.enter(element, isTopOfFrame ? undefined : parent?.ax, root.ax, {
    kind: record.kind,
    display,
    visibility: style.visibility,
    transform: style.textTransform,
    before: mayGenerate ? readGeneratedText(walk, open, "before") : nothing,
    after: mayGenerate ? readGeneratedText(walk, open, "after") : nothing,
    withheld: (open.inherited & (inherited.editable | inherited.value)) !== 0,
  });
  const hasRenderedText = (traits & trait.fallback) === 0 && ((flags & nodeFlags.rendered) !== 0 || (traits & trait.boxless) !== 0);
  const reason = textSuppressionReason(open.inherited, hasRenderedText && style.visibility === "visible");
  walk.columns.flags.push(isOnTop ? flags | nodeFlags.topLayer : flags);
  if ((traits & trait.media) !== 0 && (flags & nodeFlags.rendered) !== 0) addMediaHole(walk, open.index, open.tag);
  if (isSkipped) {
    // `content-visibility: hidden` keeps the box and removes its content, as a closed `<details>` does.
    open.inherited |= inherited.notRendered;
    const detail = "its text is left out";
    walk.holes.push({ kind: "content-visibility", index: open.index, detail });
  }
  walk.suppressed.push(isSkipped ? reason || "hidden-text" : reason);
}

const nothing: GeneratedText = { shown: "", spoken: "" };

function readGeneratedText(
  { columns, strings, counters }: WalkState,
  { element, index }: OpenElement,
  where: "before" | "after",
): GeneratedText {
  const generated = generatedText(element, `::${where}`, counters, columns.depth[index] ?? 0);
  const shown = collapse(generated.shown);
  // Names hold it all the same, as the accessibility tree does.
  const isSeen = shown !== "" && Number(computedStyleOf(element, `::${where}`).opacity) > 0;
  if (isSeen) columns[where].push(index, strings.add(strings.cut(shown, maxGeneratedChars)));
  return generated;
}

function textSuppressionReason(bits: number, isVisible: boolean): WalkState["suppressed"][number] {
  if ((bits & inherited.code) !== 0) return "code";
  if ((bits & inherited.editable) !== 0) return "editable-text";
  if ((bits & inherited.value) !== 0) return "form-values";
  return isVisible && (bits & inherited.notRendered) === 0 ? "" : "hidden-text";
}

/** Adds an element's box, empty where it has none, and updates the clip and origin for its children. Returns its flags. */
function readBox(walk: WalkState, open: OpenElement, style: StyleRecord, display: string): number {
  const { view } = open.root;
  const rect = style === noStyle ? undefined : rectOf(open.element);
  if (rect === undefined || (rect.width + rect.height === 0 && display !== "contents" && !hasBoxes(open.element))) {
    walk.columns.box.push(0, 0, 0, 0);
    walk.places.push(open.left, open.top);
    return 0;
  }
  const [left, top, wide, high] = toPageDocument(view, rect);
  walk.columns.box.push(left - open.left, top - open.top, wide, high);
  walk.places.push(left, top);
  const box: Area = [left, top, left + wide, top + high];
  // What has an anchor moves with it.
  const position = style.position === "fixed" && (open.traits & trait.top) !== 0 ? "absolute" : style.position;
  const area = open.clip[position] ?? open.clip.flow;
  const seen = intersection(area, box);
  const isVisible =
    style.visibility === "visible" && (open.inherited & inherited.transparent) === 0 && (display === "contents" || isVisibleIn(area, seen));
  // Overflow of the root element and the body is clipped by the viewport instead, and a frame's content can be scrolled into view.
  const isFrame = (open.traits & trait.frame) !== 0;
  const isScrollable = isFrame && isVisible && attributeOf(open.element, "scrolling") !== "no";
  const clips = style.clips && !isScrollable && ((open.traits & trait.viewport) === 0 || isOwnScroller(walk, open));
  if (clips || isFrame || style.transformed || position !== "static") {
    const inner = clips ? areaWithin(open.element, seen, box, style.value("overflow")) : area;
    open.clip = clipBelow(open.clip, inner, position, isFrame || style.transformed);
  }
  open.left = left;
  open.top = top;
  return isVisible ? nodeFlags.rendered | nodeFlags.visible : nodeFlags.rendered;
}

/** The viewport takes a body's overflow only where the root has none. */
function isOwnScroller({ styles, columns, parents }: WalkState, { tag, index }: OpenElement): boolean {
  return tag === "body" && styles.recordOf(columns.style[parents[index] ?? 0] ?? 0).clips;
}

function readComponent({ options, columns, strings }: WalkState, element: Element, { kind }: AttributeRecord, index: number): void {
  const { component, source } = (options.components?.of ?? markersOf)(element, kind.names);
  if (component !== "") columns.component.push(index, strings.add(component));
  if (source !== "") columns.source.push(index, strings.add(source));
}
