import { weaklyMemoized } from "../../contract/memoized.js";
import { escapeRegExp } from "./components.js";
import type { SourceTag, SourceText } from "./tags.js";
import { quotedAt, shortest } from "./texts.js";
import { themeFile } from "./themes.js";

/** Longer texts are prose. */
const longestText = 200;
const mostPlaces = 4;

/** The names around each place where sources hold one of some texts as data (`title: "Home"`, `title="Home"`, YAML's `title: Home`), the innermost first. */
export function heldIn(sources: readonly Pick<SourceText, "file" | "text">[], shown: readonly string[]): string[][] {
  const texts = shown.filter(({ length }) => length > shortest && length <= longestText);
  const found = texts.flatMap((one) =>
    sources.flatMap(({ file, text }) => (text.includes(one) && !themeFile.test(file) ? [{ file, text, one }] : [])),
  );
  return found.flatMap(({ file, text, one }) => {
    const bare = new RegExp(`^[ \\t]*(?:- )?\\w[\\w-]*: +(?=${escapeRegExp(one)}[ \\t]*$)`, "gm");
    const lines = isBare.test(file) ? [...text.matchAll(bare)].map(({ index, 0: { length } }) => index + length) : [];
    return [...lines, ...quotedAt(text, one)].slice(0, mostPlaces).map((at) => namesAround(text, at));
  });
}

const isBare = /\.(ya?ml|mdx?)$/;
const mostLines = 200;
const mostNames = 4;

/** The names by which the data around an offset is known, as far as its lines are indented: the key before it, those of the lines that it lies in. */
function namesAround(text: string, at: number): string[] {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const line = text.slice(Math.max(start, at - 200), at);
  const [, name] = /([\w$-]+)["']?\s{0,8}[:=]\s{0,8}\{?\s{0,8}$/.exec(line) ?? [];
  const names = name === undefined ? [] : [name];
  let column = /^[\s-]*/.exec(text.slice(start, at))?.[0].length ?? 0;
  let end = start - 1;
  for (let count = 0; count < mostLines && end > 0 && column > 0 && names.length < mostNames; count++) {
    const from = text.lastIndexOf("\n", end - 1) + 1;
    const outer = text.slice(from, Math.min(end, from + 300));
    const indent = /^[\s-]*/.exec(outer)?.[0].length ?? 0;
    if (outer.trim() !== "" && indent < column) {
      column = indent;
      const [, key] = /^[\s-]*(?:export\s+)?(?:(?:const|let|var)\s+)?["']?([\w$-]+)["']?\s*(?::|=|$)/.exec(outer) ?? [];
      if (key !== undefined) names.push(key);
    }
    end = from - 1;
  }
  return names;
}

/** The names in each of the expressions that stand directly in a tag or that it is handed. */
export const namesAsked = weaklyMemoized(({ attributes, inner }: Pick<SourceTag, "attributes" | "inner">) => {
  const own = inner.replace(/<([A-Za-z][\w.:-]*)[\s\S]*?(?:\/>|<\/\1\s*>)/g, " ");
  const holes = own.match(/\{[^{}]*\}|<%[\s\S]*?%>/g) ?? [];
  const handed = [...attributes].flatMap(([name, { value, isDynamic }]) => (isDynamic && !handsNone.test(name) ? [value] : []));
  return [...holes, ...handed]
    .flatMap((one) => one.match(/[A-Za-z_$][\w$]*(?:(?:[?!]?\.|\[\d+\]\.)[A-Za-z_$][\w$]*)*/g) ?? [])
    .map((one) => one.split(/\W+/));
});

const handsNone = /^(?:on|@|v-(?!text|html|bind)|class$|style$|key$|ref$|id$|#|\*)/;

/** How many names around the words one expression of a tag has, at most. */
export function asksFor(tag: Pick<SourceTag, "attributes" | "inner">, held: readonly (readonly string[])[]): number {
  const asked = namesAsked(tag);
  return Math.max(0, ...held.flatMap((names) => asked.map((one) => names.filter((name) => one.includes(name)).length)));
}
