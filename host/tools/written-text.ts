import { escapeRegExp } from "../analysis/source/components.js";
import type { SourceFiles } from "./context.js";
import { readAll } from "./loaded-closure.js";

/** Whether a file may hold texts of a page as data. */
export function isDataFile(path: string): boolean {
  return data.test(path) && !isOfTools(path);
}

const data = /\.(json5?|ya?ml|toml|mdx?|po|properties|ftl|arb|csv|strings)$/i;

/** Whether a file is about the project rather than shown by it. */
export function isOfTools(path: string): boolean {
  return ofTools.test(path);
}

const ofTools =
  /(^|\/)(package(-lock)?|tsconfig[^/]*|composer|angular|components|vercel|biome)\.json$|(^|\/)(CHANGELOG|README|CONTRIBUTING|LICENSE)[^/]*$|(^|\/)\.|(^|[/-])lock\./i;

/** A text that stands in more files is no name of one. */
const mostFiles = 8;

/** Where files hold a text in quotes, between tags or as a value; none where many do. */
export async function findWritten(
  sources: SourceFiles,
  files: readonly string[],
  shown: string,
): Promise<{ readonly file: string; readonly text: string; readonly offset: number }[]> {
  const escaped = escapeRegExp(shown).replace(/\s+/g, "\\s+");
  const quoted = `(["'\`>])\\s*${escaped}\\s*(?:\\1|<)`;
  // In a program a value without quotes is a name.
  const [inProgram, inData] = ["", `|^[^\\n\\r\\u2028\\u2029"'<]*[:=]\\s*${escaped}\\s*$`].map((value) => new RegExp(quoted + value, "m"));
  const found: { file: string; text: string; offset: number }[] = [];
  await readAll(sources, files, (file, text) => {
    const match = (isDataFile(file) ? inData : inProgram)?.exec(text)?.index;
    if (match === undefined) return;
    const offset = text.toLowerCase().indexOf(shown.toLowerCase(), match);
    found.push({ file, text, offset: Math.max(offset, match) });
  });
  return found.length > mostFiles ? [] : found;
}
