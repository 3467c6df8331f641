import { computedStyleOf, ofDocument, scrollHeightOf, scrollWidthOf } from "../dom.js";

/** A rectangle of the page's document, in quarters of a pixel: left, top, right, bottom. */
export type Area = readonly [number, number, number, number];

/** The areas in which an element's content can be seen, here or after scrolling: what is absolute, what is fixed, and all else. */
export interface Clip {
  readonly flow: Area;
  readonly absolute: Area;
  readonly fixed: Area;
  readonly [position: string]: Area | undefined;
}

/** Returns the document's own clip: what lies before its start edges cannot be scrolled to, nor what is fixed outside of the window. */
export function documentClip({ scrollX, scrollY, innerWidth, innerHeight, document }: Window, root: Element): Clip {
  const { direction, writingMode, overflow } = computedStyleOf(root);
  const fromRight = /rtl|-rl/.test(direction + writingMode);
  const used = overflow === "visible" ? computedStyleOf(ofDocument(document, "body") ?? root).overflow : overflow;
  // Where both axes are hidden an open dialog may have locked them.
  const isNarrow = /^(hidden|clip) /.test(used);
  const right = 4 * innerWidth;
  const flow: Area = [fromRight && !isNarrow ? -Infinity : 0, 0, fromRight || isNarrow ? right : Infinity, Infinity];
  return { flow, absolute: flow, fixed: [4 * scrollX, 4 * scrollY, 4 * scrollX + right, 4 * (scrollY + innerHeight)] };
}

/** Returns the clip for an element's content, which is shown in `flow`. */
export function clipBelow({ absolute, fixed }: Clip, flow: Area, position: string, holdsFixed: boolean): Clip {
  return { flow, absolute: holdsFixed || position !== "static" ? flow : absolute, fixed: holdsFixed ? flow : fixed };
}

/** The area in which an element's content can be seen, where `seen` of its box can be. Scrolling brings its content into that. */
export function areaWithin(element: Element, seen: Area, [left, top, right, bottom]: Area, overflow: string): Area {
  if (!hasArea(seen)) return seen;
  const x = /^(auto|scroll)/.test(overflow) ? 4 * scrollWidthOf(element) - (right - left) : 0;
  const y = /(auto|scroll)$/.test(overflow) ? 4 * scrollHeightOf(element) - (bottom - top) : 0;
  return [x > 0 ? left - x : seen[0], y > 0 ? top - y : seen[1], x > 0 ? right + x : seen[2], y > 0 ? bottom + y : seen[3]];
}

/** Whether any part of a box can be seen: `seen` is what it shares with an area. Areas of at most a pixel are hidden content for screen readers. */
export function isVisibleIn(area: Area, seen: Area): boolean {
  return hasArea(seen) && area[2] - area[0] > 4 && area[3] - area[1] > 4;
}

export function intersection(one: Area, other: Area): Area {
  return [Math.max(one[0], other[0]), Math.max(one[1], other[1]), Math.min(one[2], other[2]), Math.min(one[3], other[3])];
}

function hasArea([left, top, right, bottom]: Area): boolean {
  return left < right && top < bottom;
}
