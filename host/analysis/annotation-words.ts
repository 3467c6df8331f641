import type { Annotation } from "../contract/annotation.js";
import { isAboutWords } from "./element-facts.js";
import { meansLook } from "./styles/explained.js";

// Words of an annotation, and the kind of place where it is carried out.
const aboutValue = /\b(price|currency|dollars?|euros?|amount|date|year|numbers?|titled|placeholder|called|named?)\b|[€$£]/i;
/** What an element may be called whose look is meant. */
const aboutHeading = /\b(titles?|headings?)\b/i;
/** What is to be written instead, in quotes or after a verb of writing, or the language that it is to be in. */
const aboutWriting =
  /\b(rename|re-?word|write|spell|call (it|this)|shorten|typo|(should|must) (say|read|be (called|written))|^say|misspelt|wrong (text|words?|name|address|number|price|date|label|title)|(take|use|try|put) (a|an|another|other|some) (\w+ )?(icon|picture|image|photo))\b|\b(to|be|say|read|instead of|called)\s+["“'‘«][^"”'’»]+["”'’»]|\b(un)?translat(e|ed|ions?)\b(?!\s*[:(])|\b(wrong|another|other) language\b|\bin(to)? (english|german|french|spanish|italian|portuguese|dutch|polish|chinese|japanese)\b/i;
const aboutLook =
  /\b(colou?rs?|background|padding|margins?|spac\w*|gaps?|tight|close|apart|fonts?|sizes?|(?:big|small|large|tall|thin|thick)(?:[gn]?er|r)?|upper-?case|lower-?case|width|height|wide|wider|narrow\w*|borders?|shadows?|radius|round\w*|align\w*|cent(er|re)\w*|contrast|pale|dark\w*|light\w*|bold|styles?|looks?(?! like)|hover|\d+ ?(?:px|r?em|pt))\b/i;
/** Another place of something among others, or its end. */
const aboutPlace =
  /\b(first|second|third|last|before|after|order|swap|sort|move|reorder|add|insert|leave (it|this|these|them)? ?out|remove|delete|drop|get rid|take (it|this|these|them)? ?(out|away))\b/i;
const aboutSide = /\b(above|below|beside|next to) (the|this|that|it)\b/i;
const aboutAll = /\b(all|every|everywhere|each|always|consistent\w*|buttons|links|cards|rows|headings|fields|inputs|tabs|icons)\b/i;
const aboutOne = /\b(this|here|only|just)\b/i;

/** Whether an annotation states what is to be written: that is a matter of no look. */
export function isAboutWriting(comment: string): boolean {
  return aboutWriting.test(comment) && !/\bcomponent\b/i.test(comment);
}

/** Whether an annotation is about letters that a style sheet turns into others. */
export function isAboutCase(comment: string): boolean {
  return /\b(capital\w*|caps|shout\w*|(upper|lower)-?case|(normal|sentence|title) case)\b/i.test(comment);
}

/** Whether an annotation is about what is drawn too faintly, which the opacity of something around may be. */
export function isAboutFaintness(comment: string): boolean {
  return /\b(faint|pale|washed|transparent)\b/i.test(comment);
}

/** Whether an annotation asks for another place of something among others, or for its end: a matter of no look. */
export function isAboutPlace(comment: string): boolean {
  return (aboutPlace.test(comment) && !aboutLook.test(comment)) || (aboutSide.test(comment) && !describesLook(comment));
}

/** Whether an annotation's words describe a look: what they do not say is a matter of the tag. */
export function isAboutLook(comment: string): boolean {
  return kindFor({ comment }) !== "data" && describesLook(comment);
}

function describesLook(comment: string): boolean {
  return aboutLook.test(comment) || aboutShape.test(comment) || meansLook(comment) || isAboutCase(comment);
}

/** Measures without a name, devices, and words that compare. */
const aboutShape =
  /\btoo (?!many|much|few|late|soon)\w|\bas \w+ as\b|\b(whole|entire|full) (screen|page|width|height)\b|\bon (\w+ )?(phones?|mobiles?|tablets?|screens?)\b|\b(focus\w*|hover\w*|fits?)\b|\b(?!number|header|footer|other|order|never|under|over|after|letter|user|filter|slider|container|banner|member|customer|newsletter|offer|enter|another|answer|however|rather|whether|together|ever|helper)\w{3,}(?<!\bp)er\b/i;

/** Where the words of an annotation are carried out: at what is written, at the definition of a look; undefined where they do not say, or at the use. */
export function kindFor({ comment }: Pick<Annotation, "comment">): "data" | "definition" | undefined {
  if (/\bcomponent\b/i.test(comment)) return undefined;
  if (isAboutWriting(comment)) return "data";
  if (aboutLook.test(comment)) return aboutOne.test(comment) && !aboutAll.test(comment) ? undefined : "definition";
  const isNamed = isAboutWords(comment) || aboutValue.test(comment) || (aboutHeading.test(comment) && !describesLook(comment));
  return isNamed || aboutPlace.test(comment) ? "data" : undefined;
}

/** Whether most words of an annotation, or some in quotes, are what its element shows: it is what is to be written. */
export function isRewording(comment: string, shown: string): boolean {
  if (aboutLook.test(comment)) return false;
  const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const asked = wordsIn(comment);
  // Words alone, without one of what is to be done.
  if (asked.length <= mostBare && !isAboutLook(comment) && !functionWords.test(comment) && /^\p{Lu}/u.test(comment)) return true;
  const there = new Set(wordsIn(shown));
  const quoted = /["“'‘«]([^"”'’»]{2,80})["”'’»]/.exec(comment)?.[1];
  if (quoted !== undefined && shown.includes(quoted)) return true;
  if (asked.some((word) => [...there].some((one) => isRespelt(word, one)))) return true;
  const share = asked.filter((word) => there.has(word)).length / asked.length;
  return asked.length > 1 && (share > leastReworded || (share >= leastOfNoLook && !isAboutLook(comment)));
}

/** Whether one word is another with a letter more, less or other. */
function isRespelt(word: string, other: string): boolean {
  if (word.length < 5 || word === other || Math.abs(word.length - other.length) > 1) return false;
  let begin = 0;
  while (word[begin] === other[begin]) begin++;
  const rests = [word.slice(begin + 1), word.slice(begin)];
  return rests.some((rest) => rest !== "" && [other.slice(begin + 1), other.slice(begin)].includes(rest));
}

const leastReworded = 0.6;
const leastOfNoLook = 0.5;
const mostBare = 4;
const functionWords = /\b(a|an|the|this|that|it|is|are|be|not|no|on|in|to|please|should|can|does|do|goes|opens?|works?|stop)\b/i;
