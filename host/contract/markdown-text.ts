/** Makes foreign text harmless inside Markdown: no markup, no HTML, no mentions, one line. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>#|~]/g, "\\$&")
    .replace(/(^|\s)@(?=\w)/g, "$1@\u200b");
}

/** Inline code that holds any text: its fence is longer than every run of backticks inside (CommonMark 6.1). */
export function code(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** A quotation of the user's own words, line by line; their markup stays. */
export function quote(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}
