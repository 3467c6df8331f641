import type { Box } from "../../contract/annotation.js";
import type { CapturedElement } from "../../contract/reader.js";
import { intersection } from "../geometry.js";
import type { Flow } from "./flow.js";

/**
 * The elements that cut what an element shows, nearest first, itself among them when it cuts its own content. Boxes out of the flow are cut by what
 * they are placed in only (CSS Positioned Layout 3, containing blocks); the viewport cuts for the root element and the body.
 */
export function* cuttersOf(flow: Flow, element: CapturedElement): Generator<CapturedElement> {
  if (flow.clips(element)) yield element;
  let position = flow.style(element, "position");
  for (const around of flow.ancestors(element)) {
    if (around.tag === "html" && around.parent < 0) return;
    const holds = flow.isTransformed(around) || (position !== "fixed" && flow.style(around, "position") !== "static");
    const isOutOfFlow = position === "absolute" || position === "fixed";
    if (isOutOfFlow && !holds) continue;
    if (flow.clips(around) && around.tag !== "body" && around.tag !== "html") yield around;
    position = flow.style(around, "position");
  }
}

/** The part of an element's box that is seen where it lies within an element around it, as things in there are scrolled; undefined when it is none. */
export function shownPart(flow: Flow, element: CapturedElement, box: Box, around: number): Box | undefined {
  let shown: Box | undefined = box;
  for (const { box: area, index } of cuttersOf(flow, element)) {
    if (index <= around) break;
    shown = shown && intersection(shown, area);
  }
  return shown;
}
