import { delimiters } from "../contract/names.js";
import { revealed } from "../contract/printable.js";

/**
 * Makes marks harmless that look like our delimiters: their brackets become round, what joins their words a space. Compared are letters only,
 * whatever the brackets, the case, the spaces and dashes between; a letter of another script or style may stand for any. All other text stays as
 * it is.
 */
export function disarm(text: string): string {
  if (text.length < shortestMark || !brackets.test(text)) return text;
  const { shape, origin } = shapeOf(text);
  let safe = "";
  let done = 0;
  for (const match of shape.matchAll(mark)) {
    const [start, end] = [origin[match.index] ?? 0, origin[match.index + match[0].length] ?? text.length];
    if (!imitates(match[0], `${shape[match.index - 1] ?? ""}${shape[match.index + match[0].length] ?? ""}`)) continue;
    safe += text.slice(done, start) + text.slice(start, end).replace(opening, "(").replace(closing, ")").replace(joining, " ");
    done = end;
  }
  return safe + text.slice(done);
}

/**
 * Makes a text fit to stand in an answer, which may end up in a terminal: delimiters in it are disarmed, control characters but line breaks
 * and tabs, and what nobody sees, become U+FFFD.
 */
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

/**
 * With an underscore it is a mark whatever stands around; else it is two whole words, half of their letters plain and no sign between
 * them, or behind a slash.
 */
function imitates(found: string, around: string): boolean {
  if (found.includes("_")) return true;
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
const brackets = new RegExp(`[${openBrackets}${closeBrackets}]`, "u");

/** A bracket on one side is enough: the other may have been cut off, or stand in the text that follows. */
const mark = (() => {
  const between = "[ _/.-]{0,3}";
  const word = (text: string) => [...text].map((letter) => `[${letter}*]`).join(between);
  const words = `(?:${word("captured")}|${word("user")})${between}(?:${word("text")}|${word("comment")})`;
  return new RegExp(`\\[${between}${words}(?:${between}\\])?|${words}${between}\\]`, "g");
})();
const shortestMark = "USERTEXT]".length;

/**
 * A text as marks are compared in, and the index in the original of each of its UTF-16 units. Of NFKD without accents and what nobody sees: Latin
 * letters in lower case, `[` and `]` for brackets, `_` for what joins words, `-` for dashes, a space, `/`; `*` for any other letter, number or
 * pictograph; a point for all else.
 */
function shapeOf(original: string): { shape: string; origin: readonly number[] } {
  let shape = "";
  const origin: number[] = [];
  let index = 0;
  for (const character of original) {
    const plain = character.charCodeAt(0) < 0x80 ? character : character.normalize("NFKD").replace(unread, "");
    for (const part of plain) {
      shape += classOf(part);
      origin.push(index);
    }
    index += character.length;
  }
  return { shape, origin };
}

const unread = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}\ufffd]/gu;

const classes: readonly (readonly [RegExp, string])[] = [
  [new RegExp(opening.source, "u"), "["],
  [new RegExp(closing.source, "u"), "]"],
  [/\p{Pc}/u, "_"],
  [/\p{Pd}/u, "-"],
  [/[\s\u2800]/u, " "],
  [/[\p{L}\p{N}\p{So}]/u, "*"],
  [/[/\p{Sm}]/u, "/"],
];

function classOf(character: string): string {
  if (/[a-z]/i.test(character)) return character.toLowerCase();
  return classes.find(([is]) => is.test(character))?.[1] ?? ".";
}

/** For texts in any script: lower case, accents folded, without what nobody reads. */
export function plainOf(original: string): string {
  return original.normalize("NFKD").replace(unread, "").toLowerCase();
}
