import type { Annotation } from "../../contract/annotation.js";
import { isAboutWords } from "../element-facts.js";
import { plainName } from "./library-names.js";
import type { Place, PlaceKind } from "./place.js";
import { isComponentTag } from "./tags.js";
import type { Wanted } from "./wanted.js";

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

const most = 5;
/** Of which places with a text in quotes. */
const mostData = 2;
/** With less, hardly a first answer of the bench was right. */
const leastScore = 0.15;

/**
 * From what points and rivals come to, to the share of answers that were right with so much, on the apps of the bench's first half; from 0.7 on with
 * a margin, because it is some points lower on apps that nothing was measured on.
 */
const measured: readonly (readonly [raw: number, right: number])[] = [
  [0, 0],
  [0.2, 0.15],
  [0.4, 0.3],
  [0.6, 0.5],
  [0.8, 0.7],
  [0.89, 0.74],
  [0.93, 0.85],
  [1, 0.99],
];

function calibrated(raw: number): number {
  const above = measured.findIndex(([from]) => from >= raw);
  const [x1, y1] = measured[above] ?? [1, 1];
  const [x0, y0] = measured[above - 1] ?? [0, 0];
  return x1 === x0 ? y1 : y0 + ((raw - x0) / (x1 - x0)) * (y1 - y0);
}

/** The best places first, at most five. Places that fit equally well share what is sure. */
export function rankPlaces(places: readonly Place[]): SourceCandidate[] {
  const best = new Map<string, Place>();
  for (const place of places) {
    const key = `${place.file}:${place.line}:${place.column}`;
    const known = best.get(key);
    if (known === undefined || known.points < place.points) best.set(key, place);
  }
  const sorted = [...best.values()].sort((a, b) => b.points - a.points || a.file.length - b.file.length || a.line - b.line);
  let data = 0;
  const chosen = sorted.filter(({ is }) => is !== "data" || ++data <= mostData).slice(0, most);
  // Where no tag has the text, the place that holds it stays.
  const exact = chosen.some(({ isText }) => isText) ? undefined : sorted.find(({ is }) => is === "data");
  if (exact !== undefined) chosen.splice(most - 1, 1, exact);
  const candidates = withPartners(chosen, sorted).map((place) => {
    const rivals = sorted.filter(
      (other) => other !== place && other.points > place.points - marginOf(place) && !isUseOf(other, place) && !isUseOf(place, other),
    ).length;
    const score = calibrated((1 - Math.exp(-place.points / 6)) / (1 + 0.25 * Math.min(rivals, 4)));
    const { file, line, column, is, evidence } = place;
    return { file, line, column, is, score: Math.round(score * 100) / 100, evidence: [...new Set(evidence)].join("; ") };
  });
  return withoutGuesses(candidates);
}

const leastMargin = 0.5;
/** Of places with many points nearly all stand around the tag, and are those of each of several equal blocks. */
const shareOfMargin = 0.12;

/** By how much a place must fit better than another one for that to be no rival. */
function marginOf({ points }: Pick<Place, "points">): number {
  return Math.max(leastMargin, points * shareOfMargin);
}

/** None where the best one is a guess; behind one that is none weaker ones may stand. */
export function withoutGuesses(candidates: readonly SourceCandidate[]): SourceCandidate[] {
  return candidates.some(({ score }) => score >= leastScore) ? candidates.filter(({ score }) => score > 0) : [];
}

const mostPartners = 2;

/** Takes in the wrappers that the best places use, and the best uses of the wrappers in which they are: which of both is meant the page does not show. */
function withPartners(chosen: readonly Place[], sorted: readonly Place[]): Place[] {
  const partners: Place[] = [];
  for (const place of chosen.slice(0, mostPartners)) {
    const partner = sorted.find((one) =>
      isComponentTag(place.tag) ? one.isPassed && isUseOf(place, one) : place.isPassed && isUseOf(one, place),
    );
    if (partner !== undefined && !chosen.includes(partner) && !partners.includes(partner)) partners.push(partner);
  }
  return [...chosen.slice(0, most - partners.length), ...partners];
}

/** Whether a place is the use of the component in which the other is written: both made the element. */
function isUseOf({ tag }: Place, { component }: Place): boolean {
  return isComponentTag(tag) && plainName(tag) === plainName(component);
}

/** Places that fit within so many points of the best one fit equally well. */
const tie = 0.3;
/** Of tags that fit equally well themselves. */
const tieOfTags = 0.5;
const ofTheTie = 0.7;
/** Where more elements look the same than places fit. */
const ofUnsureTie = 0.1;

/**
 * Where as many places of one file fit equally well as there are elements that look the same, the order on the page decides: of places with a fixed
 * text, the order of the elements that show it.
 */
export function breakTies(places: readonly Place[], alikeByLook: Wanted["duplicates"], alikeByText = alikeByLook): Place[] {
  const best = places.reduce<Place | undefined>((one, other) => (one === undefined || other.points > one.points ? other : one), undefined);
  if (best === undefined) return [...places];
  const duplicates = best.isText ? alikeByText : alikeByLook;
  const alike = places.filter(({ file, tag }) => file === best.file && tag === best.tag);
  const blocks = alike.filter(({ points, local }) => points > best.points - marginOf(best) && Math.abs(local - best.local) <= tieOfTags);
  const [indexOnPage, countOnPage] = duplicates.at(-1) ?? [];
  const isOfBlocks = countOnPage === blocks.length;
  const tied = isOfBlocks ? blocks : alike.filter(({ points }) => points > best.points - tie);
  const [index, count] = isOfBlocks ? [indexOnPage, countOnPage] : (duplicates.find(([, one]) => one === tied.length) ?? []);
  // Of tags that exclude each other there is no order.
  if (tied.length < 2 || index === undefined || tied.every(({ isConditional }) => isConditional)) return [...places];
  const chosen = tied.toSorted((a, b) => a.range[0] - b.range[0])[index];
  const more = count !== countOnPage ? ofUnsureTie : isOfBlocks ? marginOf(best) + ofTheTie : ofTheTie;
  return places.map((place) =>
    place === chosen ? { ...place, points: best.points + more, evidence: [...place.evidence, "order on the page"] } : place,
  );
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
