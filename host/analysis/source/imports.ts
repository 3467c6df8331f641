import { once, onceFor } from "./cached-parser.js";
import { pathBeside } from "./files.js";
import { plainName } from "./library-names.js";

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

/** A component by the file that defines it, without its ending, and its plain name. */
export function componentKey(file: string, name: string): string {
  return `${file.replace(/(?:\/index)?\.[cm]?[jt]sx?$/, "")}#${plainName(name)}`;
}

/** The same of one that a tag of a source uses: one of its file, or of the module that it is taken from. */
export function keyOfUse(tag: string, source: Importing): string {
  return keysIn(source)(tag);
}

interface Importing {
  readonly file: string;
  readonly imports: ReadonlyMap<string, string>;
}

const keysIn = onceFor(({ file, imports }: Importing) =>
  once((tag: string) => {
    const module = imports.get(tag);
    return componentKey(module === undefined ? file : pathBeside(file, module), tag);
  }),
);
