import type { CapturedElement } from "../../contract/reader.js";
import type { Flow } from "./flow.js";
import type { LayoutFinding } from "./rule.js";

const leastPx = 4;

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
function isCutByViewport(flow: Flow): boolean {
  const { reader } = flow;
  const [root, body] = [reader.element(0), ...reader.children(0).map((index) => reader.element(index))].filter(({ tag }) =>
    /^(html|body)$/.test(tag),
  );
  const own = [root, body]
    .map((element) => (element === undefined ? "" : flow.style(element, "overflow")))
    .find((value) => !/^(visible)?$/.test(value));
  return /^(hidden|clip)/.test(own ?? "");
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
