import { type Place, withFeatures } from "./place.js";
import { likelyPlaces } from "./rank.js";
import { mostLevels, type Wanted } from "./wanted.js";

/** The likely places of another element count where they are together so likely. */
const sureScore = 0.65;

/**
 * Notes of the places what agrees with what is known well of the elements around and below: the element stands within the tag of the one around, and
 * its own tag holds those of the elements below.
 */
export function withAnchors(places: readonly Place[], wanted: Wanted, search: (other: Wanted) => readonly Place[]): Place[] {
  const around = anchorAround(wanted, search);
  const below = (wanted.inner?.() ?? []).map((one) => anchorOf(one, search));
  return places.map((place) => {
    const insideKnown = shareOf(around, (one) => isAround(one, place));
    const holdsKnown = Math.max(0, ...below.map((anchor) => shareOf(anchor, (one) => isAround(place, one))));
    if (insideKnown === 0 && holdsKnown === 0) return place;
    return withFeatures(place, { insideKnown, holdsKnown }, "near an element known well");
  });
}

/** Where an element was made, as far as a few places are likely, each with its share. */
type Anchor = readonly (readonly [Place, share: number])[];

function shareOf(anchor: Anchor, isMeant: (place: Place) => boolean): number {
  return anchor.reduce((sum, [place, share]) => sum + (isMeant(place) ? share : 0), 0);
}

/** The places of the nearest element around that is known well. */
function anchorAround(wanted: Wanted, search: (other: Wanted) => readonly Place[]): Anchor {
  let outer = wanted.outer?.();
  for (let level = 0; outer !== undefined && outer.tag !== "body" && level < mostLevels; level++, outer = outer.outer?.()) {
    const anchor = anchorOf(outer, search);
    if (anchor.length > 0) return anchor;
  }
  return [];
}

function anchorOf(wanted: Wanted, search: (other: Wanted) => readonly Place[]): Anchor {
  return likelyPlaces(search(wanted), sureScore);
}

/** Whether a tag stands in the other's element. */
function isAround(outer: Place, { file, range, is }: Place): boolean {
  return is !== "data" && outer.is !== "data" && file === outer.file && outer.range[0] < range[0] && outer.range[1] >= range[1];
}
