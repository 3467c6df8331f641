import { delimiters } from "../contract/names.js";
import { harmless, wrap } from "./delimiters.js";
import { isSuspicious } from "./suspicion.js";

/**
 * How the name of a capture stands in an answer outside of a table. Such a name holds words of the page's address, and one of a file that was
 * put there by hand holds anything: it is wrapped as the page's text unless it is one that svc makes and says no more than a label does.
 */
export function fileNameText(name: string): string {
  return isPlainName(name) ? name : wrap(harmless(name), "page");
}

/** The same of a cursor: that of the list of captures names one. */
export function cursorText(cursor: string): string {
  return cursor.endsWith(".json") ? fileNameText(cursor) : cursor;
}

/** The name or cursor that an agent means: it may pass one with the delimiters in which it stood. */
export function namedFile(given: string): string {
  const { open, close } = delimiters.page;
  return given.startsWith(open) && given.endsWith(close) ? given.slice(open.length, -close.length) : given;
}

/** Of pages of this machine: other hosts choose their own names. */
const madeHere =
  /^(?:(?:[a-z0-9-]+-)?localhost|127-0-0-1|0-0-0-0|1|file)(?:-\d{1,5})?-([A-Za-z0-9-]+)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[0-9a-f]{6}\.json$/;
const labelWords = 3;
const labelMaxChars = 32;

function isPlainName(name: string): boolean {
  const path = madeHere.exec(name)?.[1];
  if (path === undefined || path.length > labelMaxChars) return false;
  const words = path.split("-").filter((word) => /[a-z]/i.test(word));
  return words.length <= labelWords && !isSuspicious(words.join(" "));
}
