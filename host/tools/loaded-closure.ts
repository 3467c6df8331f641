import { importsIn, type Loaded, loadedFiles, resolveImport, stemsOf } from "../analysis/source/loaded.js";
import type { Wanted } from "../analysis/source/wanted.js";
import { limits } from "../contract/limits.js";
import type { SourceFiles } from "./context.js";

/** What the page has loaded; where its list is cut also what that imports, however far. */
export async function loadedClosure(sources: SourceFiles, wanted: Wanted, files: ReadonlySet<string>): Promise<Loaded | undefined> {
  const loaded = loadedFiles(wanted.resources.paths, wanted.resources.count, files);
  if (loaded === undefined || !loaded.isCut) return loaded;
  // Documents and the settings of build tools are no modules of the list, but import some.
  const unlisted = [...files].filter((path) => asksUnlisted.test(path));
  const all = await withImports(sources, [...loaded.files, ...unlisted], files);
  return { ...loaded, files: all, has: (path) => all.has(path) || loaded.has(path) };
}

const asksUnlisted = /\.mdx?$|\.config\.[cm]?[jt]s$/;

/** Files with those that they import, however far. */
async function withImports(sources: SourceFiles, from: readonly string[], files: ReadonlySet<string>): Promise<Set<string>> {
  const all = new Set(from);
  const stems = stemsOf(files, await packagesIn(sources, files));
  // Files that are added meanwhile are visited too.
  for (const path of all) {
    for (const asked of importsIn((await sources.read(path)) ?? "")) {
      const file = resolveImport(asked, path, files, stems);
      if (file !== undefined) all.add(file);
    }
  }
  return all;
}

/** The project's own packages, names by their folders. */
async function packagesIn(sources: SourceFiles, files: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const described = [...files].filter((path) => path.endsWith("/package.json"));
  await readAll(sources, described, (path, text) => found.set(path.slice(0, -"/package.json".length), packageName(text)));
  return found;
}

/** Reads files and hands each text over, in their order; none beyond the bound. */
export async function readAll(sources: SourceFiles, paths: readonly string[], take: (path: string, text: string) => void): Promise<void> {
  for (const path of paths.slice(0, limits.sourceReadsMax)) {
    const text = await sources.read(path);
    if (text !== undefined) take(path, text);
  }
}

/** The name of the package that a package.json describes; empty where it states none. */
export function packageName(text: string): string {
  return /^\s{0,8}"name"\s*:\s*"([^"\n]{1,200})"/m.exec(text)?.[1] ?? "";
}
