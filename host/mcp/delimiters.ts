import { escapeAt } from "../contract/escapes.js";
import { delimiters } from "../contract/names.js";
import { revealed } from "../contract/printable.js";

/**
 * Makes marks harmless that look like our delimiters: their brackets become round, what joins their words a space. Compared are letters only,
 * whatever the brackets, the case, the spaces and dashes between, in escapes too; a letter of another script or style may stand for any. All other
 * text stays as it is.
 */
export function disarm(text: string): string {
  if (text.length < shortestMark || !brackets.test(text)) return text;
  const { shape, origin } = shapeOf(text);
  let safe = "";
  let done = 0;
  for (const match of shape.matchAll(mark)) {
    const [start, end] = [origin[match.index] ?? 0, origin[match.index + match[0].length] ?? text.length];
    const written = text.slice(start, end);
    if (!imitates(match[0], `${shape[match.index - 1] ?? ""}${shape[match.index + match[0].length] ?? ""}`, written)) continue;
    const plain = rounded(written);
    safe += text.slice(done, start) + (plain === written ? rounded(match[0]) : plain);
    done = end;
  }
  return safe + text.slice(done);
}

/** Makes a text fit for an answer, also in a terminal: delimiters disarmed; controls but breaks and tabs, and the unseen, become U+FFFD. */
export function harmless(text: string): string {
  const plain = controls.test(text) ? text.replace(/\r\n?/g, "\n").replace(everyControl, "\ufffd") : text;
  return disarm(revealed(plain));
}

const controls = /(?![\n\t])\p{Cc}/u;
const everyControl = new RegExp(controls, "gu");

/** Stands a text between the delimiters of its writer; none needs none. */
export function wrap(text: string, writtenBy: "page" | "user"): string {
  if (text === "") return "";
  const { open, close } = delimiters[writtenBy];
  return `${open}${text}${close}`;
}

function rounded(mark: string): string {
  return mark.replace(opening, "(").replace(closing, ")").replace(joining, " ").replace(quotes, "'");
}

/**
 * With an underscore it is a mark whatever stands around; else it is two whole words, half of their letters plain and no sign between
 * them, or behind a slash. Quotation marks take an underscore or a slash; without brackets only flags are no text.
 */
function imitates(found: string, around: string, written: string): boolean {
  if (!/[[\]│]/.test(found)) return /\p{RI}/u.test(written);
  if (found.includes("_")) return true;
  if (!/[[\]]/.test(found) && !found.includes("/")) return false;
  const letters = found.replace(/[^a-z*]/g, "");
  const isPlain = !found.includes(".") && letters.replaceAll("*", "").length * 2 >= letters.length;
  return !/[a-z*]/.test(around) && (found.includes("/") || isPlain);
}

/** Round ones are what disarmed marks have, low quotes those of German. */
const openBrackets = "<\\p{Ps}";
const closeBrackets = ">\\p{Pe}";
const opening = new RegExp(`(?![(\u201a\u201e])[${openBrackets}]`, "gu");
const closing = new RegExp(`(?!\\))[${closeBrackets}]`, "gu");
const joining = /\p{Pc}/gu;
/** Also pieces of brackets and boxes. */
const quotes = /[\p{Pi}\p{Pf}\u239b-\u23ae\u2500-\u257f]/gu;
const brackets = new RegExp(`[${openBrackets}${closeBrackets}\\p{Pi}\\p{Pf}\\p{RI}\\u239b-\\u23ae\\u2500-\\u257f%&\\\\]`, "u");

/** A bracket on one side is enough: the other may have been cut off, or stand in the text that follows. */
const mark = (() => {
  const between = "[ _/.-]{0,3}";
  const word = (text: string) => [...text].map((letter) => `[${letter}*]`).join(between);
  const words = `(?:${word("captured")}|${word("user")})${between}(?:${word("text")}|${word("comment")})`;
  return new RegExp(`[[│]${between}${words}(?:${between}[\\]│])?|${words}(?:${between}[\\]│])?`, "g");
})();
const shortestMark = "USERTEXT]".length;

/**
 * A text as marks are compared in, and the index in the original of each of its UTF-16 units. Of NFKD without accents and what nobody sees: Latin
 * letters in lower case, `[` and `]` for brackets, `│` for quotation marks, `_` for what joins words, `-` for dashes, a space, `/`; `*` for any other letter, number or
 * pictograph; a point for all else.
 */
function shapeOf(original: string): { shape: string; origin: readonly number[] } {
  let shape = "";
  const origin: number[] = [];
  for (let index = 0; index < original.length; ) {
    const one = String.fromCodePoint(original.codePointAt(index) ?? 0);
    const { characters, end } = escapeAt(original, index) ?? { characters: one, end: index + one.length };
    for (const part of /^[ -~]$/.test(characters) ? characters : characters.normalize("NFKD").replace(unread, "")) {
      shape += classOf(part);
      origin.push(index);
    }
    index = end;
  }
  return { shape, origin };
}

/** Regional indicator A. */
const firstFlagLetter = 0x1f1e6;
const unread = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}\ufffd]/gu;

const classes: readonly (readonly [RegExp, string])[] = [
  [new RegExp(opening.source, "u"), "["],
  [new RegExp(closing.source, "u"), "]"],
  [new RegExp(quotes.source, "u"), "│"],
  [/\p{Pc}/u, "_"],
  [/\p{Pd}/u, "-"],
  [/[\s\u2800]/u, " "],
  [/[\p{L}\p{N}\p{So}]/u, "*"],
  [/[/\p{Sm}]/u, "/"],
];

function classOf(character: string): string {
  if (/[a-z]/i.test(character)) return character.toLowerCase();
  if (/\p{RI}/u.test(character)) return String.fromCharCode((character.codePointAt(0) ?? 0) - firstFlagLetter + 97);
  return classes.find(([is]) => is.test(character))?.[1] ?? ".";
}

/** For texts in any script: lower case, accents folded, without what nobody reads. */
export function plainOf(original: string): string {
  return original.normalize("NFKD").replace(unread, "").toLowerCase();
}
