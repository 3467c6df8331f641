/** An element's own text with white space as it is rendered (CSS Text 3, section 4). No-break spaces are preserved. */
export function renderedText(text: string, whiteSpace: string): string {
  // Chromium serialises the two longhands when they form no known keyword.
  if (whiteSpace.startsWith("pre-line") || whiteSpace.startsWith("preserve-breaks")) {
    const lines = text.replace(/[ \t\r\f]+/g, " ").replace(/ ?\n ?/g, "\n");
    // A space is beside no line break any more. Without its lookbehind the expression would read each run of line breaks once for each of them.
    return lines.replace(/^(?:\n+| )/, "").replace(/(?<!\n)\n+$| $/, "");
  }
  if (whiteSpace.startsWith("pre") || whiteSpace.startsWith("break-spaces")) return text.replace(/^\n+/, "").trimEnd();
  return collapse(text);
}

export function preservesSpace(whiteSpace: string): boolean {
  return whiteSpace !== "normal" && whiteSpace !== "nowrap";
}

/** Collapses runs of white space to one space and removes it at the ends. */
export function collapse(text: string): string {
  return /[\t\n\r\f]| {2}|^ | $/.test(text) ? text.replace(/[ \t\n\r\f]+/g, " ").replace(/^ | $/g, "") : text;
}

/** Returns whether a text has nothing but collapsible white space. */
export function isBlank(text: string): boolean {
  // Fast path: most texts begin with a letter.
  return !(text.charCodeAt(0) > 32) && !/[^\t\n\f\r ]/.test(text);
}

/** Returns the first `max` UTF-16 code units, without splitting a surrogate pair. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}

export function wordsOf(value: string): string[] {
  return value.split(/[\t\n\f\r ]+/).filter((word) => word !== "");
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
