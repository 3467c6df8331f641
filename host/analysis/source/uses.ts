import { plainName } from "./library-names.js";
import type { Place } from "./place.js";
import { isComponentTag } from "./tags.js";

/** What a use gets of the points of the place that its component hands it down to. */
const handedDown = 0.5;
/** A tag that could be anything's makes no wrapper. */
const leastOfWrapper = 1.5;
/** The use of a wrapper goes before the wrapper only when that fits by more than its tag. */
const leastToLead = 2.5;
const leastOfItsOwn = 0.3;
/** Places with less say nothing. */
const leastPoints = 1;

/**
 * A wrapper shows what its uses hand down, so that a use in the application is the place to change: it gets a part of the points of the
 * wrapper's tag, and goes before it when it fits best of all uses.
 */
export function creditUses(places: readonly Place[]): Place[] {
  const wrappers = new Map<string, Place>();
  for (const place of places) {
    const name = plainName(place.component);
    if (place.isPassed && place.local >= leastOfWrapper && name !== "" && place.points > (wrappers.get(name)?.points ?? 0))
      wrappers.set(name, place);
  }
  const wrapperOf = ({ tag, file, line }: Place) => {
    const wrapper = !isComponentTag(tag) ? undefined : wrappers.get(plainName(tag));
    return wrapper === undefined || (wrapper.file === file && wrapper.line === line) ? undefined : wrapper;
  };
  const best = new Map<Place, number>();
  for (const place of places) {
    const wrapper = wrapperOf(place);
    if (wrapper !== undefined) best.set(wrapper, Math.max(best.get(wrapper) ?? 0, place.points));
  }
  const credited = places.map((place) => {
    const wrapper = wrapperOf(place);
    if (wrapper === undefined || place.points < leastOfItsOwn) return place;
    const isBest = place.points > (best.get(wrapper) ?? 0) - 0.5;
    const points = place.points + handedDown * wrapper.local;
    return {
      ...place,
      points: isBest && wrapper.local >= leastToLead ? Math.max(points, wrapper.points + 0.2) : points,
      evidence: [...place.evidence, `uses ${wrapper.component}`],
    };
  });
  return credited.filter(({ points, evidence }) => points > leastPoints && evidence.length > 0);
}
