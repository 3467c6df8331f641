import type { Box } from "../../host/contract/annotation.js";

/** Where an element is in the window, in CSS pixels, whatever frames of the same site lie between. */
export function windowBox(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  const frame = element.ownerDocument.defaultView?.frameElement;
  if (frame === null || frame === undefined) return [x, y, width, height];
  const { left, top, scaleX, scaleY } = frameView(frame);
  return [left + x * scaleX, top + y * scaleY, width * scaleX, height * scaleY];
}

/** How a frame's window lies in the page's, inside of its border and padding, which transforms may have scaled: `left + x * scaleX`. */
export function frameView(frame: Element) {
  const [x, y, width, height] = windowBox(frame);
  const { offsetWidth, offsetHeight } = frame as HTMLElement;
  const [scaleX, scaleY] = [offsetWidth > 0 ? width / offsetWidth : 1, offsetHeight > 0 ? height / offsetHeight : 1];
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  return {
    left: x + (frame.clientLeft + Number.parseFloat(paddingLeft)) * scaleX,
    top: y + (frame.clientTop + Number.parseFloat(paddingTop)) * scaleY,
    scaleX,
    scaleY,
  };
}

export function documentToWindow([x, y, width, height]: Box): Box {
  return [x - scrollX, y - scrollY, width, height];
}
