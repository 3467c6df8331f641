import { memoized, weaklyMemoized } from "../../contract/memoized.js";
import { mark } from "../../contract/urls.js";
import { fileBelow, partsOf, pathBeside } from "./files.js";

/** Fewer than these are no page of modules: one script may be named like a source by chance. */
const leastModules = 3;
/** Browsers note so many resources of a page, then no more. */
const browserBuffer = 250;

/** Which of the project's files the page runs, as far as the page's own list of resources shows. */
export interface Loaded {
  /** Whether a file may have made a part of the page. */
  has(path: string): boolean;
  /** Whether the list was full: what a module of it imports is loaded too. */
  readonly isCut: boolean;
  readonly files: ReadonlySet<string>;
}

/**
 * On a development server that serves modules one by one, a module that was not loaded made nothing of the page. Judges only kinds of files of
 * which some were loaded, in the folders where these stand; undefined where the page loads bundles.
 */
export function loadedFiles(resources: readonly string[], count: number, files: ReadonlySet<string>): Loaded | undefined {
  const modules = resources.filter((one) => /\.([cm]?[jt]sx?|vue|svelte)$/.test(one) && !/(^|\/)(node_modules|\.vite|@id)\//.test(one));
  const loaded = new Set<string>();
  const unknown: string[] = [];
  for (const path of modules.map(decodePath)) {
    const file = fileBelow(path, files);
    // A folder's name that a field of the page holds too is taken out as what a person wrote.
    const meant = file === undefined && path.includes(`/${mark}/`) ? [...files].filter((one) => isMarked(path, one)) : [file ?? []].flat();
    for (const one of meant) loaded.add(one);
    if (meant.length === 0) unknown.push(path);
  }
  const roots = rootsOf(unknown, files);
  for (const root of roots) for (const path of unknown) if (files.has(root + path)) loaded.add(root + path);
  if (loaded.size < leastModules || [...files].some((path) => path.endsWith(".astro"))) return undefined;
  const kinds = new Set([...loaded].map(kindOf));
  const folders = new Set([...loaded].map(folderOf));
  // The document that asks for the modules is no template: others like it in folders are pages of their own.
  const isOtherPage = (path: string) => path.endsWith(".html") && path.includes("/") && files.has("index.html");
  return {
    files: loaded,
    isCut: count >= browserBuffer,
    has: (path) => loaded.has(path) || (roots.length === 0 && !folders.has(folderOf(path)) ? !isOtherPage(path) : !kinds.has(kindOf(path))),
  };
}

/** Each looks through all files of the project. */
const mostSearches = 3;

/** The folders, one but for copies of each other, that have the most of what a server serves: its root may be a folder of the project. */
function rootsOf(served: readonly string[], files: ReadonlySet<string>): string[] {
  const found = served
    .slice(0, mostSearches)
    .flatMap((path) => [...files].filter((file) => file.endsWith(`/${path}`)).map((file) => file.slice(0, -path.length)));
  const counts = new Map(found.map((root) => [root, served.filter((path) => files.has(root + path)).length] as const));
  const most = Math.max(leastModules, ...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([root]) => root);
}

/** Whether an address in which parts are taken out can be that of a file. */
function isMarked(address: string, file: string): boolean {
  if (!file.endsWith(address.slice(address.lastIndexOf("/")))) return false;
  const parts = partsOf(file);
  const end = partsOf(address).slice(-parts.length);
  return end.length === parts.length && end.every((part, at) => part === mark || part === parts[at]);
}

/** A path of an address, without escapes. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray percent sign: the path as it is.
    return path;
  }
}

/** `.ts` and `.tsx` are one kind: what is written in one could be in the other. */
function kindOf(path: string): string {
  return /\.(vue|svelte)$/.exec(path)?.[1] ?? (/\.[cm]?[jt]sx?$/.test(path) ? "script" : path.slice(path.lastIndexOf(".")));
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
}

/** Modules that a source asks for: by path, by an alias (`@/ui/button`) or from the root; packages too. */
export function importsIn(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import|__dirname,)\s{0,20}\(?\s{0,20}["']([^"'\n]{2,200})["']/g)].map((match) => match[1] ?? "");
}

/** Files by their paths without ending. */
type Stems = ReadonlyMap<string, string>;

/** The project's file that an import in `from` means; undefined for packages. */
export function resolveImport(asked: string, from: string, files: ReadonlySet<string>, stems: Stems): string | undefined {
  const path = asked.replace(/\?.*$/, "");
  const isBeside = path.startsWith(".");
  const plain = isBeside ? pathBeside(from, path) : path.replace(alias, "");
  if (files.has(plain)) return plain;
  if (isBeside) return fileOf(plain, stems);
  const root = from.slice(0, Math.max(0, from.indexOf("src/")));
  return aliased(stems)(`${root}\n${path}`) || undefined;
}

const alias = /^(?:[@~#$]\w*\/|\/)/;

/**
 * An alias stands for a folder of sources (`@/ui/button`), or for the one in it that has its name (`@components/button`); what is none can be another
 * package of the project. Empty for one of others.
 */
const aliased = weaklyMemoized((stems: Stems) =>
  memoized((asked: string): string => {
    const [root = "", path = ""] = asked.split("\n");
    const named = fileOf(path, stems);
    if (named !== undefined) return named;
    for (const below of new Set([path.replace(alias, ""), path.replace(/^[@~#$/]+/, "")]))
      for (const folder of new Set([`${root}src/`, "", "src/", "app/", "resources/js/", "src/lib/", "lib/"])) {
        const found = fileOf(folder + below, stems);
        if (found !== undefined) return found;
      }
    return "";
  }),
);

function fileOf(path: string, stems: Stems): string | undefined {
  return stems.get(withoutEnding(path)) ?? stems.get(path) ?? stems.get(`${path}/index`);
}

/** Files by their paths without ending; those of the project's packages, by their folders, also by what others import. */
export function stemsOf(files: Iterable<string>, packages: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const stems = new Map<string, string>();
  for (const file of files) {
    if (!/\.([cm]?[jt]sx?|vue|svelte)$/.test(file)) continue;
    const stem = withoutEnding(file);
    stems.set(stem, file);
    let folder = stem;
    while (folder !== "" && !packages.has(folder)) folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    const name = packages.get(folder);
    if (name !== undefined) stems.set(`${name}/${stem.slice(folder.length + 1).replace(/^src\//, "")}`, file);
  }
  return stems;
}

function withoutEnding(path: string): string {
  return path.replace(/\.([cm]?[jt]sx?|vue|svelte)$/, "");
}
