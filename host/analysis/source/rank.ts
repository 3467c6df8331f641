import type { Annotation } from "../../contract/annotation.js";
import { addToGroup } from "../../contract/group-by.js";
import { isAboutWords } from "../element-facts.js";
import { plainName } from "./library-names.js";
import { type Place, type PlaceKind, positionOf, withFeatures } from "./place.js";
import { isComponentTag, type Rank } from "./tags.js";
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
/** Of which places with a text in quotes. */
const mostData = 2;
/** Of which places in one file where only words are known. */
const mostOfFile = 2;

/** Rows with less are left out: none of them was right. */
const leastScore = 0.01;
/** Where the best one has less it is a guess. */
const leastOfBest = 0.1;

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
  let data = 0;
  const chosen = sorted.filter(({ is }) => is !== "data" || ++data <= mostData).slice(0, mostRows);
  // Where no tag has the text, the place that holds it stays.
  const exact = chosen.some(({ isText, is }) => isText && is !== "data") ? undefined : sorted.find(({ is }) => is === "data");
  // So does the file that the page names where nothing in it fits.
  const named = sorted.find(({ tag, features }) => tag === "" && features.statedFile === 1);
  for (const one of [exact, named]) if (one !== undefined && !chosen.includes(one)) chosen.splice(mostRows - 1, 1, one);
  const rows = chosen.map((place) => {
    const share = sharesWith(place, sorted).reduce((sum, [one, part]) => sum + oddsOf(one) * part, oddsOf(place)) / all;
    return { row: rowOf(place, share), isShown: place === exact || place === named || share >= leastScore / 2 };
  });
  const isGuess = !rows.some(({ row }) => row.score >= leastOfBest);
  return rows
    .flatMap(({ row, isShown }, at) => (isShown && (!isGuess || chosen[at] === exact || chosen[at] === named) ? [row] : []))
    .sort((a, b) => b.score - a.score || Number(a.is === "definition") - Number(b.is === "definition"));
}

function rowOf(place: Place, share: number): SourceCandidate {
  const { line, column } = positionOf(place.text, place.range[0]);
  const { file, is } = place;
  const score = Math.max(leastScore, Math.round(share * 100) / 100);
  return { file, line, column: place.column ?? column, is, score, evidence: [...new Set(place.evidence)].join("; ") };
}

/** Words decide between files rather than between equal places in one: a file's places count together, and the first ones of each are taken. */
function likeliestFiles(sorted: readonly Place[], shareOf: (place: Place) => number): Place[] {
  const files = new Map<string, Place[]>();
  for (const place of sorted) addToGroup(files, place.file, place);
  return [...files.values()]
    .map((ofFile) => ({ ofFile, share: ofFile.reduce((sum, place) => sum + shareOf(place), 0) }))
    .filter(({ share }) => share >= leastScore)
    .toSorted((a, b) => b.share - a.share)
    .flatMap(({ ofFile }) => ofFile.slice(0, mostOfFile))
    .slice(0, mostRows);
}

/** The places that made the element where this one did, each with the part of its odds: a definition that of its uses, a use its part of the definition. */
function sharesWith(place: Place, all: readonly Place[]): (readonly [Place, number])[] {
  const found: (readonly [Place, number])[] = [];
  for (const one of all) {
    if (one === place) continue;
    if (isUseOf(one, place) || (isStated(one) && isStated(place))) found.push([one, 1]);
    else if (isUseOf(place, one)) {
      const uses = all.reduce((sum, other) => sum + (isUseOf(other, one) ? Math.exp(other.points - place.points) : 0), 0);
      found.push([one, 1 / uses]);
    }
  }
  return found;
}

/** The likeliest place where it is at least so likely. */
export function surePlace(places: readonly Place[], least: number): Place | undefined {
  const best = places.reduce<Place | undefined>((one, other) => (one === undefined || other.points > one.points ? other : one), undefined);
  if (best === undefined) return undefined;
  const rivals = places.reduce((sum, { points }) => sum + Math.exp(points - best.points), Math.exp(weights.none - best.points));
  return 1 / rivals >= least ? best : undefined;
}

/** Whether a place is the use of the component in which the other is written: both made the element. */
function isUseOf({ tag }: Place, { component }: Place): boolean {
  return isComponentTag(tag) && plainName(tag) === plainName(component);
}

function isStated({ features: { stated, statedUse } }: Place): boolean {
  return stated !== undefined || statedUse !== undefined;
}

/** Places within so many log odds of the best one fit equally well. */
const tie = 1;
/** The same of tags that fit equally well themselves, wherever they stand. */
const tieOfBlocks = 3;

/**
 * Where as many places of one file fit equally well as there are elements that look the same, the order on the page decides: of places with a fixed
 * text, the order of the elements that show it.
 */
export function withOrder(places: readonly Place[], alikeByLook: Rank, alikeByText = alikeByLook): Place[] {
  const best = places.reduce<Place | undefined>((one, other) => (one === undefined || other.points > one.points ? other : one), undefined);
  if (best === undefined) return [...places];
  const { index, count } = best.isText ? alikeByText : alikeByLook;
  const alike = places.filter(({ file, tag }) => file === best.file && tag === best.tag);
  const blocks = alike.filter(({ points, local }) => points > best.points - tieOfBlocks && Math.abs(local - best.local) <= tie);
  const tied = blocks.length === count ? blocks : alike.filter(({ points }) => points > best.points - tie);
  // Of tags that exclude each other there is no order.
  if (tied.length !== count || count < 2 || tied.every(({ isConditional }) => isConditional)) return [...places];
  const chosen = tied.toSorted((a, b) => a.range[0] - b.range[0])[index];
  return places.map((place) => (place === chosen ? withFeatures(place, { order: 1 }, "order on the page") : place));
}

// Words of an annotation, and the kind of place where it is carried out. Without any of them the order stays.
const aboutValue = /\b(price|currency|dollars?|euros?|amount|date|year|numbers?|titles?|titled|heading|placeholder|called|named?)\b|[€$£]/i;
/** What is to be written instead, in quotes or after a verb of writing. */
const aboutWriting =
  /\b(rename|re-?word|write|spell|call (it|this)|shorten|typo|should (say|read|be called)|misspelt)\b|\b(to|be|say|read|instead of|called)\s+["“'‘«][^"”'’»]+["”'’»]/i;
const aboutLook =
  /\b(colou?rs?|background|padding|margins?|spac\w*|gaps?|tight|close|apart|fonts?|sizes?|(?:big|small|large|tall|thin|thick)(?:[gn]?er|r)?|upper-?case|lower-?case|width|height|wide|wider|narrow\w*|borders?|shadows?|radius|round\w*|align\w*|cent(er|re)\w*|contrast|pale|dark\w*|light\w*|bold|styles?|looks?|hover)\b/i;
const aboutAll = /\b(all|every|everywhere|each|always|consistent\w*|buttons|links|cards|rows|headings|fields|inputs|tabs|icons)\b/i;
const aboutOne = /\b(this|here|only|just)\b/i;

/** Only candidates with this share of the best score are put first for their kind. */
const leastShare = 0.6;

/**
 * Returns the candidates with the one first that an annotation's words are about: for a text where it comes from, then its use; for the look of
 * one thing its use, for a look in general the definition.
 */
export function orderForAnnotation(candidates: readonly SourceCandidate[], { comment }: Pick<Annotation, "comment">): SourceCandidate[] {
  const kinds = kindsFor({ comment });
  const best = candidates[0]?.score ?? 0;
  const rankOf = ({ is, score }: SourceCandidate) => {
    const rank = score >= best * leastShare ? kinds.indexOf(is) : -1;
    return rank < 0 ? kinds.length : rank;
  };
  return candidates.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Whether an annotation states what is to be written: that is a matter of no look. */
export function isAboutWriting(comment: string): boolean {
  return aboutWriting.test(comment);
}

/** Kinds of places that an annotation's words are about, the first before the others. */
export function kindsFor({ comment }: Pick<Annotation, "comment">): readonly PlaceKind[] {
  if (isAboutWriting(comment)) return ["data", "use"];
  if (aboutLook.test(comment)) return aboutOne.test(comment) && !aboutAll.test(comment) ? ["use"] : ["definition"];
  return isAboutWords(comment) || aboutValue.test(comment) ? ["data", "use"] : [];
}
