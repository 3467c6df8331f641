import { addToGroup } from "../../contract/group-by.js";
import { cachedParser } from "./cached-parser.js";
import { type ImportStatement, importStatementsIn } from "./imports.js";
import { plainName } from "./library-names.js";
import { resolveImport, stemsOf } from "./loaded.js";

/** What a source takes from another module: names, or all of it. */
type Import = Pick<ImportStatement, "from" | "names">;

/** What one source asks of others, and what it only hands on (`export { Button } from "./button"`, `export * from "./button"`). */
interface Module {
  readonly imports: readonly Import[];
  readonly handsOn: readonly Import[];
  /** Plain names of the components in a Vue file's template, which build tools can import by their names. */
  readonly tags: readonly string[];
  /** Names that it exports of its own. */
  readonly defined: ReadonlySet<string>;
}

/** One name that a source takes from another module. */
export interface NamedImport {
  readonly file: string;
  readonly from: string;
  /** In the source. */
  readonly ours: string;
  /** In the other module; `default` for its default export. */
  readonly theirs: string;
}

/** The imports between the files of a project. */
export interface ModuleGraph {
  /** The file that defines what a file has imported under a name, beyond modules that hand it on; undefined for what a package defines. */
  fileOf(file: string, name: string): string | undefined;
  /** The file that an import in a file means. */
  resolve(file: string, from: string): string | undefined;
  /** Files and all that they import, however far, without the imports to skip. */
  closure(from: Iterable<string>, isSkipped?: (file: string, imported: string) => boolean): Set<string>;
  /** What the files import by name from some of all modules. */
  importedFrom(isWanted: (from: string) => boolean): readonly NamedImport[];
  /** Files that no file imports. */
  readonly roots: readonly string[];
}

interface ModuleText {
  readonly file: string;
  readonly text: string;
}

/** Modules that hand on what others hand on to them. */
const mostHops = 4;

/** Reads the imports of all sources. `files`: all of the project, which an import may mean. */
export function moduleGraph(sources: readonly ModuleText[], files: ReadonlySet<string>): ModuleGraph {
  const stems = stemsOf(files);
  const modules = new Map(sources.map(({ file, text }) => [file, readModule(file, text)]));
  const resolve = (file: string, from: string) => resolveImport(from, file, files, stems);

  /** The file that defines what a module exports under a name; the module itself where it hands nothing on under it. */
  const definer = (file: string, name: string, hops = 0): string => {
    const module = modules.get(file);
    if (module === undefined || module.defined.has(name) || hops > mostHops) return file;
    for (const { from, names } of module.handsOn) {
      const theirs = names === undefined ? name : names.get(name);
      const target = theirs === undefined ? undefined : resolve(file, from);
      if (theirs === undefined || target === undefined) continue;
      const found = definer(target, theirs, hops + 1);
      if (names !== undefined || modules.get(found)?.defined.has(theirs) === true) return found;
    }
    return file;
  };
  const targets = (file: string, { from, names }: Import): string[] => {
    const target = resolve(file, from);
    if (target === undefined) return [];
    const further = names === undefined ? (modules.get(target)?.handsOn ?? []).flatMap((one) => resolve(target, one.from) ?? []) : [];
    return [target, ...further, ...[...(names?.values() ?? [])].map((name) => definer(target, name))];
  };
  const components = componentsByName(modules.keys());
  const imported = new Map(
    [...modules].map(([file, { imports, tags }]) => [
      file,
      new Set([...imports.flatMap((one) => targets(file, one)), ...tags.flatMap((tag) => components.get(tag) ?? [])]),
    ]),
  );
  const asked = new Set([...imported].flatMap(([file, found]) => [...found].filter((one) => one !== file)));
  return {
    resolve,
    fileOf(file, name) {
      for (const { from, names } of modules.get(file)?.imports ?? []) {
        const theirs = names?.get(name);
        const target = theirs === undefined ? undefined : resolve(file, from);
        if (theirs !== undefined && target !== undefined) return definer(target, theirs);
      }
      return undefined;
    },
    closure(from, isSkipped = () => false) {
      const all = new Set(from);
      for (const file of all) for (const one of imported.get(file) ?? []) if (!isSkipped(file, one)) all.add(one);
      return all;
    },
    importedFrom(isWanted) {
      return [...modules].flatMap(([file, { imports }]) =>
        imports
          .filter(({ from }) => isWanted(from))
          .flatMap(({ from, names = [] }) => [...names].map(([ours, theirs]) => ({ file, from, ours, theirs }))),
      );
    },
    roots: [...modules.keys()].filter((file) => !asked.has(file)),
  };
}

// Each repetition is bounded: a hostile source must not cost more than its length.
const whole =
  /\b(?:import|require)\s{0,20}\(?\s{0,20}["'`]([^"'`\n]{1,200})["'`]|\btemplateUrl\s{0,20}:\s{0,20}["'`]([^"'`\n]{1,200})["'`]/g;
const definition =
  /\bexport\s{1,20}(?:default\s{1,20})?(?:async\s{1,20})?(?:function|class|const|let|var)\s{1,20}([\p{L}_$][\p{L}\p{N}_$]*)/gu;

const componentTag = /<([A-Z]\w{0,80}|[a-z]{1,40}(?:-[a-z]{1,40}){1,5})(?=[\s/>])/g;

/** Vue's components below folders of components, by the names under which Nuxt and unplugin-vue-components import them: with and without the folders' names. */
function componentsByName(files: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of files) {
    const path = /(?:^|\/)components\/(.+)\.vue$/.exec(file)?.[1];
    if (path === undefined) continue;
    const parts = path.replace(/\.(?:client|server)$/, "").split("/");
    if (parts.length > 1 && parts.at(-1) === "index") parts.pop();
    // Nuxt writes words that a folder and the name in it share once: `home/HomeStats` is `HomeStats`.
    const whole = parts.reduce((before, part) => (plainName(part).startsWith(before) ? plainName(part) : before + plainName(part)), "");
    for (const name of new Set([whole, plainName(parts.at(-1) ?? "")])) addToGroup(found, name, file);
  }
  return found;
}

/** What one source asks of others. */
const readModule = cachedParser((file, text): Module => {
  const statements = importStatementsIn(text).filter(({ from }) => from !== "");
  const handsOn = statements.filter(({ isExport }) => isExport);
  const imports: Import[] = statements.filter(({ isExport }) => !isExport);
  for (const [, asked, template] of text.matchAll(whole)) imports.push({ from: asked ?? template ?? "", names: undefined });
  const defined = new Set([...text.matchAll(definition)].map((match) => match[1] ?? ""));
  // `<LazyChart>` is Nuxt's for a component that is loaded when it is shown.
  const tags = file.endsWith(".vue")
    ? [...text.matchAll(componentTag)].map(([, tag = ""]) => plainName(tag.replace(/^Lazy(?=[A-Z])/, "")))
    : [];
  return { imports, handsOn, defined, tags: [...new Set(tags)] };
});
