import { addToGroup } from "../../contract/group-by.js";
import { weaklyMemoized } from "../../contract/memoized.js";
import { onceForList } from "./cached-parser.js";
import { atomsOf, type Messages } from "./context.js";
import { usesOf } from "./reach.js";
import type { SourceText } from "./tags.js";
import { keysIn, shortest } from "./texts.js";

/** The fixed texts and messages that each file writes, each with what it can show. */
type Texts = ReadonlyMap<SourceText, readonly Text[]>;

interface Text {
  readonly values: readonly string[];
  /** Among so many files. */
  readonly files: readonly SourceText[];
}

const textsFor = weaklyMemoized((messages: Messages) =>
  onceForList((sources: readonly SourceText[]): Texts => {
    const files = new Map<string, SourceText[]>();
    const all = sources.map((source) => [source, textsOf(source, messages)] as const);
    for (const [source, texts] of all) for (const name of texts.keys()) addToGroup(files, name, source);
    return new Map(all.map(([source, texts]) => [source, [...texts].map(([name, values]) => ({ values, files: files.get(name) ?? [] }))]));
  }),
);

/** By the first value of each. */
function textsOf(source: SourceText, messages: Messages): Map<string, readonly string[]> {
  const ofTags = source.tags.flatMap((_, at) => atomsOf(source, at, messages).map(({ values }) => values));
  const ofKeys = messages.size === 0 ? [] : keysOf(source).map((key) => messages.get(key) ?? []);
  const found = new Map<string, readonly string[]>();
  for (const values of [...ofTags, ...ofKeys]) {
    const [name = ""] = values;
    if (name.length > shortest && !/^[.<]/.test(name)) found.set(name, values);
  }
  return found;
}

const keysOf = weaklyMemoized(({ text }: SourceText) => [...new Set(keysIn(text))]);

const known = weaklyMemoized((_: ReadonlySet<string>) => new WeakMap<Texts, ReadonlyMap<string, number>>());

/** Files that are on a page, each with how sure that is: they write texts that it shows and few others do, or are used by such a file. */
export function filesOnPage(
  sources: readonly SourceText[],
  defined: ReadonlyMap<string, readonly string[]>,
  messages: Messages,
  shown: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const texts = textsFor(messages)(sources);
  const found = known(shown).get(texts) ?? findOnPage(texts, defined, shown);
  known(shown).set(texts, found);
  return found;
}

/** Texts that one file alone has, half of which make it likely. */
const enough = 0.5;
/** A file that is used by one on the page. */
const used = 0.6;
/** So many texts of a file, none of which is on the page, say that it is not. */
const mostAbsent = 1;

function findOnPage(
  texts: Texts,
  defined: ReadonlyMap<string, readonly string[]>,
  shown: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const absent = new Set<string>();
  const sources = new Map<string, SourceText>();
  for (const [source, ofFile] of texts) {
    let [hits, misses] = [0, 0];
    for (const { values, files } of ofFile)
      if (values.some((value) => shown.has(value))) hits += 1 / files.length;
      else misses += 1 / files.length;
    if (hits > 0) found.set(source.file, hits / (hits + enough));
    else if (misses > mostAbsent) absent.add(source.file);
    sources.set(source.file, source);
  }
  const reached = [...found].flatMap(([file, sure]) => (sure > 1 / 3 ? [file] : []));
  const seen = new Set(absent);
  for (const file of reached) {
    const source = sources.get(file);
    const uses = source === undefined ? [] : usesOf(source);
    for (const other of uses.flatMap(({ name }) => defined.get(name) ?? [])) {
      if (seen.has(other)) continue;
      seen.add(other);
      found.set(other, Math.max(used, found.get(other) ?? 0));
      reached.push(other);
    }
  }
  return found;
}
