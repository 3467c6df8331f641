import { addToGroup } from "../../contract/group-by.js";
import { once, onceFor } from "./cached-parser.js";
import { plainName } from "./library-names.js";
import { resolveImport, stemsOf } from "./loaded.js";
import type { SourceText } from "./tags.js";

/** A statement that takes names from a module, or exports names. */
export interface ImportStatement {
  readonly isExport: boolean;
  /** The module; empty where a source exports names of its own (`export { a as b }`). */
  readonly from: string;
  /** By the names on this side those on the other one, `default` for a default export; undefined for all of the module. */
  readonly names: ReadonlyMap<string, string> | undefined;
  /** The name for all of the module, as in `import * as React`; empty for none. */
  readonly namespace: string;
}

// Each repetition is bounded: a hostile source must not cost more than its length.
const statement =
  /\b(import|export)(?=[\s{*])\s{0,20}(?:type\s{1,20})?(?:([\w$]{1,100})\s{0,20}(?:,\s{0,20})?)?(?:\{([^{}]{0,100000})\}|(\*)(?:\s{1,20}as\s{1,20}([\w$]{1,100}))?)?(?:\s{0,20}from\s{0,20}["']([^"'\n]{1,200})["'])?/g;

/** The statements of a script that import or export names, in order; none of those that only run a module. */
export function importStatementsIn(text: string): ImportStatement[] {
  return [...text.matchAll(statement)].flatMap(([, keyword, single, listed, all, namespace = "", from = ""]): ImportStatement[] => {
    const isExport = keyword === "export";
    if (from === "" && (!isExport || listed === undefined)) return [];
    if (all !== undefined) return [{ isExport, from, names: undefined, namespace }];
    const names = new Map(single === undefined || isExport ? [] : [[single, "default"]]);
    for (const part of (listed ?? "").split(",")) {
      const [, theirs = "", ours = theirs] = /(?:^|\s)(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
      if (theirs !== "") names.set(ours, theirs);
    }
    return [{ isExport, from, names, namespace }];
  });
}

/** Names that a script imports, with the modules. */
export function importedNames(text: string): ReadonlyMap<string, string> {
  const statements = importStatementsIn(text).filter(({ isExport }) => !isExport);
  return new Map(
    statements.flatMap(({ from, names, namespace }) => [...(names?.keys() ?? [namespace])].map((name) => [name, from] as const)),
  );
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
  const inSource = onceFor(({ file, imports }: SourceText) =>
    once((tag: string) => {
      // `S.Title` of `import * as S`.
      const [first = "", ...rest] = tag.split(".");
      const module = imports.get(first);
      const owner = module === undefined ? file : resolveImport(module, file, files, stems);
      return found.get(`${owner}#${plainName(rest.at(-1) ?? first)}`) ?? found.get(plainName(tag));
    }),
  );
  return (tag, source) => inSource(source)(tag);
}
