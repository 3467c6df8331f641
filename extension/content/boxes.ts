import type { Box } from "../../host/contract/annotation.js";

/** Where an element is in the window, in CSS pixels, whatever frames of the same site lie between. */
export function windowBox(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  const frame = element.ownerDocument.defaultView?.frameElement;
  if (frame === null || frame === undefined) return [x, y, width, height];
  const [left, top] = frameOrigin(frame);
  return [left + x, top + y, width, height];
}

/** Where a frame's own window begins inside its border and padding. */
export function frameOrigin(frame: Element): readonly [x: number, y: number] {
  const [x, y] = windowBox(frame);
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  return [x + frame.clientLeft + Number.parseFloat(paddingLeft), y + frame.clientTop + Number.parseFloat(paddingTop)];
}

/** A box of the document as it lies in the window now. */
export function documentToWindow([x, y, width, height]: Box): Box {
  return [x - scrollX, y - scrollY, width, height];
}
