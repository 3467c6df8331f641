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

/** Occurrences in a file that are compared, and how far from one, in characters, others of its list stand. */
const mostMatches = 20;
const besideChars = 400;

/** A text that stands in more files is no name of one. */
const mostFiles = 8;

/** Where files hold a text in quotes, between tags or as a value, in each next to most of the texts `beside` it; none where many do. */
export async function findWritten(
  sources: SourceFiles,
  files: readonly string[],
  shown: string,
  beside: readonly string[] = [],
): Promise<{ readonly file: string; readonly text: string; readonly offset: number }[]> {
  const escaped = escapeRegExp(shown).replace(/\s+/g, "\\s+");
  const quoted = `(["'\`>])\\s*${escaped}\\s*(?:\\1|<)`;
  // In a program a value without quotes is a name.
  const inProgram = new RegExp(quoted, "gm");
  const inData = new RegExp(`${quoted}|^[^\\n\\r\\u2028\\u2029"'<]*[:=]\\s*${escaped}\\s*$`, "gm");
  const found: { file: string; text: string; offset: number }[] = [];
  await readAll(sources, files, (file, text) => {
    const matches = [...text.matchAll(isDataFile(file) ? inData : inProgram)].slice(0, mostMatches);
    const around = ({ index }: RegExpExecArray) => text.slice(Math.max(0, index - besideChars), index + besideChars);
    const near = (match: RegExpExecArray) => beside.filter((one) => around(match).includes(one)).length;
    const far = ({ index }: RegExpExecArray) => Math.abs(text.indexOf(beside[0] ?? "", Math.max(0, index - besideChars)) - index);
    const match = matches.toSorted((one, other) => near(other) - near(one) || far(one) - far(other))[0]?.index;
    if (match === undefined) return;
    const offset = text.toLowerCase().indexOf(shown.toLowerCase(), match);
    found.push({ file, text, offset: Math.max(offset, match) });
  });
  return found.length > mostFiles ? [] : found;
}
