import { delimiters } from "../contract/names.js";
import { skeletonOf } from "./skeleton.js";

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
  /\[\s*\/?\s*(?:captured_text|user_comment|(?:captured|user)[\s_.-]{0,3}(?:text|comment)(?![a-z]))\s*\]?|(?:captured|user)[\s_.-]{0,3}(?:text|comment)\s*\]/g;
const shortestMark = "USERTEXT]".length;

/** Square brackets and what looks like them. Text without any is most text, and is left alone at once. */
const brackets =
  /[[\]\u2045\u2046\u2772\u2773\u27e6\u27e7\u298b\u298c\u3010\u3011\u3014-\u3017\u301a\u301b\uff3b\uff3d\ufe47\ufe48\ufe5d\ufe5e]/;
