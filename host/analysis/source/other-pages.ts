import { groupBy } from "../../contract/group-by.js";
import { once, onceFor, onceForList } from "./cached-parser.js";
import { isAroundPage, isRouted, kindOfFile, pageParts, partsOf, stemOf } from "./files.js";
import { importStatementsIn } from "./imports.js";
import { plainName } from "./library-names.js";
import { importsIn, resolveImport, stemsOf } from "./loaded.js";
import { isComponentTag, type SourceText } from "./tags.js";

/** Files from which routers that go by folders (Next, SvelteKit, Nuxt, Astro) make pages and what stands around them. */
const ofPages =
  /(?:^|\/)(?:(?:app|routes)\/(?:.*\/)?\+?(?:page|layout|error|loading|not-found)\.\w+|pages\/.*\.(?:vue|[jt]sx|astro|svelte|mdx?))$/;

/**
 * Files that only other pages are made with: what pages of other addresses import, and nothing else but tests and stories does. None where no router
 * goes by folders.
 */
export function filesOfOtherPages(sources: readonly SourceText[], page: string): ReadonlySet<string> {
  const wanted = pageParts(page);
  const routed = sources.find(({ file }) => ofPages.test(file) && isRouted(file, wanted))?.file;
  if (routed === undefined) return new Set();
  const folder = routed.slice(0, routed.search(/(?:app|routes|pages)\//));
  const { imports, imported } = importGraph(sources);
  const roots = [...imports.keys()].filter(
    (file) => !imported.has(file) && file.startsWith(folder) && (kindOfFile(file) === undefined || ofPages.test(file)),
  );
  const isOther = (file: string) => ofPages.test(file) && !isAroundPage(file, wanted);
  const used = closureOf(
    roots.filter((file) => !isOther(file)),
    imports,
  );
  return new Set([...closureOf(roots.filter(isOther), imports)].filter((file) => !used.has(file)));
}

interface Graph {
  /** Of each file those that it is made with. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** Files that another one asks for, if only for what they hand on. */
  readonly imported: ReadonlySet<string>;
}

/** What each file imports of the others: by statements, through files that only hand on, or by a component's tag where names are found by themselves (Nuxt). */
const importGraph = onceForList((sources: readonly SourceText[]): Graph => {
  const byFile = new Map(sources.map((one) => [one.file, one]));
  const files = new Set(byFile.keys());
  const stems = stemsOf(files);
  const named = new Map<string, string>();
  for (const file of files) if (file.endsWith(".vue")) for (const name of namesOf(file)) named.set(name, file);
  const resolve = (module: string, from: string) => byFile.get(resolveImport(module, from, files, stems) ?? "");
  const handedBy = once((source: SourceText) =>
    askedBy(source).handed.flatMap(({ from, names }) => {
      const module = resolve(from, source.file);
      return module === undefined ? [] : [{ module, names }];
    }),
  );
  /** The file that has a name which a module exports; undefined where it has not, or where too many hand it on. */
  const ownerOf = (source: SourceText, name: string, seen = new Set<SourceText>()): SourceText | undefined => {
    if (seen.has(source) || seen.size >= mostSeen) return undefined;
    seen.add(source);
    for (const { module, names } of handedBy(source)) {
      const theirs = names === undefined ? name : names.get(name);
      const owner = theirs === undefined ? undefined : ownerOf(module, theirs, seen);
      if (owner !== undefined) return owner;
    }
    return name === "default" || source.text.includes(name) ? source : undefined;
  };
  const imported = new Set<string>();
  const importsOf = (source: SourceText) => {
    const { modules, taken, tags } = askedBy(source);
    const found = new Set<string>(source.file.endsWith(".vue") ? tags.flatMap((tag) => named.get(tag) ?? []) : []);
    for (const module of modules) {
      const target = resolve(module, source.file);
      const names = taken.get(module);
      if (target === undefined) continue;
      imported.add(target.file);
      for (const owner of names === undefined ? [target] : names.map((name) => ownerOf(target, name) ?? target)) found.add(owner.file);
    }
    for (const file of found) if (file !== source.file) imported.add(file);
    return found;
  };
  return { imports: new Map(sources.map((source) => [source.file, importsOf(source)])), imported };
});

/** Modules through which a name is followed. */
const mostSeen = 100;

/** Modules that a source asks for, the names that it takes of those of which it takes no more, what it hands on, and the components in it. */
const askedBy = onceFor(({ text, tags }: SourceText) => {
  const statements = importStatementsIn(text);
  return {
    modules: importsIn(text),
    taken: new Map(
      [...groupBy(statements, ({ from }) => from)].flatMap(([from, all]) =>
        all.some(({ names }) => names === undefined) ? [] : [[from, all.flatMap(({ names }) => [...(names?.values() ?? [])])] as const],
      ),
    ),
    handed: statements.filter(({ isExport, from }) => isExport && from !== ""),
    tags: [...new Set(tags.flatMap(({ tag }) => (isComponentTag(tag) ? [plainName(tag)] : [])))],
  };
});

/** Nuxt names a component by its file, or by the folders before it and the file. */
function namesOf(file: string): string[] {
  const parts = [...partsOf(file).slice(0, -1), stemOf(file)];
  return parts.map((_, from) => plainName(parts.slice(from).join("")));
}

function closureOf(from: readonly string[], imports: Graph["imports"]): Set<string> {
  const all = new Set(from);
  for (const file of all) for (const other of imports.get(file) ?? []) all.add(other);
  return all;
}
