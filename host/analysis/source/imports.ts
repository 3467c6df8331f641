import { addToGroup } from "../../contract/group-by.js";
import { memoized, weaklyMemoized } from "../../contract/memoized.js";
import { plainName } from "./library-names.js";
import { resolveImport, stemsOf } from "./loaded.js";
import type { SourceText } from "./tags.js";

// Each repetition is bounded: a hostile source must not cost more than its length.
const statement =
  /\bimport(?=[\s{*])\s{0,20}(?:type\s{1,20})?(?:([\w$]{1,100})\s{0,20}(?:,\s{0,20})?)?(?:\{([^{}]{0,100000})\}|\*\s{1,20}as\s{1,20}([\w$]{1,100}))?\s{0,20}from\s{0,20}["']([^"'\n]{1,200})["']/g;

/** Names that a script imports, with the modules. */
export function importedNames(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, single = "", listed = "", namespace = "", from = ""] of text.matchAll(statement))
    for (const part of [single, ...listed.split(","), namespace]) {
      // `a as b` and `type b` are known as `b`.
      const name = /([\w$]+)\s*$/.exec(part)?.[1];
      if (name !== undefined) found.set(name, from);
    }
  return found;
}

/** Finds what sources hold of components by the tag that uses one: of the component that its file defines or imports, else of all with the name. */
export type ByUse<Value> = (tag: string, source: SourceText) => readonly Value[] | undefined;

/** Makes it from what each source holds of its components, by their plain names. */
export function byUse<Value>(sources: readonly SourceText[], read: (source: SourceText) => ReadonlyMap<string, Value>): ByUse<Value> {
  const found = new Map<string, Value[]>();
  for (const source of sources)
    for (const [name, value] of read(source)) for (const key of [name, `${source.file}#${name}`]) addToGroup(found, key, value);
  const files = new Set(sources.map(({ file }) => file));
  const stems = stemsOf(files);
  const inSource = weaklyMemoized(({ file, imports }: SourceText) =>
    memoized((tag: string) => {
      // `S.Title` of `import * as S`.
      const [first = "", ...rest] = tag.split(".");
      const module = imports.get(first);
      const owner = module === undefined ? file : resolveImport(module, file, files, stems);
      return found.get(`${owner}#${plainName(rest.at(-1) ?? first)}`) ?? found.get(plainName(tag));
    }),
  );
  return (tag, source) => inSource(source)(tag);
}
