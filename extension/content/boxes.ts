import type { Box } from "../../host/contract/annotation.js";

/** Where an element is in the window, in CSS pixels; frames' offsets added. */
export function windowBox(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  const frame = element.ownerDocument.defaultView?.frameElement;
  if (frame === null || frame === undefined) return [x, y, width, height];
  const [left, top] = windowBox(frame);
  return [left + frame.clientLeft + x, top + frame.clientTop + y, width, height];
}

/** A box of the document as it lies in the window now. */
export function documentToWindow([x, y, width, height]: Box): Box {
  return [x - scrollX, y - scrollY, width, height];
}
