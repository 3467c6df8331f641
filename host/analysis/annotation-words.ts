import type { Annotation } from "../contract/annotation.js";
import { isAboutWords } from "./element-facts.js";
import type { PlaceKind } from "./source/place.js";
import type { SourceCandidate } from "./source/rank.js";

// Words of an annotation, and the kind of place where it is carried out. Without any of them the order stays.
const aboutValue = /\b(price|currency|dollars?|euros?|amount|date|year|numbers?|titles?|titled|heading|placeholder|called|named?)\b|[€$£]/i;
/** What is to be written instead, in quotes or after a verb of writing, or the language that it is to be in. */
const aboutWriting =
  /\b(rename|re-?word|write|spell|call (it|this)|shorten|typo|(should|must) (say|read|be (called|written))|^say|misspelt|wrong (text|words?|name|address|number|price|date|label|title))\b|\b(to|be|say|read|instead of|called)\s+["“'‘«][^"”'’»]+["”'’»]|\b(un)?translat(e|ed|ions?)\b(?!\s*[:(])|\b(wrong|another|other) language\b|\bin(to)? (english|german|french|spanish|italian|portuguese|dutch|polish|chinese|japanese)\b/i;
const aboutLook =
  /\b(colou?rs?|background|padding|margins?|spac\w*|gaps?|tight|close|apart|fonts?|sizes?|(?:big|small|large|tall|thin|thick)(?:[gn]?er|r)?|upper-?case|lower-?case|width|height|wide|wider|narrow\w*|borders?|shadows?|radius|round\w*|align\w*|cent(er|re)\w*|contrast|pale|dark\w*|light\w*|bold|styles?|looks?|hover|\d+ ?(?:px|r?em|pt))\b/i;
/** Another place of something among others, or its end. */
const aboutPlace =
  /\b(first|second|third|last|before|after|order|swap|sort|move|reorder|leave (it|this|these|them)? ?out|remove|delete|drop|get rid|take (it|this|these|them)? ?(out|away))\b/i;
const aboutAll = /\b(all|every|everywhere|each|always|consistent\w*|buttons|links|cards|rows|headings|fields|inputs|tabs|icons)\b/i;
const aboutOne = /\b(this|here|only|just)\b/i;

/** Only candidates with this share of the best score are put first for their kind. */
const leastShare = 0.6;

/** The candidates, the one first that the words are about: of a text its source, of one thing's look its use, of a look in general the definition. */
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
  return aboutWriting.test(comment) && !/\bcomponent\b/i.test(comment);
}

/** Whether an annotation is about letters that a style sheet turns into others. */
export function isAboutCase(comment: string): boolean {
  return /\b(capital\w*|caps|(upper|lower)-?case|normal case)\b/i.test(comment);
}

/** Whether an annotation is about what is drawn too faintly, which the opacity of something around may be. */
export function isAboutFaintness(comment: string): boolean {
  return /\b(faint|pale|washed|transparent)\b/i.test(comment);
}

/** Whether an annotation asks for another place of something among others, or for its end: a matter of no look. */
export function isAboutPlace(comment: string): boolean {
  return aboutPlace.test(comment) && !aboutLook.test(comment);
}

/** Whether an annotation may be about a look: it states no text, and nothing that is to be there or to happen. */
export function mayBeLook(comment: string): boolean {
  return (
    kindsFor({ comment })[0] !== "data" &&
    !/\b(component|add|remove|delete|insert|move|swap|sort|replace|links?|click\w*|opens?|works?|bug|error)\b/i.test(comment)
  );
}

/** Kinds of places that an annotation's words are about, the first before the others. */
export function kindsFor({ comment }: Pick<Annotation, "comment">): readonly PlaceKind[] {
  if (/\bcomponent\b/i.test(comment)) return ["use"];
  if (isAboutWriting(comment)) return ["data", "use"];
  if (aboutLook.test(comment)) return aboutOne.test(comment) && !aboutAll.test(comment) ? ["use"] : ["definition"];
  return isAboutWords(comment) || aboutValue.test(comment) || aboutPlace.test(comment) ? ["data", "use"] : [];
}

/** Whether most words of an annotation, or some in quotes, are what its element shows: it is what is to be written. */
export function isRewording(comment: string, shown: string): boolean {
  if (aboutLook.test(comment)) return false;
  const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const asked = wordsIn(comment);
  const there = new Set(wordsIn(shown));
  const quoted = /["“'‘«]([^"”'’»]{2,80})["”'’»]/.exec(comment)?.[1];
  if (quoted !== undefined && shown.includes(quoted)) return true;
  return asked.length > 1 && asked.filter((word) => there.has(word)).length > asked.length * leastReworded;
}

const leastReworded = 0.6;
