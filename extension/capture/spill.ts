import { computedStyleOf, dataOf, firstChildOf, nextSiblingOf, nodeTypeOf, scrollHeightOf, scrollWidthOf, textRectOf } from "./dom.js";
import { flag } from "./flags.js";
import { isBlank } from "./text.js";
import type { Open, WalkState } from "./walk-state.js";

// Browsers round what they scroll to whole pixels.
const slackQuarters = 6;

/**
 * Notes where an element's own text lies when that is not within its box: a line that may not wrap, a word too long, more lines than the box is
 * high. Two reads tell of most elements that there is nothing to note. Text that is cut after some lines with an ellipsis (`line-clamp`) counts as within.
 */
export function readSpill(walk: WalkState, open: Open): void {
  const { element, index, inline, root } = open;
  const { columns } = walk;
  if (inline || ((columns.flags[index] ?? 0) & flag.visible) === 0) return;
  const { x: originX, y: originY, a: scaleX, b, c, d: scaleY } = root.view;
  // In a turned frame the box around a text says nothing of its lines.
  if (b !== 0 || c !== 0 || scaleX <= 0 || scaleY <= 0) return;
  const wide = columns.box[index * 4 + 2] ?? 0;
  const high = columns.box[index * 4 + 3] ?? 0;
  const isWithin =
    scrollWidthOf(element) * scaleX * 4 <= wide + slackQuarters && scrollHeightOf(element) * scaleY * 4 <= high + slackQuarters;
  if (isWithin || /^\d/.test(computedStyleOf(element).webkitLineClamp)) return;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let child = firstChildOf(element); child !== null; child = nextSiblingOf(child)) {
    if (nodeTypeOf(child) !== 3 || isBlank(dataOf(child))) continue;
    const { x, y, width, height } = textRectOf(child);
    if (width === 0 || height === 0) continue;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  if (left === Infinity) return;
  const x = Math.round((originX + left * scaleX) * 4) - open.left;
  const y = Math.round((originY + top * scaleY) * 4) - open.top;
  const area = [x, y, Math.round((right - left) * scaleX * 4), Math.round((bottom - top) * scaleY * 4)] as const;
  const sticksOut = x < -slackQuarters || y < -slackQuarters || x + area[2] > wide + slackQuarters || y + area[3] > high + slackQuarters;
  if (sticksOut) columns.spill.push(index, walk.strings.add(area.join(" ")));
}
