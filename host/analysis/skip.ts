const longest = 4_000;

/** The index after a quoted text that begins at `from`; undefined when it does not end soon. */
export function skipQuoted(text: string, from: number): number | undefined {
  const end = text.indexOf(text[from] ?? '"', from + 1);
  return end < 0 || end - from > longest ? undefined : end + 1;
}

/** The index after the bracket that closes the one at `from`; quoted ones do not count. */
export function skipBalanced(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length && at - from < longest; at++) {
    const character = text[at];
    if (character === "{") depth++;
    else if (character === "}") {
      depth--;
      if (depth === 0) return at + 1;
    } else if (character === '"' || character === "'") at = endOfQuoted(text, at);
  }
  return undefined;
}

/** Splits at commas that stand in no quotes or brackets, up to a closing bracket that closes none of them. */
export function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let at = 0;
  for (; at < text.length && depth >= 0; at++) {
    const character = text[at] ?? "";
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    } else if ("\"'`".includes(character)) at = endOfQuoted(text, at);
  }
  return [...parts, text.slice(start, depth < 0 ? at - 1 : at)];
}

/** The index of the quote that ends the text in quotes at `at`; `at` itself for an apostrophe, which does not end on its line. */
function endOfQuoted(text: string, at: number): number {
  const quote = text[at] ?? "";
  const end = text.indexOf(quote, at + 1);
  // Not by a search for the line's end: that can stand far behind the quote.
  return end > 0 && (quote === "`" || !text.slice(at, end).includes("\n")) ? end : at;
}
