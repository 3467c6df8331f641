import { delimiters } from "../contract/names.js";

/**
 * Makes marks harmless that look like our delimiters, in any case, script or disguise: their brackets become round, their
 * underscore a space. All other text stays as it is.
 */
export function disarm(text: string): string {
  if (text.length < shortestMark || !brackets.test(text)) return text;
  const { text: skeleton, origin } = skeletonOf(text);
  let safe = "";
  let done = 0;
  for (const match of skeleton.matchAll(mark)) {
    safe += text.slice(done, origin[match.index]) + match[0].replaceAll("[", "(").replaceAll("]", ")").replaceAll("_", " ");
    done = origin[match.index + match[0].length] ?? text.length;
  }
  return safe + text.slice(done);
}

/**
 * Makes a text fit to stand in an answer, which may end up in a terminal: delimiters in it are disarmed, control characters but line breaks
 * and tabs become U+FFFD.
 */
export function harmless(text: string): string {
  const plain = controls.test(text) ? text.replace(/\r\n?/g, "\n").replace(everyControl, "\ufffd") : text;
  return disarm(plain);
}

const controls = /(?![\n\t])\p{Cc}/u;
const everyControl = new RegExp(controls, "gu");

/** Stands a text between the delimiters of its writer. */
export function wrap(text: string, writtenBy: "page" | "user"): string {
  const { open, close } = delimiters[writtenBy];
  return `${open}${text}${close}`;
}

/** A bracket on one side is enough: the other may have been cut off, or stand in the text that follows. */
const mark =
  /\[\s*(?:\/\s*)?(?:captured_text|user_comment|(?:captured|user)[\s_.-]{0,3}(?:text|comment)(?![a-z]))\s*\]?|(?:captured|user)[\s_.-]{0,3}(?:text|comment)\s*\]/g;
const shortestMark = "USERTEXT]".length;

/**
 * A text as a reader sees it, in lower-case Latin letters, and the index in the original of each of its UTF-16 units. Folds what only looks
 * different: case, full-width and styled letters (NFKC), accents, Cyrillic and Greek look-alikes, invisible and bidirectional marks. After
 * Unicode TS 39 (confusables), reduced to the letters that instructions and our delimiters use.
 */
export function skeletonOf(original: string): { text: string; origin: readonly number[] } {
  let text = "";
  const origin: number[] = [];
  let index = 0;
  for (const character of original) {
    const folded = foldCharacter(character);
    text += folded;
    for (let unit = 0; unit < folded.length; unit++) origin.push(index);
    index += character.length;
  }
  return { text, origin };
}

/** The same for texts in any script: lower case, without invisible marks, other letters unchanged. */
export function plainOf(original: string): string {
  return original.normalize("NFKC").replace(invisible, "").toLowerCase();
}

/** Soft hyphens, zero-width, bidirectional and variation marks, tags, fillers: nothing that a reader sees. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Each letter or mark of our delimiters and orders, before what looks like it. */
const lookAlikeGroups =
  "aаαɑ bЬвƄ cсϲⅽ dԁⅾ eеεҽ℮ gɡԍ hһнʜ iіιı׀ǀ jјϳ kкκ lӏⅼ mмⅿ nпηո oоοօ pрρ qԛ rгᴦ sѕꜱ tтτ uυսц vѵνⅴ wѡԝω xхχⅹ yуүγ zᴢζ " +
  "[【〔〖⁅❲⦋⟦〚［﹇﹝ ]】〕〗⁆❳⦌⟧〛］﹈﹞ /⁄∕⧸╱／ _＿ˍ‗";

const lookAlikes = new Map(
  lookAlikeGroups.split(" ").flatMap(([letter = "", ...others]) => others.map((other) => [other, letter] as const)),
);

/** Square brackets and what looks like them. Text without any is most text, and is left alone at once. */
const brackets = new RegExp(`[[\\]${[...lookAlikes].flatMap(([other, letter]) => ("[]".includes(letter) ? other : [])).join("")}]`);

function foldCharacter(character: string): string {
  if (character.charCodeAt(0) < 0x80) return character.toLowerCase();
  const known = lookAlikes.get(character) ?? lookAlikes.get(character.toLowerCase());
  if (known !== undefined) return known;
  const plain = character.normalize("NFKD").replace(/\p{M}/gu, "").replace(invisible, "").toLowerCase();
  return [...plain].map((part) => lookAlikes.get(part) ?? part).join("");
}
