/**
 * White space of an element's own text as it is rendered (CSS Text 3, section 4): runs collapse to one space and go at both ends, but for
 * values of `white-space` that keep them. A no-break space stays.
 */
export function renderedText(text: string, whiteSpace: string): string {
  // Chromium names the two halves when they are no known pair.
  if (whiteSpace.startsWith("pre-line") || whiteSpace.startsWith("preserve-breaks"))
    return text
      .replace(/[ \t\r\f]+/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .replace(/^\n+|\n+$|^ | $/g, "");
  if (whiteSpace.startsWith("pre") || whiteSpace.startsWith("break-spaces")) return text.replace(/^\n+|\s+$/g, "");
  return collapse(text);
}

/** Tells whether white space is shown as it stands, for a computed `white-space`. */
export function keepsSpace(whiteSpace: string): boolean {
  return whiteSpace !== "normal" && whiteSpace !== "nowrap";
}

/** Collapses runs of white space and drops it at the ends. */
export function collapse(text: string): string {
  return /[\t\n\r\f]| {2}|^ | $/.test(text) ? text.replace(/[ \t\n\r\f]+/g, " ").replace(/^ | $/g, "") : text;
}

/** Tells whether a text has nothing but white space that collapses. */
export function isBlank(text: string): boolean {
  // Most texts begin with a letter.
  return !(text.charCodeAt(0) > 32) && !/[^\t\n\f\r ]/.test(text);
}

/** The first `max` characters, never half of a pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}
