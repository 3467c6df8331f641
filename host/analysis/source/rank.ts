import { groupBy } from "../../contract/group-by.js";
import { plainName } from "./library-names.js";
import { type Place, type PlaceKind, positionOf } from "./place.js";
import { isComponentTag } from "./tags.js";
import { weights } from "./weights.js";

/** A place with a score from 0 to 1: how sure it is that it made the element. */
export interface SourceCandidate {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly is: PlaceKind;
  readonly score: number;
  /** Why, in words. */
  readonly evidence: string;
}

const mostRows = 5;

/** Rows with less are left out: none of them was right. */
const leastScore = 0.01;
/** Where the best one has less it is a guess. */
const leastOfBest = 0.05;

/**
 * The likeliest places first, at most five, with how likely each made the element: its share of all places' odds and of those of none. Empty where the
 * best one is a guess, but for the place that alone holds the text.
 */
export function rankPlaces(places: readonly Place[], ofNone: number = weights.none): SourceCandidate[] {
  const sorted = places.toSorted((a, b) => b.points - a.points || a.file.length - b.file.length || a.range[0] - b.range[0]);
  const most = Math.max(ofNone, sorted[0]?.points ?? ofNone);
  const oddsOf = ({ points }: Pick<Place, "points">) => Math.exp(points - most);
  const all = sorted.reduce((sum, place) => sum + oddsOf(place), oddsOf({ points: ofNone }));
  if (sorted.some(({ features: { wordsAlone, dataAlone } }) => wordsAlone ?? dataAlone))
    return likeliestFiles(sorted, (place) => oddsOf(place) / all).map((place) => rowOf(place, oddsOf(place) / all));
  const chosen = sorted.slice(0, mostRows);
  // Where no tag has the text, the place that holds it stays.
  const exact = chosen.some(({ isText, is }) => isText && is !== "data") ? undefined : sorted.find(({ is }) => is === "data");
  // So does the likeliest place of the file that the page names.
  const named = sorted.find(({ features }) => features.statedFile === 1);
  for (const one of [exact, named]) if (one !== undefined && !chosen.includes(one)) chosen.splice(mostRows - 1, 1, one);
  const rows = chosen.map((place) => {
    const share = sharesWith(place, sorted).reduce((sum, [one, part]) => sum + oddsOf(one) * part, oddsOf(place)) / all;
    return { place, share, row: rowOf(place, share), isExact: place === exact || place === named };
  });
  const isGuess = !rows.some(({ row }) => row.score >= leastOfBest);
  return rows
    .filter(({ share, isExact }) => isExact || (!isGuess && share >= leastScore))
    .map(({ place, row }, _, all) => {
      // A use with more points than its definition comes before it where it has most of what all its uses have.
      const after = all.filter((one) => isUseOf(place, one.place) && place.points > one.place.points && row.score > one.row.score / 2);
      return { row, order: Math.max(row.score, ...after.map((one) => one.row.score)) };
    })
    .sort((a, b) => b.order - a.order)
    .map(({ row }) => row);
}

function rowOf(place: Place, share: number): SourceCandidate {
  const { line, column } = positionOf(place.text, place.range[0]);
  const { file, is } = place;
  const score = Math.max(leastScore, Number(share.toFixed(2)));
  return { file, line, column: place.column ?? column, is, score, evidence: [...new Set(place.evidence)].join("; ") };
}

/** Words decide between files rather than between equal places in one: a file's places count together, and the first one of each is taken. */
function likeliestFiles(sorted: readonly Place[], shareOf: (place: Place) => number): Place[] {
  return [...groupBy(sorted, ({ file }) => file).values()]
    .map((ofFile) => ({ ofFile, share: ofFile.reduce((sum, place) => sum + shareOf(place), 0) }))
    .filter(({ share }) => share >= leastScore)
    .toSorted((a, b) => b.share - a.share)
    .flatMap(({ ofFile: [first] }) => first ?? [])
    .slice(0, mostRows);
}

/** The places that made the element where this one did, each with the part of its odds: a definition that of its uses, a use its part of the definition. */
function sharesWith(place: Place, all: readonly Place[]): (readonly [Place, number])[] {
  const found: (readonly [Place, number])[] = [];
  for (const one of all) {
    if (one === place) continue;
    if (isUseOf(one, place)) found.push([one, 1]);
    else if (isUseOf(place, one) && !found.some(([other]) => isUseOf(place, other))) {
      // The likeliest definition, where several have the name.
      const uses = all.reduce((sum, other) => sum + (isUseOf(other, one) ? Math.exp(other.points - place.points) : 0), 0);
      found.push([one, 1 / uses]);
    }
  }
  return found;
}

/** Places, each with how likely it made the element. */
export type Shares = readonly (readonly [Place, share: number])[];

/** So many places at most are likely, none with less. */
const mostLikely = 6;
const leastLikely = 0.05;

/** The likely places, the likeliest first. */
export function likelyPlaces(places: readonly Place[]): Shares {
  const most = places.reduce<number>((best, { points }) => Math.max(best, points), weights.none);
  const all = places.reduce((sum, { points }) => sum + Math.exp(points - most), Math.exp(weights.none - most));
  const shares = likeliest(places, mostLikely).map((place) => [place, Math.exp(place.points - most) / all] as const);
  return shares.filter(([, share]) => share >= leastLikely);
}

/** So many places with the most points. */
export function likeliest(places: readonly Place[], count: number): Place[] {
  return places.toSorted((a, b) => b.points - a.points).slice(0, count);
}

/** Whether a place is the use of the component in which the other is written: both made the element. */
function isUseOf({ tag }: Place, { component, file }: Place): boolean {
  // Selectors of Angular begin with the project's prefix, which its files lack.
  const name = file.endsWith(".component.html") ? tag.replace(/^[a-z]+-/, "") : tag;
  return isComponentTag(tag) && plainName(name) === plainName(component);
}
