const longest = 4_000;

/** The index after a quoted text that begins at `from`; undefined when it does not end soon. */
export function skipQuoted(text: string, from: number): number | undefined {
  const end = text.indexOf(text[from] ?? '"', from + 1);
  return end < 0 || end - from > longest ? undefined : end + 1;
}

/** The index after the brace that closes the one at `from`; quoted braces do not count. */
export function skipBalanced(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length && at - from < longest; at++) {
    const character = text[at];
    if (character === "{") depth++;
    else if (character === "}") {
      depth--;
      if (depth === 0) return at + 1;
    } else if (character === '"' || character === "'") {
      // An apostrophe in a text is no quotation: it does not end on its line.
      const end = text.indexOf(character, at + 1);
      const line = text.indexOf("\n", at + 1);
      if (end > 0 && (line < 0 || end < line)) at = end;
    }
  }
  return undefined;
}

const marks: readonly (readonly [open: string, close: string])[] = [
  ["{{", "}}"],
  ["{%", "%}"],
  ["{#", "}"],
  ["{/", "}"],
  ["{@", "}"],
  ["<%", "%>"],
  ["<?", "?>"],
];

/** The index after a template's mark (`{% if %}`, `<?php … ?>`) that begins at `from`; undefined when there is none. */
export function skipTemplateMark(text: string, from: number): number | undefined {
  const mark = marks.find(([open]) => text.startsWith(open, from));
  if (mark === undefined) return undefined;
  const end = text.indexOf(mark[1], from + 2);
  return end < 0 || end - from > longest ? undefined : end + mark[1].length;
}

/** The index after a directive with arguments (Blade's `@class([…])`, `@if (…)`) or without (`@endif`) among a tag's attributes; undefined when there is none. */
export function skipDirective(text: string, from: number): number | undefined {
  const directive =
    /^@(?:(?:class|style|if|elseif|unless|isset|empty|checked|selected|disabled|readonly|required|can|error|php)\s*\(|(?:else|end\w+|csrf)\b(?!\s*=))/.exec(
      text.slice(from, from + 20),
    )?.[0];
  if (directive === undefined) return undefined;
  let depth = 0;
  for (let at = from + directive.length - 1; at < text.length && at - from < longest; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
