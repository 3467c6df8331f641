import { stripVTControlCharacters } from "node:util";

/** Narrower than this, hanging lines would be all margin. */
const leastTextColumns = 24;

/** Breaks a line between words at `width` columns, the rest hanging below column `indent`. Words stay whole; colours take no columns. */
export function wrapLine(line: string, width: number, indent: number): string {
  const margin = " ".repeat(width - indent < leastTextColumns ? 2 : indent);
  const [, start = "", text = ""] = /^(\s*)(.*)$/s.exec(line) ?? [];
  const lines: string[] = [];
  let current = start;
  let isEmpty = true;
  // Each word with the spaces after it, which may set columns.
  for (const [, word = "", gap = ""] of text.matchAll(/(\S+)(\s*)/g)) {
    if (!isEmpty && stripVTControlCharacters(current + word).length > width) {
      lines.push(current.trimEnd());
      current = margin;
    }
    current += word + gap;
    isEmpty = false;
  }
  return [...lines, current.trimEnd()].join("\n");
}
