import { plainName } from "./library-names.js";
import { type Place, withFeatures } from "./place.js";
import { likelyPlaces } from "./rank.js";
import type { Reach } from "./reach.js";
import { isComponentTag } from "./tags.js";
import { mostLevels, type Wanted } from "./wanted.js";

/** The likely places of another element count where they are together so likely. */
const sureScore = 0.65;

/**
 * Notes of the places what agrees with what is known well of the elements around and below: the element stands within the tag of the one around or in
 * a component that this makes, its own tag holds those of the elements below, and one component's tag can have drawn it and another one.
 */
export function withAnchors(places: readonly Place[], wanted: Wanted, reach: Reach, search: (other: Wanted) => readonly Place[]): Place[] {
  const [around = [], farther = []] = anchorsAround(wanted, search);
  const below = (wanted.inner?.() ?? []).map((one) => anchorOf(one, search));
  const drawers = [around, ...below].flat().filter(([{ tag }]) => isComponentTag(tag));
  const reached = new Map([...around, ...farther].map(([one]) => [one, reach(one)]));
  const isMade = (place: Place, one: Place) => one.tag !== "" && !isAround(one, place) && isIn(place, one, reached.get(one));
  return places.map((place) => {
    const insideKnown = shareOf(around, (one) => isAround(one, place));
    const insideMade = shareOf(around, (one) => isMade(place, one));
    const insideSure = shareOf(farther, (one) => isAround(one, place) || isMade(place, one));
    const holdsKnown = Math.max(0, ...below.map((anchor) => shareOf(anchor, (one) => isAround(place, one))));
    const drewKnown = shareOf(drawers, (one) => one.file === place.file && one.range[0] === place.range[0]);
    if (insideKnown + insideMade + insideSure + holdsKnown + drewKnown === 0) return place;
    return withFeatures(place, { insideKnown, insideMade, insideSure, holdsKnown, drewKnown }, "near an element known well");
  });
}

/** Whether a place is written in a component of those that another one makes. */
function isIn({ component }: Place, other: Place, made: ReadonlySet<string> | undefined): boolean {
  return component !== "" && component !== other.component && made?.has(plainName(component)) === true;
}

/** Where an element was made, as far as a few places are likely, each with its share. */
type Anchor = readonly (readonly [Place, share: number])[];

function shareOf(anchor: Anchor, isMeant: (place: Place) => boolean): number {
  return anchor.reduce((sum, [place, share]) => sum + (isMeant(place) ? share : 0), 0);
}

/** The places of the nearest element around that is known well, and where that has several those of the next one that has one. */
function anchorsAround(wanted: Wanted, search: (other: Wanted) => readonly Place[]): Anchor[] {
  const found: Anchor[] = [];
  let outer = wanted.outer?.();
  for (let level = 0; outer !== undefined && outer.tag !== "body" && level < mostLevels; level++, outer = outer.outer?.()) {
    const anchor = anchorOf(outer, search);
    if (anchor.length === 1) return [...found, anchor];
    if (found.length === 0 && anchor.length > 0) found.push(anchor);
  }
  return found;
}

function anchorOf(wanted: Wanted, search: (other: Wanted) => readonly Place[]): Anchor {
  return likelyPlaces(search(wanted), sureScore);
}

/** Whether a tag stands in the other's element. */
function isAround(outer: Place, { file, range, is }: Place): boolean {
  return is !== "data" && outer.is !== "data" && file === outer.file && outer.range[0] < range[0] && outer.range[1] >= range[1];
}
