import { memoized } from "../../contract/memoized.js";
import { plainName } from "./library-names.js";
import { type Place, withFeatures } from "./place.js";
import { likelyPlaces, type Shares } from "./rank.js";
import type { Reach } from "./reach.js";
import { isComponentTag } from "./tags.js";
import { mostLevels, type Wanted } from "./wanted.js";

/** Around an element that is so sure no other is asked. */
const sureShare = 0.65;
/** Places of an element around that are judged by what is farther out. */
export const mostJudged = 40;

/**
 * Notes of the places what agrees with where the elements around and below were made: the element stands within the tag of the one around or in a
 * component that this makes, its own tag holds those of the elements below, and one component's tag can have drawn it and another one. What is around
 * is judged in the same way first, from one that is sure inwards: the forward pass over a chain of hidden states, here the tags that made the elements
 * (Rabiner, "A Tutorial on Hidden Markov Models", 1989). `search`: the `mostJudged` likeliest places of another element.
 */
export function withAnchors(places: readonly Place[], wanted: Wanted, reach: Reach, search: (other: Wanted) => readonly Place[]): Place[] {
  const below = (wanted.inner?.() ?? []).map((one) => likelyPlaces(search(one)));
  const around = aroundOf(wanted, reach, search);
  return places.map((place) => {
    const holdsKnown = Math.max(0, ...below.map((shares) => shareOf(shares, (one) => isAround(place, one))));
    const drewBelow = Math.max(0, ...below.map((shares) => shareOf(shares, (one) => isDrawnWith(one, place))));
    return judged(place, around, holdsKnown, drewBelow);
  });
}

/** Where the elements around were made, with what their places make. */
interface Around {
  readonly shares: Shares;
  readonly makes: (one: Place) => ReadonlySet<string>;
}

/** Of the nearest element around the likely places; for the share that none of them has those of the next one, and so on. */
function aroundOf(wanted: Wanted, reach: Reach, search: (other: Wanted) => readonly Place[]): Around {
  const levels: (readonly Place[])[] = [];
  for (let outer = wanted.outer?.(); outer !== undefined && outer.tag !== "body" && levels.length < mostLevels; outer = outer.outer?.()) {
    const level = search(outer);
    levels.unshift(level);
    if ((likelyPlaces(level)[0]?.[1] ?? 0) >= sureShare) break;
  }
  const makes = memoized(reach);
  return levels.reduce<Around>(
    (farther, level) => {
      const own = likelyPlaces(level.map((place) => judged(place, farther)));
      const rest = 1 - shareOf(own, () => true);
      return { makes, shares: [...own, ...farther.shares.map(([one, share]) => [one, share * rest] as const)] };
    },
    { makes, shares: [] },
  );
}

function judged(place: Place, { shares, makes }: Around, holdsKnown = 0, drewBelow = 0): Place {
  const insideKnown = shareOf(shares, (one) => isAround(one, place));
  const insideMade = shareOf(shares, (one) => one.tag !== "" && !isAround(one, place) && isIn(place, one, makes));
  const drewKnown = Math.min(1, drewBelow + shareOf(shares, (one) => isDrawnWith(one, place)));
  if (insideKnown + insideMade + holdsKnown + drewKnown === 0) return place;
  return withFeatures(place, { insideKnown, insideMade, holdsKnown, drewKnown }, "near an element known well");
}

/** Whether a place is written in a component of those that another one makes. */
function isIn({ component }: Place, other: Place, makes: Around["makes"]): boolean {
  return component !== "" && component !== other.component && makes(other).has(plainName(component));
}

function shareOf(shares: Shares, isMeant: (place: Place) => boolean): number {
  return shares.reduce((sum, [place, share]) => sum + (isMeant(place) ? share : 0), 0);
}

/** Whether a tag is a component's, and the other one is the same. */
function isDrawnWith(one: Place, { file, range }: Place): boolean {
  return one.file === file && one.range[0] === range[0] && isComponentTag(one.tag);
}

/** Whether a tag stands in the other's element. */
function isAround(outer: Place, { file, range, is }: Place): boolean {
  return is !== "data" && outer.is !== "data" && file === outer.file && outer.range[0] < range[0] && outer.range[1] >= range[1];
}
