import type { Box } from "../../contract/annotation.js";
import type { CapturedElement } from "../../contract/reader.js";
import { firstWithin } from "../element-facts.js";
import { BoxGrid, holds, sharedSize } from "../geometry.js";
import type { Flow } from "./flow.js";
import { type LayoutFinding, shownPart, wordsOf } from "./rule.js";

/** Controls and lines of text that lie partly on each other, without what is meant: badges, icons, lifted panels, parts of one control. */
export function* overlap(flow: Flow): Generator<LayoutFinding> {
  const things = thingsOf(flow);
  const grid = new BoxGrid<Thing>();
  let pairs = 0;
  for (const thing of things) {
    for (const other of grid.meeting(thing.box)) {
      if (++pairs > mostPairs) return;
      const finding = collide(flow, other, thing);
      if (finding !== undefined) yield finding;
    }
    grid.add(thing.box, thing);
  }
}

/** Only where thousands lie in one place are there more: the audit ends in seconds there too. */
const mostPairs = 100_000;

interface Thing {
  readonly element: CapturedElement;
  /** Where it is seen: the box of a control, the lines of a text. */
  readonly box: Box;
  /** Several lines of a block: what stands beside them may be a float, which they flow around. */
  readonly isBlock: boolean;
}

function thingsOf(flow: Flow): Thing[] {
  const things: Thing[] = [];
  let endOfControl = 0;
  for (const element of flow.reader.elements()) {
    const thing = thingOf(flow, element);
    // The words of a control lie where it lies.
    if (thing === undefined || (!isControl(thing.element) && element.index < endOfControl)) continue;
    things.push(thing);
    if (isControl(element)) endOfControl = Math.max(endOfControl, flow.reader.end(element.index));
  }
  return things;
}

function isControl({ focusable, interactive }: CapturedElement): boolean {
  return focusable && interactive;
}

function thingOf(flow: Flow, element: CapturedElement): Thing | undefined {
  if (!element.visible) return undefined;
  const words = wordsOf(flow, element);
  const isControlled = isControl(element);
  if (!isControlled && (words === undefined || element.text.trim().length < 2)) return undefined;
  const isLine = words === undefined || words.isOneLine;
  // The box around lines that begin and end within others holds more than they do.
  if ((flow.isInline(element) && !isLine) || (isControlled && holdsControls(flow, element))) return undefined;
  return { element, box: isControlled || words === undefined ? element.box : words.box, isBlock: !isControlled && !isLine };
}

/** A region that takes the focus for a script's sake is no control, but what is in it. */
function holdsControls({ reader }: Flow, { index, tag }: CapturedElement): boolean {
  return tag !== "iframe" && firstWithin(reader, index, (one) => one.index !== index && one.visible && isControl(one)) !== undefined;
}

/** Less is the leading of a line or a rounded edge. */
const leastPx = 3;

const nowhere: Box = [0, 0, 0, 0];

function collide(flow: Flow, one: Thing, other: Thing): LayoutFinding | undefined {
  // What scrolls or is cut together meets wherever it is scrolled to.
  const common = flow.common(one.element, other.element);
  const seen = (thing: Thing) => shownPart(flow, thing.element, thing.box, common) ?? nowhere;
  const [width, height] = sharedSize(seen(one), seen(other));
  if (width < leastPx || height < leastPx) return undefined;
  const isWithin = holds(one.box, other.box, 0) || holds(other.box, one.box, 0);
  if (isMeant(flow, one.element, other.element)) return undefined;
  const isSpilled = hasSpilled(flow, one, other) || hasSpilled(flow, other, one);
  if (isWithin && !isSpilled) return undefined;
  if ((one.isBlock || other.isBlock) && !isSpilled && !isPutThere(flow, one.element, other.element)) return undefined;
  if (scrollsOut(flow, one, other, height) || scrollsOut(flow, other, one, height)) return undefined;
  const message = `Lies ${Math.round(width)} by ${Math.round(height)} px on ${one.element.ref}.`;
  const severity = one.element.interactive || other.element.interactive ? "high" : "medium";
  return { rule: "overlap", severity, element: other.element, other: one.element, amount: Math.min(width, height), message };
}

/** Whether a thing that another covers by some pixels of its height can be scrolled out from under it: in its container, or with the page where the other is fixed or sticks. */
function scrollsOut(flow: Flow, { element }: Thing, { element: other }: Thing, covered: number): boolean {
  const common = flow.common(element, other);
  const [, y, , height] = other.box;
  const isBelow = (top: number, size: number) => y + height / 2 > top + size / 2;
  const container = [...flow.upTo(element, common)].find((at) => at !== element && flow.scrolls(at));
  if (container !== undefined) {
    const [above, below] = flow.scrollRoom(container);
    return (isBelow(container.box[1], container.box[3]) ? below : above) >= covered;
  }
  const isFixed = (one: CapturedElement) => [...flow.upTo(one, common)].some((at) => /fixed|sticky/.test(flow.style(at, "position")));
  if (isFixed(element) || !isFixed(other)) return false;
  const { scroll, viewport, document } = flow.reader.capture.metadata;
  return (isBelow(scroll.y, viewport.height) ? document.height - viewport.height - scroll.y : scroll.y) >= covered;
}

function isMeant(flow: Flow, one: CapturedElement, other: CapturedElement): boolean {
  const common = flow.common(one, other);
  // One inside the other.
  if (common === one.index || common === other.index) return true;
  if (restsIn(flow, one, other, common) || restsIn(flow, other, one, common)) return true;
  // A painted control is a panel to the text below it, and in the way of another control.
  const areControls = one.focusable && other.focusable;
  return [one, other].some((element) => isLayer(flow, areControls ? (flow.parent(element) ?? element) : element, common));
}

/** Whether a text is the label of a field, in place of a placeholder. What the field holds is not captured. */
function restsIn(flow: Flow, text: CapturedElement, { attributes, role }: CapturedElement, common: number): boolean {
  if (!/^(textbox|searchbox|combobox|spinbutton)$/.test(role)) return false;
  const labels = (attributes["aria-labelledby"] ?? "").split(/\s+/);
  return [...flow.upTo(text, common)].some(({ attributes: { for: field, id } }) => {
    return (field !== undefined && field === attributes["id"]) || (id !== undefined && labels.includes(id));
  });
}

/** Whether a thing left the box that it is laid out in, downward or as a text too wide for it, and so lies on another. */
function hasSpilled(flow: Flow, { element }: Thing, { element: other }: Thing): boolean {
  const [, y, , height] = element.box;
  for (const at of flow.upTo(element, flow.common(element, other))) {
    if (flow.isPositioned(at) || flow.isTransformed(at) || flow.hasNegativeMargin(at)) return false;
    if (at === element && at.textBox !== undefined) return true;
    if (at !== element && at.box[3] > 0 && y + height - at.box[1] - at.box[3] > leastOverflowPx) return true;
  }
  return false;
}

const leastOverflowPx = 4;

/** Whether one of two lies where it does by its style, not by the flow around floats. */
function isPutThere(flow: Flow, one: CapturedElement, other: CapturedElement): boolean {
  const common = flow.common(one, other);
  return [one, other].some((element) => [...flow.upTo(element, common)].some((at) => /absolute|relative/.test(flow.style(at, "position"))));
}

/** Whether something between an element and the common ancestor was lifted out of the flow with paint under it, or sticks to the window. */
function isLayer(flow: Flow, element: CapturedElement, common: number): boolean {
  for (const at of flow.upTo(element, common)) {
    if (/fixed|sticky/.test(flow.style(at, "position"))) return true;
    if (flow.style(at, "position") === "absolute" && flow.isPainted(at)) return true;
  }
  return false;
}
