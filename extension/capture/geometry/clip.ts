/** A rectangle of the page's document, in quarters of a pixel: left, top, right, bottom. */
export type Area = readonly [number, number, number, number];

/** The areas that clip an element's content: in the flow, absolutely positioned and fixed. */
export interface Clip {
  readonly flow: Area;
  readonly absolute: Area;
  readonly fixed: Area;
}

// Areas of at most a pixel are visually hidden content for screen readers.
const hiddenQuarters = 4;

/** Returns the document's own clip: what lies before its start edges cannot be scrolled to. */
export function documentClip(rightToLeft: boolean): Clip {
  const area: Area = [rightToLeft ? -Infinity : 0, 0, Infinity, Infinity];
  return { flow: area, absolute: area, fixed: area };
}

export function areaFor(clip: Clip, position: string): Area {
  if (position === "absolute") return clip.absolute;
  return position === "fixed" ? clip.fixed : clip.flow;
}

/** Returns the clip for an element's content. Scroll containers do not clip, because their content can be scrolled into view. */
export function clipBelow(clip: Clip, position: string, transformed: boolean, clips: boolean, box: Area): Clip {
  const own = areaFor(clip, position);
  const flow = clips ? intersection(own, box) : own;
  const absolute = position !== "static" || transformed ? flow : clip.absolute;
  const fixed = transformed ? flow : clip.fixed;
  return flow === clip.flow && absolute === clip.absolute && fixed === clip.fixed ? clip : { flow, absolute, fixed };
}

/** Returns whether any part of a box is visible: it has an area and is not clipped away. */
export function isVisibleIn(area: Area, left: number, top: number, right: number, bottom: number): boolean {
  if (right <= left || bottom <= top || area[2] - area[0] <= hiddenQuarters || area[3] - area[1] <= hiddenQuarters) return false;
  return left < area[2] && right > area[0] && top < area[3] && bottom > area[1];
}

function intersection(one: Area, other: Area): Area {
  return [Math.max(one[0], other[0]), Math.max(one[1], other[1]), Math.min(one[2], other[2]), Math.min(one[3], other[3])];
}
