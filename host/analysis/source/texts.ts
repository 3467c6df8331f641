import { weaklyMemoized } from "../../contract/memoized.js";
import { escapeRegExp } from "./components.js";

/**
 * How the text inside a tag fits an element's. `parts`: its pieces are there in another order; `holds`: the element's text is one of several;
 * `open`: only expressions; `none`: no text at all.
 */
export type TextFit = "literal" | "quoted" | "template" | "parts" | "holds" | "open" | "none" | "conflict";

/** A source's text as it will be shown: tags out, white space joined, expressions as holes. */
const hole = "\u0000";

/** Characters inside a tag that are read. */
export const longestInner = 800;
/** Shorter texts say nothing. */
export const shortest = 2;
/** Characters of one text of a page that are compared. */
export const longest = 5_000;
/** So long is a part that distinguishes texts. */
export const leastPart = 4;
const longestEvidence = 60;

/** The begin of a text: as much as evidence quotes. */
export function begin(text: string): string {
  return text.slice(0, longestEvidence);
}

/** Compares what stands inside a tag with what the element shows. */
export function fitOfText(tag: { readonly inner: string }, shown: readonly string[]): TextFit {
  const { inner } = tag;
  const pattern = innerPattern(tag);
  if (pattern === "") return "none";
  if (!pattern.includes(hole)) return fitOfFixed(pattern, shown, inner.length >= longestInner);
  const pieces = pattern
    .split(hole)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  if (pieces.join("").length >= shortest && shown.some((text) => holdsInOrder(text.toLowerCase(), pieces))) return "template";
  if (quotedIn(withoutTags(inner)).some((text) => shown.some((one) => sameText(one, joinSpace(text))))) return "quoted";
  return "open";
}

/** The same for each question: a tag is read once. */
const innerPattern = weaklyMemoized(({ inner }: { readonly inner: string }) => patternOf(inner));

function fitOfFixed(written: string, shown: readonly string[], isCut: boolean): TextFit {
  if (shown.some((text) => sameText(text, written) || sameWords(text, written, isCut))) return "literal";
  const long = written.toLowerCase();
  const texts = shown.map((text) => text.toLowerCase());
  // An icon's text may stand before or after.
  if (long.length >= leastPart && texts.some((text) => text.includes(long))) return "parts";
  return texts.some((text) => text.length >= leastPart && long.includes(text)) ? "holds" : "conflict";
}

/** Quoted texts of a piece of source: keys and labels stand in them. */
export function quotedIn(source: string): string[] {
  return [...source.matchAll(/(["'`])((?:(?!\1)[^\\\n]|\\.){1,1000})\1/g)].map(([, , text = ""]) => unescaped(text));
}

/** The text of a string literal, its escapes resolved (ECMAScript 12.9.4; those of JSON, PHP and Python are among them). */
export function unescaped(literal: string): string {
  if (!literal.includes("\\")) return literal;
  return literal.replace(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi,
    (_, braced?: string, four?: string, two?: string, one = "") => {
      const hex = braced ?? four ?? two;
      if (hex === undefined) return /[nrt]/.test(one) ? " " : one;
      return characterOf(`0x${hex}`) ?? "";
    },
  );
}

/** The character of a code point in digits; undefined for one beyond the last of Unicode. */
function characterOf(digits: string): string | undefined {
  const code = Number(digits);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

/** Offsets at which a text stands in quotes, whichever of its characters are escaped there or written as references. */
export function quotedAt(source: string, text: string): number[] {
  const plain = text.split(special).reduce((one, other) => (other.length > one.length ? other : one), "");
  if (!source.includes(plain)) return [];
  const pattern = text.replace(special, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    const names = [...namedReferences].flatMap(([name, value]) => (value === character ? [`&${name};`] : []));
    return `(?:\\\\?${escapeRegExp(character)}|\\\\(?:u\\{?0*|x)${hex}\\}?|&#(?:${code}|x0*${hex});${["", ...names].join("|")})`;
  });
  return [...source.matchAll(new RegExp(`(["'\`])${pattern}\\1`, "giu"))].map(({ index }) => index);
}

/** Offsets at which Markdown has the words of a text, whatever marks of emphasis, links and line ends stand between them. */
export function proseAt(source: string, text: string): number[] {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, mostWords).map(escapeRegExp);
  if (words.length === 0 || !words.every((word) => source.includes(word))) return [];
  const between = "(?:\\]\\([^)\\n]{0,200}\\)|[^\\p{L}\\p{N}]){1,12}?";
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words.join(between)}(?![\\p{L}\\p{N}])`, "gu");
  return [...source.matchAll(pattern)].map(({ index }) => index);
}

const mostWords = 24;

/** Characters that can be written in another way. */
const special = /[^\p{L}\p{N} ,:;!_-]|[^\x20-\x7e]/gu;

/** One space for several, and none between two Chinese characters alone: Ant's buttons put it there. */
export function joinSpace(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(\p{Script=Han}) (\p{Script=Han})$/u, "$1$2");
}

function patternOf(inner: string): string {
  const withoutExpressions = inner
    .replace(/<!--[\s\S]*?(?:-->|$)|\{\/\*[\s\S]*?(?:\*\/\}|$)/g, " ")
    .replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|<%[\s\S]*?%>|<\?[\s\S]*?\?>|\$\{[^}]*\}/g, hole)
    .replace(/\{["'`]([^"'`{}]*)["'`]\}/g, "$1");
  return joinSpace(withoutEntities(withoutTags(dropBraces(withoutExpressions)), hole));
}

function withoutTags(text: string): string {
  return text.replace(/<(?![%?\s])[^<>]*>?/g, " ");
}

/** `{…}` with braces inside of it, as one hole. */
function dropBraces(text: string): string {
  let result = "";
  let depth = 0;
  for (const character of text) {
    if (character === "{") {
      if (depth === 0) result += hole;
      depth++;
    } else if (character === "}") depth = Math.max(0, depth - 1);
    else if (depth === 0) result += character;
  }
  return result;
}

function sameText(shown: string, written: string): boolean {
  return shown !== "" && shown.toLowerCase() === written.toLowerCase();
}

const sameShare = 0.85;

/**
 * Whether both have the same words: a capture has an element's own text before that of its children, a source has them in order. Of a text that is
 * cut where it is written, those that were read.
 */
function sameWords(shown: string, written: string, isCut: boolean): boolean {
  const [a, b] = [wordsOf(shown), wordsOf(written)];
  if (a.size < leastPart && shown.length !== written.length) return false;
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared > 0 && (isCut || shared >= a.size * sameShare) && shared >= b.size * sameShare;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[^\s.,;:!?()]+/gu) ?? []);
}

/** Whether pieces stand in a text, which is in lower case, one after another. */
function holdsInOrder(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece.toLowerCase(), from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

/** Common character references by their names, each with its character behind it. */
const namedReferences: ReadonlyMap<string, string> = new Map(
  `amp& lt< gt> quot" apos' copy© reg® trade™ hellip… mdash— ndash– laquo« raquo» lsaquo‹ rsaquo› larr← rarr→ uarr↑ darr↓ times× middot· bull• ldquo“ rdquo” lsquo‘ rsquo’ euro€ pound£ check✓ hearts♥`
    .split(" ")
    .map((one): [string, string] => [one.slice(0, -1), one.slice(-1)])
    .concat([
      ["nbsp", " "],
      ["shy", ""],
    ]),
);

/** A text with its character references resolved; `unknown` stands for those that are not in the common ones; where it is absent they stay. */
export function withoutEntities(text: string, unknown?: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]\w{1,30}));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return namedReferences.get(name) ?? unknown ?? whole;
    return characterOf(hex === undefined ? `${decimal}` : `0x${hex}`) ?? unknown ?? whole;
  });
}
