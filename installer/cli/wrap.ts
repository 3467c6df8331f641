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
  for (const [word, gap] of wordsOf(text)) {
    if (!isEmpty && columnsOf(current + word) > width) {
      lines.push(current.trimEnd());
      current = margin;
    }
    current += word + gap;
    isEmpty = false;
  }
  return [...lines, current.trimEnd()].join("\n");
}

/** Each word with the spaces after it, which may set columns. */
function wordsOf(text: string): [word: string, gap: string][] {
  return [...text.matchAll(/(\S+)(\s*)/g)].map(([, word = "", gap = ""]) => [word, gap]);
}

function columnsOf(text: string): number {
  return stripVTControlCharacters(text).length;
}
