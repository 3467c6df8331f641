import { nodeFlags } from "../../../host/contract/node-flags.js";
import { computedStyleOf, scrollHeightOf, scrollWidthOf, textNodesOf, textRectOf } from "../dom.js";
import type { OpenElement, WalkState } from "../walk/state.js";
import { toPageDocument } from "./view.js";

/** Tolerance, since browsers round scroll sizes to whole pixels. */
const slackQuarters = 6;

/**
 * Records the rectangle of an element's own text where it overflows the element's box: a line that may not wrap, a word too long, more lines
 * than the box is high. Scroll sizes exclude most elements fast. Text truncated by `line-clamp` does not count as overflowing.
 */
export function recordTextOverflow(walk: WalkState, open: OpenElement): void {
  const { element, index, inline, root } = open;
  const { columns } = walk;
  if (inline || ((columns.flags[index] ?? 0) & nodeFlags.visible) === 0) return;
  const { a: scaleX, b, c, d: scaleY } = root.view;
  // In a rotated frame the bounding rectangle of a text states nothing about its lines.
  if (b !== 0 || c !== 0 || scaleX <= 0 || scaleY <= 0) return;
  const wide = (columns.box[index * 4 + 2] ?? 0) + slackQuarters;
  const high = (columns.box[index * 4 + 3] ?? 0) + slackQuarters;
  if (scrollWidthOf(element) * scaleX * 4 <= wide && scrollHeightOf(element) * scaleY * 4 <= high) return;
  if (/^\d/.test(computedStyleOf(element).webkitLineClamp)) return;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const text of textNodesOf(element)) {
    const rect = textRectOf(text);
    if (rect.width === 0 || rect.height === 0) continue;
    left = Math.min(left, rect.left);
    top = Math.min(top, rect.top);
    right = Math.max(right, rect.right);
    bottom = Math.max(bottom, rect.bottom);
  }
  if (left === Infinity) return;
  const [pageX, pageY, width, height] = toPageDocument(root.view, new DOMRect(left, top, right - left, bottom - top));
  const [x, y] = [pageX - open.left, pageY - open.top];
  const overflows = x < -slackQuarters || y < -slackQuarters || x + width > wide || y + height > high;
  if (overflows) columns.spill.push(index, walk.strings.add([x, y, width, height].join(" ")));
}
