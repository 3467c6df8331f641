import { bundledScripts, mapFolders, mapsBeside, packageRoots, sourcesOfBundle } from "../analysis/source/bundles.js";
import { isAroundPage, partsOf, pathBeside } from "../analysis/source/files.js";
import { decodePath, importsIn, type Loaded, loadedFiles, resolveImport, stemsOf } from "../analysis/source/loaded.js";
import { belowBase, nextScripts, routeOf, serverMaps } from "../analysis/source/next-build.js";
import type { Wanted } from "../analysis/source/wanted.js";
import { sourceMapUrl, sourcesOfMap } from "../analysis/styles/source-map.js";
import type { SourceFiles } from "./context.js";

/** What the page has loaded; where its list is cut also what that imports, however far. */
export async function loadedClosure(sources: SourceFiles, wanted: Wanted, files: ReadonlySet<string>): Promise<Loaded | undefined> {
  const loaded = loadedFiles(wanted.resources, wanted.resourceCount, files) ?? (await builtFiles(sources, wanted, files));
  if (loaded === undefined || !loaded.isCut) return loaded;
  // What a router loads later, no other file imports.
  const page = partsOf(wanted.page);
  const all = await withImports(sources, [...loaded.files, ...[...files].filter((file) => isAroundPage(file, page))], files);
  return { ...loaded, files: all, has: (path) => all.has(path) || loaded.has(path) };
}

/** Files with those that they import, through at most so many others. */
export async function withImports(
  sources: SourceFiles,
  from: readonly string[],
  files: ReadonlySet<string>,
  mostSteps = Number.POSITIVE_INFINITY,
): Promise<Set<string>> {
  const all = new Set(from);
  const stems = stemsOf(files);
  let next = [...all];
  for (let step = 0; next.length > 0 && step < mostSteps; step++) {
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
  return all;
}

const mapMaxBytes = 16 * 1024 * 1024;
/** Of all maps that one question reads: the largest of the measured production builds has 9 MB, which take 14 ms to parse. */
const allMapsMaxLength = 48 * 1024 * 1024;

type Read = (path: string) => Promise<string | undefined>;

/** The files that the page was built from, as the source maps of the project's last build list them; undefined when one is missing. */
async function builtFiles(sources: SourceFiles, wanted: Wanted, files: ReadonlySet<string>): Promise<Loaded | undefined> {
  const read = (path: string) => sources.read(path, mapMaxBytes);
  const maps = (await mapsOfNext(read, wanted, files)) ?? (await mapsOfBundles(read, wanted, files));
  const listed = maps === undefined ? undefined : await sourcesIn(read, maps);
  return listed === undefined ? undefined : loadedFiles(sourcesOfBundle(listed), wanted.resourceCount, files, true);
}

async function sourcesIn(read: Read, maps: readonly string[]): Promise<Set<string> | undefined> {
  const found = new Set<string>();
  let length = 0;
  for (const path of maps) {
    const map = await read(path);
    length += map?.length ?? 0;
    const listed = map === undefined || length > allMapsMaxLength ? undefined : sourcesOfMap(map);
    if (listed === undefined) return undefined;
    for (const source of listed) found.add(source);
  }
  return found;
}

/** The source maps of the page's bundles, in the first of the folders of builds in which that of one of the first scripts lies. */
async function mapsOfBundles(read: Read, wanted: Wanted, files: ReadonlySet<string>): Promise<string[] | undefined> {
  const scripts = bundledScripts(wanted.resources);
  const folders = scripts.length === 0 ? [] : mapFolders(files, await read("package.json"));
  for (const script of scripts.slice(0, 2))
    for (const folder of folders) {
      const path = folder(script);
      if (path !== undefined && (await read(path)) !== undefined) return mapsBeside(folder, script, scripts);
    }
  return undefined;
}

/**
 * The source maps of what Next runs for the page's route on the server, and of the scripts that the page has loaded: a component may be in either
 * alone. Undefined where a script is not of the build on the disk, or where the scripts have no maps.
 */
async function mapsOfNext(read: Read, { resources, page }: Wanted, files: ReadonlySet<string>): Promise<string[] | undefined> {
  const loaded = nextScripts(resources);
  if (loaded === undefined) return undefined;
  for (const root of packageRoots(files)) {
    const folder = `${root}.next/`;
    const manifest = await read(`${folder}app-path-routes-manifest.json`);
    const route = manifest === undefined ? undefined : routeOf(manifest, belowBase(page, loaded.base));
    const trace = route === undefined ? undefined : await read(`${folder}server/app/${route}.js.nft.json`);
    if (route === undefined || trace === undefined) continue;
    const maps = await mapsNamedBy(
      read,
      loaded.scripts.map((script) => folder + decodePath(script)),
    );
    if (maps !== undefined) return [...serverMaps(trace, route).map((map) => folder + map), ...maps];
  }
  return undefined;
}

/** The maps that scripts name at their ends; undefined where a script is gone, or none names one. */
async function mapsNamedBy(read: Read, scripts: readonly string[]): Promise<string[] | undefined> {
  const maps: string[] = [];
  for (const script of scripts) {
    const text = await read(script);
    if (text === undefined) return undefined;
    const name = sourceMapUrl(text);
    if (name.endsWith(".map")) maps.push(pathBeside(script, name));
  }
  return maps.length === 0 ? undefined : maps;
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
