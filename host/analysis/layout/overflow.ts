import type { Box } from "../../contract/annotation.js";
import type { CapturedElement } from "../../contract/reader.js";
import type { Flow } from "./flow.js";
import type { LayoutFinding } from "./rule.js";

const leastPx = 4;

/** Content that spills out of a box that is seen to end (a border or background), else out of the column that it stands in. */
export function* overflow(flow: Flow): Generator<LayoutFinding> {
  for (const element of flow.reader.elements()) {
    const ended = element.visible ? containerOf(flow, element) : undefined;
    const container = ended ?? columnOf(flow, element);
    // What stands aside of the page, as a drawer does, nobody can scroll to.
    if (container === undefined || element.box[0] >= flow.reader.capture.metadata.document.width) continue;
    const [across, down] = overflowOf(flow, element, container);
    const amount = ended === undefined ? across : Math.max(across, down);
    if (amount < (ended === undefined ? leastColumnOverflowPx : leastPx)) continue;
    const isOwn = container === element;
    const severity = amount > 24 ? "high" : "medium";
    const message = `Spills ${Math.round(amount)} px out of ${isOwn ? "its own box" : container.ref} ${across >= down ? "sideways" : "at the bottom"}.`;
    yield { rule: "overflow", severity, element, ...(isOwn ? {} : { other: container }), amount, message };
  }
}

/** The box to stay in: its own when its text leaves that, else the nearest that is seen to end; undefined where a wrapper between spills too. */
function containerOf(flow: Flow, element: CapturedElement): CapturedElement | undefined {
  if (element.textBox !== undefined && isContainer(flow, element)) return element;
  const between: CapturedElement[] = [];
  for (let at = element; isInFlow(flow, at); ) {
    const parent = flow.parent(at);
    if (parent === undefined) return undefined;
    if (isContainer(flow, parent)) return between.some((one) => Math.max(...overflowOf(flow, one, parent)) >= leastPx) ? undefined : parent;
    if (!mayHold(flow, parent)) return undefined;
    between.push(parent);
    at = parent;
  }
  return undefined;
}

const leastColumnPx = 48;
const leastColumnOverflowPx = 8;

/** The unpainted box that an element is set in. What leaves the viewport as well is reported by another rule. */
function columnOf(flow: Flow, element: CapturedElement): CapturedElement | undefined {
  if (!element.visible) return undefined;
  const column = element.textBox === undefined ? flow.parent(element) : element;
  if (column === undefined || !mayHold(flow, column) || flow.isInline(column) || column.box[2] < leastColumnPx || !isInFlow(flow, element))
    return undefined;
  const [x, , width] = reachOf(flow, element, false);
  for (const around of flow.ancestors(element)) {
    if (around.tag === "body") break;
    // Painted, or placed and moved as a whole.
    if (isContainer(flow, around) || !isInFlow(flow, around)) return undefined;
  }
  return x + width <= flow.reader.capture.metadata.viewport.width ? column : undefined;
}

function isContainer(flow: Flow, element: CapturedElement): boolean {
  if (!mayHold(flow, element) || flow.isInline(element)) return false;
  const hasBorder =
    flow
      .style(element, "border-width")
      .split(" ")
      .some((side) => Number.parseFloat(side) > 0) && !/^(none|hidden)( |$)/.test(flow.style(element, "border-style"));
  return hasBorder || flow.isPainted(element);
}

/** Shows what it cannot hold. Tables and the page itself grow with what is in them. */
function mayHold(flow: Flow, element: CapturedElement): boolean {
  if (!element.visible || flow.clips(element) || /^(table|inline-table|table-)/.test(flow.style(element, "display"))) return false;
  return element.tag !== "body" && element.tag !== "html";
}

/** Boxes that nobody moved on purpose. */
function isInFlow(flow: Flow, element: CapturedElement): boolean {
  return !flow.isPositioned(element) && !flow.isTransformed(element) && !flow.hasNegativeMargin(element);
}

/** A line is lower than the boxes of what is inline in it. */
function overflowOf(flow: Flow, element: CapturedElement, container: CapturedElement): readonly [across: number, down: number] {
  const [px, py, pw, ph] = container.box;
  const [x, y, width, height] = reachOf(flow, element, container === element);
  return [x + width - px - pw, flow.isInline(element) ? 0 : y + height - py - ph];
}

/** The box of an element with the text that is seen to leave it, or that text alone. */
function reachOf(flow: Flow, element: CapturedElement, ofText: boolean): Box {
  const { box, textBox } = element;
  if (textBox === undefined || flow.clips(element)) return box;
  if (ofText) return textBox;
  const [x, y, width, height] = box;
  const [left, top, wide, high] = textBox;
  return [x, y, Math.max(x + width, left + wide) - x, Math.max(y + height, top + high) - y];
}

/** Elements that make the page scroll sideways: the outermost ones that stick out where the line ends, of a row the last. */
export function* viewportOverflow(flow: Flow): Generator<LayoutFinding> {
  const { viewport, document } = flow.reader.capture.metadata;
  if (document.width <= viewport.width + 1 || isCutByViewport(flow)) return;
  const isRightToLeft = flow.reader.element(0).attributes["dir"]?.toLowerCase() === "rtl";
  const outBy = (element: CapturedElement) => {
    const [left, right] = extentOf(element);
    return isRightToLeft ? -left : right - viewport.width;
  };
  const out = new Set<CapturedElement>();
  for (const element of flow.reader.elements()) {
    if (!element.visible || outBy(element) < leastPx || element.parent < 0 || element.tag === "body") continue;
    const parent = flow.parent(element);
    const isInherited = parent !== undefined && parent.tag !== "body" && parent.tag !== "html" && outBy(parent) >= leastPx;
    if (!isInherited && flow.style(element, "position") !== "fixed" && !isClippedAbove(flow, element)) out.add(element);
  }
  for (const element of out) {
    if ([...out].some((other) => other.parent === element.parent && isBeyond(element, other, isRightToLeft))) continue;
    const amount = outBy(element);
    const side = isRightToLeft ? "left" : "right";
    const message = `Ends ${Math.round(amount)} px ${side} of the ${viewport.width} px wide viewport: the page scrolls sideways.`;
    yield { rule: "viewport-overflow", severity: "high", element, amount, message };
  }
}

/** The viewport takes `overflow` from the root element, or from the body when that one's is visible (CSS Overflow 3). */
function isCutByViewport({ reader }: Flow): boolean {
  const own = [0, ...reader.children(0)].map((index) => reader.style(index, "overflow") ?? "");
  return /^(hidden|clip)/.test(own.find((value) => !/^(visible)?$/.test(value)) ?? "");
}

/** Left and right edge, of its text too. */
function extentOf({ box: [x, , width], textBox }: CapturedElement): readonly [left: number, right: number] {
  return [Math.min(x, textBox?.[0] ?? x), Math.max(x + width, textBox === undefined ? 0 : textBox[0] + textBox[2])];
}

/** Whether another element of the same row pushed out further: it stands beside this one, on the side where the line ends. */
function isBeyond({ box: [x, y, width, height] }: CapturedElement, { box: other }: CapturedElement, isRightToLeft: boolean): boolean {
  const isBeside = isRightToLeft ? other[0] + other[2] <= x + 1 : other[0] >= x + width - 1;
  return isBeside && other[1] < y + height && other[1] + other[3] > y;
}

function isClippedAbove(flow: Flow, element: CapturedElement): boolean {
  for (const around of flow.ancestors(element)) if (around.tag !== "html" && around.tag !== "body" && flow.clips(around)) return true;
  return false;
}
