import { type Place, withFeatures } from "./place.js";
import { surePlace } from "./rank.js";
import type { Wanted } from "./wanted.js";
import type { Feature } from "./weights.js";

const mostLevels = 8;
/** An answer for another element counts from here on. */
const sureScore = 0.65;

/**
 * Notes of the places what agrees with what is known well of the elements around and below: the element stands within the tag of the one around, and
 * its own tag holds those of the elements below.
 */
export function withAnchors(places: readonly Place[], wanted: Wanted, search: (other: Wanted) => readonly Place[]): Place[] {
  const around = anchorAround(wanted, search);
  const below = (wanted.inner?.() ?? []).flatMap((one) => anchorOf(one, search) ?? []);
  if (around === undefined && below.length === 0) return [...places];
  return places.map((place) => {
    const found: Partial<Record<Feature, number>> = {};
    if (around !== undefined && isAround(around, place)) found.insideKnown = 1;
    if (below.some((one) => isAround(place, one))) found.holdsKnown = 1;
    return Object.keys(found).length === 0 ? place : withFeatures(place, found, "near an element known well");
  });
}

/** The place of the nearest element around that is known well. */
function anchorAround(wanted: Wanted, search: (other: Wanted) => readonly Place[]): Place | undefined {
  let outer = wanted.outer?.();
  for (let level = 0; outer !== undefined && outer.tag !== "body" && level < mostLevels; level++, outer = outer.outer?.()) {
    const anchor = anchorOf(outer, search);
    if (anchor !== undefined) return anchor;
  }
  return undefined;
}

function anchorOf(wanted: Wanted, search: (other: Wanted) => readonly Place[]): Place | undefined {
  return surePlace(search(wanted), sureScore);
}

/** Whether a tag stands in the other's element. */
function isAround(outer: Place, { file, range, is }: Place): boolean {
  return is !== "data" && outer.is !== "data" && file === outer.file && outer.range[0] < range[0] && outer.range[1] >= range[1];
}
