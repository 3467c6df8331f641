import type { Box } from "../contract/annotation.js";
import type { CaptureMetadata } from "../contract/capture.js";

/** Whether any part of a box (document coordinates) lies in the viewport as it was scrolled. */
export function isInViewport([x, y, width, height]: Box, { scroll, viewport }: Pick<CaptureMetadata, "scroll" | "viewport">): boolean {
  if (width === 0 || height === 0) return false;
  return x < scroll.x + viewport.width && x + width > scroll.x && y < scroll.y + viewport.height && y + height > scroll.y;
}
