import { bundledScripts, mapFolders, sourcesOfBundle } from "../analysis/source/bundles.js";
import { importsIn, type Loaded, loadedFiles, resolveImport, stemsOf } from "../analysis/source/loaded.js";
import type { Wanted } from "../analysis/source/wanted.js";
import { sourcesOfMap } from "../analysis/styles/source-map.js";
import type { SourceFiles } from "./context.js";

/** What the page has loaded; where its list is cut also what that imports, however far. */
export async function loadedClosure(sources: SourceFiles, wanted: Wanted, files: ReadonlySet<string>): Promise<Loaded | undefined> {
  const loaded = loadedFiles(wanted.resources, wanted.resourceCount, files) ?? (await bundledFiles(sources, wanted, files));
  if (loaded === undefined || !loaded.isCut) return loaded;
  const all = new Set(loaded.files);
  const stems = stemsOf(files);
  for (let next = [...all]; next.length > 0; ) {
    const found = new Set<string>();
    await readAll(sources, next, (path, text) => {
      for (const asked of importsIn(text)) {
        const file = resolveImport(asked, path, files, stems);
        if (file !== undefined && !all.has(file)) found.add(file);
      }
    });
    for (const file of found) all.add(file);
    next = [...found];
  }
  return { ...loaded, files: all, has: (path) => all.has(path) || loaded.has(path) };
}

const mapMaxBytes = 16 * 1024 * 1024;
/** Of all maps that one question reads: the largest of the measured production builds has 9 MB, which take 14 ms to parse. */
const allMapsMaxLength = 48 * 1024 * 1024;

/** The files that the page's bundles were built from, as the source maps beside them in the project list them; undefined when one is missing. */
async function bundledFiles(sources: SourceFiles, wanted: Wanted, files: ReadonlySet<string>): Promise<Loaded | undefined> {
  const scripts = bundledScripts(wanted.resources);
  const read = (path: string) => sources.read(path, mapMaxBytes);
  const folder = await findMaps(read, scripts, files);
  if (folder === undefined) return undefined;
  const found = new Set<string>();
  let length = 0;
  for (const script of scripts) {
    const path = folder.mapOf(script);
    if (path === undefined) continue;
    const map = await read(path);
    length += map?.length ?? 0;
    const listed = map === undefined || length > allMapsMaxLength ? undefined : sourcesOfMap(map);
    if (listed === undefined) return undefined;
    for (const source of listed) found.add(source);
  }
  return loadedFiles(sourcesOfBundle(found), wanted.resourceCount, files, true);
}

/** The first of the folders of builds in which the map of one of the first scripts lies. */
async function findMaps(read: (path: string) => Promise<string | undefined>, scripts: readonly string[], files: ReadonlySet<string>) {
  const folders = scripts.length === 0 ? [] : mapFolders(files, await read("package.json"));
  for (const script of scripts.slice(0, 2))
    for (const folder of folders) {
      const path = folder.mapOf(script);
      if (path !== undefined && (await read(path)) !== undefined) return folder.below(script);
    }
  return undefined;
}

const atOnce = 32;

/** Reads files side by side and hands each text over. */
export async function readAll(sources: SourceFiles, paths: readonly string[], take: (path: string, text: string) => void): Promise<void> {
  const queue = paths.values();
  const worker = async () => {
    for (const path of queue) {
      const text = await sources.read(path);
      if (text !== undefined) take(path, text);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
