/** A rectangle of the page's document, in quarters of a pixel: left, top, right, bottom. */
export type Area = readonly [number, number, number, number];

/** What cuts the content of an element: in the flow, for absolutely positioned and for fixed content. */
export interface Clip {
  readonly flow: Area;
  readonly absolute: Area;
  readonly fixed: Area;
}

// What is narrower than a pixel is there for screen readers only.
const leastQuarters = 4;

/** Nothing cuts but the document's own edges: what lies before them cannot be scrolled to. */
export function documentClip(rightToLeft: boolean): Clip {
  const area: Area = [rightToLeft ? -Infinity : 0, 0, Infinity, Infinity];
  return { flow: area, absolute: area, fixed: area };
}

/** The area that cuts a box of this `position`. */
export function areaFor(clip: Clip, position: string): Area {
  if (position === "absolute") return clip.absolute;
  return position === "fixed" ? clip.fixed : clip.flow;
}

/** The clip for an element's content. Scroll containers do not count: what they hold can be scrolled into view. */
export function clipBelow(clip: Clip, position: string, transformed: boolean, clips: boolean, box: Area): Clip {
  const own = areaFor(clip, position);
  const flow = clips ? intersection(own, box) : own;
  const absolute = position !== "static" || transformed ? flow : clip.absolute;
  const fixed = transformed ? flow : clip.fixed;
  return flow === clip.flow && absolute === clip.absolute && fixed === clip.fixed ? clip : { flow, absolute, fixed };
}

/** Tells whether anything of a box shows: it has an area and is not cut away. */
export function isInSight(area: Area, left: number, top: number, right: number, bottom: number): boolean {
  if (right <= left || bottom <= top || area[2] - area[0] <= leastQuarters || area[3] - area[1] <= leastQuarters) return false;
  return left < area[2] && right > area[0] && top < area[3] && bottom > area[1];
}

function intersection(one: Area, other: Area): Area {
  return [Math.max(one[0], other[0]), Math.max(one[1], other[1]), Math.min(one[2], other[2]), Math.min(one[3], other[3])];
}
