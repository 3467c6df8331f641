/**
 * What a terminal, a list of files or a reader may take for something else than a character: C0 and C1 controls, line and paragraph separators,
 * and the controls of the bidirectional algorithm (Unicode annex 9), which let a text look like another one.
 */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const everyUnprintable = new RegExp(unprintable, "gu");

/** Whether a text holds no control character. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text);
}

/** Returns a JSON text with each control character but line feeds, which stand between values, written as JSON escapes it. */
export function printableJson(json: string): string {
  return json.replace(everyUnprintable, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns the text on one line with each control character written as an escape (`\x1b`, `\u202e`). */
export function printable(text: string): string {
  return text.replace(everyUnprintable, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });
}

/** Returns at most `maxChars` UTF-16 units of a text: a longer one ends with an ellipsis, and no surrogate pair is split. */
export function truncate(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
