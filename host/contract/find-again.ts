import type { Box, ElementTarget } from "./annotation.js";
import { type Likenesses, likenessesTo, ownNames } from "./likeness.js";
import { pageKey } from "./page.js";
import { pageContext, shapeOf } from "./page-context.js";
import type { CaptureReader } from "./reader.js";
import { labelOf } from "./targets.js";

/** What became of a picked element in a reading. `score`: how sure that is, up to 1; `indices`: equal candidates, in document order. */
export type FoundAgain =
  | { readonly status: "found"; readonly index: number; readonly score: number }
  | { readonly status: "ambiguous"; readonly indices: readonly number[] }
  | { readonly status: "gone" };

/**
 * What each likeness counts in favour of an element, where it is alike and where it is not, in natural log odds: the weights of agreement and
 * disagreement of record linkage (Fellegi and Sunter, "A Theory for Record Linkage", JASA 1969), over the attributes of Similo (Nass, Alégroth,
 * Feldt, Leotta, Ricca, "Similarity-based Web Element Localization for Robust Test Automation", ACM TOSEM 2023). Fitted as
 * `installer/dev/conditional-logit.ts` does on recorded edits of saved pages and of rendered applications, each as records of today and of before have it.
 */
export const weights: Readonly<Record<keyof Likenesses, readonly [alike: number, unlike: number]>> = {
  names: [1.44, -2.1],
  text: [0.97, -0.71],
  textCommon: [1.01, -0.99],
  hasText: [2.82, 0],
  inner: [1.41, -1.86],
  innerCommon: [0.67, -1.5],
  holds: [3.07, -3.88],
  item: [1.07, -1.36],
  itemSame: [1.18, -1.41],
  size: [3.82, 0],
  tag: [2.04, 0],
  classes: [1.5, 0],
  // Not as fitted (-2.36): no recorded edit changes a file, which moves the lines of all that stands below, or puts a component in the place.
  source: [0.9, 0.25],
  parent: [1.09, -2.31],
  home: [0.95, -2.15],
  alignedNearer: [0.61, -1.03],
  alignedFarther: [0.83, -1.2],
  alignedAsWithout: [1.32, -1.56],
  alignedNearerCommon: [0.61, -0.9],
  alignedFartherCommon: [1.45, -1.62],
  alignedAsWithoutCommon: [0.61, -0.89],
  place: [1.01, -1.23],
  key: [1.7, -1.56],
  placeCommon: [1.55, -2.77],
  keyCommon: [-0.03, -1.81],
};
/** The same in favour of an element of which nothing is known. */
export const prior = -8.9;

/** It is on the page where that is at least as likely. */
const presentMin = 0.6;
/** One of the candidates is it where its share of that is at least as large. */
const shareMin = 0.7;
/** The others that are named have this share of the best one's, or more. */
const equalMin = 0.05;
const mostEqual = 10;

/** Finds the element of a record: odds by likenesses, taken for independent; candidates and absence exclude each other (conditional logit). */
export function findAgain(reader: CaptureReader, facts: ElementTarget): FoundAgain {
  if (facts.tag === undefined) return findByNames(reader, facts);
  const likenessesOf = likenessesTo(reader, facts);
  const scored = candidates(reader, facts)
    .filter((index) => !isOtherDocument(facts, reader.frame(index)))
    .map((index) => {
      const likenesses = likenessesOf(index);
      return { index, likenesses, odds: Math.exp(prior + evidenceOf(likenesses)) };
    })
    .sort((one, other) => other.odds - one.odds || one.index - other.index);
  const sum = scored.reduce((all, { odds }) => all + odds, 0);
  const [best] = scored;
  if (best === undefined || sum / (1 + sum) < presentMin) return { status: "gone" };
  const near = scored.filter(({ odds }) => odds >= equalMin * best.odds);
  const { names, text, inner, itemSame } = best.likenesses;
  const isDistinct = [names, text, inner].includes(1);
  // There a list or a tab shows other things in the same places: other words, or another row around. A type is no name of one.
  const hasStayed = [text, inner].includes(1) || (names === 1 && String(ownNames(facts)) !== "type");
  const isOther = isOtherQuery(facts.url, reader.capture.metadata.url) || isOtherQuery(facts.frame, reader.frame(best.index));
  if (!hasStayed && [text, itemSame].includes(0) && isOther) return { status: "gone" };
  const copies = (isDistinct ? scored : near).filter((one) => areCopies(best.likenesses, one.likenesses, isDistinct));
  if (copies.length === 1 && best.odds / sum >= shareMin) return { status: "found", index: best.index, score: best.odds / (1 + sum) };
  const equal = copies.length > 1 ? copies : near.length > 1 ? near : scored.slice(0, 2);
  const indices = equal.slice(0, mostEqual).map(({ index }) => index);
  return { status: "ambiguous", indices: indices.sort((one, other) => one - other) };
}

/** Whether two addresses differ in their queries, `?tab=closed` for one; a router's in the fragment too. */
export function isOtherQuery(one: string | undefined, other: string | undefined): boolean {
  const [was, is] = [one, other].map((address) => address && /\?[^#]*|$/.exec(address)?.[0]);
  return was !== undefined && is !== undefined && was !== is;
}

/** Whether a frame shows another page of its site than the one of a record: notes of pages stay with them. */
function isOtherDocument({ frame }: ElementTarget, url: string | undefined): boolean {
  const [was, is] = [frame, url].map((address) => address && pageKey(address.replace(/^\w+:\/\/[^/]*/, "http://site")));
  return was !== undefined && is !== undefined && was !== is;
}

/** Nothing but their places differs; where they do not have what the record had for itself, neither place is wholly the old one. */
function areCopies(best: Likenesses, one: Likenesses, isDistinct: boolean): boolean {
  return best === one || ((isDistinct || !isInPlace(best)) && weighted.every(([name]) => ofPlace.test(name) || best[name] === one[name]));
}

/** Counted from either side it is where the record was: nothing was added to its list or removed. */
function isInPlace({ place, placeCommon }: Likenesses): boolean {
  return (place ?? placeCommon) === 1;
}

const ofPlace = /^(?:place|aligned|key)/;

function evidenceOf(likenesses: Likenesses): number {
  let sum = 0;
  for (const [name, [alike, unlike]] of weighted) {
    const like = likenesses[name];
    if (like !== undefined) sum += like * alike + (1 - like) * unlike;
  }
  return sum;
}

const weighted = Object.entries(weights) as [keyof Likenesses, readonly [number, number]][];

/** Records of older versions hold key, selector and label alone: the key names the element, or else a selector with the same words. */
function findByNames(reader: CaptureReader, { key, selector, label }: ElementTarget): FoundAgain {
  const byKey = key === "" ? -1 : reader.keys.indexOf(key);
  if (byKey >= 0) return { status: "found", index: byKey, score: 1 };
  for (const element of reader.elements()) {
    if (element.selector !== selector) continue;
    const isSame = label === undefined ? isAnchored(selector) : label.startsWith(labelOf(element)) || isAnchored(selector);
    return isSame ? { status: "found", index: element.index, score: 0.5 } : { status: "gone" };
  }
  return { status: "gone" };
}

/** Its last part names the element by a test id or id, not by its place. */
function isAnchored(selector: string): boolean {
  return /(?:^| )[#[][^ ]*$/.test(selector);
}

/** Those with its key, words or an attribute of its own; the nearest of its shape; those between what stood beside it. Bounded each. */
export function candidates(reader: CaptureReader, facts: ElementTarget): readonly number[] {
  const context = pageContext(reader);
  const { tag = "", role = "", text = "", name = "", attributes = {}, common = [], neighbours = [], box } = facts;
  const found = new Set<number>();
  const add = (indices: readonly number[]) => {
    for (const index of nearestTo(reader, indices, box)) found.add(index);
  };
  add(context.withWords(text === "" ? name : text));
  for (const [attribute, value] of Object.entries(attributes)) {
    if (attribute !== "class" && !common.includes(`@${attribute}`)) add(context.withAttribute(attribute, value));
  }
  add(context.ofShape(shapeOf(tag, role, attributes["class"] ?? "")));
  for (const { at, text: words } of neighbours) {
    if (Math.abs(at) <= 2)
      add(
        context
          .withWords(words)
          .slice(0, eachMost)
          .flatMap((one) => context.beside(one, -at)),
      );
  }
  return [...found];
}

/** Most candidates of one source. */
const eachMost = 25;

function nearestTo(reader: CaptureReader, indices: readonly number[], [left, top]: Box): readonly number[] {
  if (indices.length <= eachMost) return indices;
  const distances = Float64Array.from(indices, (index) => {
    const { box } = reader.element(index);
    return Math.abs(box[0] - left) + Math.abs(box[1] - top);
  });
  const bound = distances.slice().sort()[eachMost - 1] ?? 0;
  const those = (fits: (distance: number) => boolean) => indices.filter((_, place) => fits(distances[place] ?? 0));
  // Whatever has no box is equally far: there may be any number.
  return [...those((distance) => distance < bound), ...those((distance) => distance === bound)].slice(0, eachMost);
}
