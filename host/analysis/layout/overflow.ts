import type { CapturedElement } from "../../contract/reader.js";
import type { Flow } from "./flow.js";
import type { LayoutFinding } from "./rule.js";

const leastPx = 4;

/** Elements that make the page scroll sideways: the outermost ones that stick out on the right. */
export function* viewportOverflow(flow: Flow): Generator<LayoutFinding> {
  const { viewport, document } = flow.reader.capture.metadata;
  if (document.width <= viewport.width + 1) return;
  for (const element of flow.reader.elements()) {
    const out = rightOf(element) - viewport.width;
    if (!element.visible || out < leastPx || element.parent < 0 || element.tag === "body") continue;
    const parent = flow.parent(element);
    const isInherited =
      parent !== undefined && parent.tag !== "body" && parent.tag !== "html" && rightOf(parent) - viewport.width >= leastPx;
    if (isInherited || flow.style(element, "position") === "fixed" || isClippedAbove(flow, element)) continue;
    const message = `Ends ${Math.round(out)} px right of the ${viewport.width} px wide viewport: the page scrolls sideways.`;
    yield { rule: "viewport-overflow", severity: "high", element, amount: out, message };
  }
}

/** Content that spills out of a box which is seen to end: one with a border or a background of its own. */
export function* overflow(flow: Flow): Generator<LayoutFinding> {
  for (const element of flow.reader.elements()) {
    const parent = flow.parent(element);
    if (parent === undefined || !element.visible || !isContainer(flow, parent) || !isInFlow(flow, element)) continue;
    const [across, down] = spillOf(element, parent);
    // Lines of text are a little higher than what is set around them.
    const amount = flow.isInline(element) ? across : Math.max(across, down);
    if (amount < leastPx) continue;
    const way = across >= down || flow.isInline(element) ? "sideways" : "at the bottom";
    const message = `Spills ${Math.round(amount)} px out of ${parent.ref} ${way}.`;
    yield { rule: "overflow", severity: amount > 24 ? "high" : "medium", element, other: parent, amount, message };
  }
}

function rightOf({ box: [x, , width] }: CapturedElement): number {
  return x + width;
}

function isClippedAbove(flow: Flow, element: CapturedElement): boolean {
  for (const around of flow.ancestors(element)) if (around.tag !== "html" && around.tag !== "body" && flow.clips(around)) return true;
  return false;
}

const leastContainerPx = 8;

function isContainer(flow: Flow, element: CapturedElement): boolean {
  const [, , width, height] = element.box;
  if (!element.visible || width < leastContainerPx || height < leastContainerPx) return false;
  if (flow.isInline(element) || flow.clips(element) || /^(table|inline-table|table-)/.test(flow.style(element, "display"))) return false;
  if (element.tag === "body" || element.tag === "html") return false;
  const hasBorder =
    flow
      .style(element, "border-width")
      .split(" ")
      .some((side) => Number.parseFloat(side) > 0) && !/^(none|hidden)( |$)/.test(flow.style(element, "border-style"));
  return hasBorder || flow.isPainted(element);
}

/** Boxes that nobody moved on purpose. */
function isInFlow(flow: Flow, element: CapturedElement): boolean {
  if (flow.isPositioned(element) || flow.isTransformed(element) || flow.hasNegativeMargin(element)) return false;
  return flow.style(element, "position") !== "relative" || !element.topLayer;
}

function spillOf({ box }: CapturedElement, parent: CapturedElement): readonly [across: number, down: number] {
  const [x, y, width, height] = box;
  const [px, py, pw, ph] = parent.box;
  // What begins outside was put there.
  if (x >= px + pw || y >= py + ph) return [0, 0];
  return [x + width - px - pw, y + height - py - ph];
}
