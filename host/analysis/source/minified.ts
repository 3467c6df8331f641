const leastChars = 2_000;
const longLine = 500;

/** Whether a text is what a build tool wrote: nearly all of it in very long lines, or with a pointer to its source map at the end. */
export function looksMinified(text: string): boolean {
  if (/\/[/*][#@] sourceMappingURL=/.test(text.slice(-400))) return true;
  if (text.length < leastChars) return false;
  let long = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const length = (end < 0 ? text.length : end) - from;
    if (length > longLine) long += length;
    from += length + 1;
  }
  return long > 0.7 * text.length;
}
