import { memoized, weaklyMemoized } from "../../contract/memoized.js";
import { mark } from "../../contract/urls.js";
import { fileBelow, partsOf, pathBeside, resolvePath } from "./files.js";

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
  /** Files of the project that were loaded. */
  readonly files: ReadonlySet<string>;
}

/**
 * On a development server that serves modules one by one, a module that was not loaded made nothing of the page. Judges only kinds of files of
 * which some were loaded, in the folders where these stand; undefined where the page loads bundles.
 */
export function loadedFiles(resources: readonly string[], count: number, files: ReadonlySet<string>): Loaded | undefined {
  const loaded = new Set<string>();
  let searches = 0;
  let root = "";
  for (const resource of resources) {
    if (!/\.([cm]?[jt]sx?|vue|svelte)$/.test(resource) || /(^|\/)(node_modules|\.vite|@id)\//.test(resource)) continue;
    const path = decodePath(resource);
    let file = files.has(root + path) ? root + path : fileBelow(path, files);
    if (file === undefined && searches++ < mostSearches) {
      // The server's root may be a folder of the project: found once, it is that of all.
      file = resolvePath(path, files);
      if (file?.endsWith(path) === true) root = file.slice(0, -path.length);
    }
    if (file !== undefined) loaded.add(file);
    // A folder's name that a field of the page holds too is taken out as what a person wrote.
    else if (path.includes(`/${mark}/`)) for (const one of files) if (isMarked(path, one)) loaded.add(one);
  }
  if (loaded.size < leastModules || [...files].some((path) => path.endsWith(".astro"))) return undefined;
  const kinds = new Set([...loaded].map(kindOf));
  const folders = new Set([...loaded].map(folderOf));
  return {
    files: loaded,
    isCut: count >= browserBuffer,
    has: (path) => loaded.has(path) || !kinds.has(kindOf(path)) || !folders.has(folderOf(path)),
  };
}

/** Each looks through all files of the project. */
const mostSearches = 3;

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
  return [...text.matchAll(/\b(?:from|import)\s{0,20}\(?\s{0,20}["']([^"'\n]{2,200})["']/g)].map((match) => match[1] ?? "");
}

/** The project's file that an import in `from` means; undefined for packages. */
export function resolveImport(
  asked: string,
  from: string,
  files: ReadonlySet<string>,
  stems: ReadonlyMap<string, string>,
): string | undefined {
  const path = asked.replace(/\?.*$/, "");
  const isBeside = path.startsWith(".");
  const plain = isBeside ? pathBeside(from, path) : path.replace(alias, "");
  if (files.has(plain)) return plain;
  return isBeside ? fileOf(plain, stems) : aliased(stems)(path) || undefined;
}

const alias = /^(?:[@~#$]\w*\/|\/)/;

/** An alias stands for a folder of sources (`@/ui/button`), or for the one in it that has its name (`@components/button`); empty for a package. */
const aliased = weaklyMemoized((stems: ReadonlyMap<string, string>) =>
  memoized((path: string): string => {
    for (const below of new Set([path.replace(alias, ""), path.replace(/^[@~#$/]+/, "")]))
      for (const folder of ["", "src/", "app/", "resources/js/", "src/lib/", "lib/"]) {
        const found = fileOf(folder + below, stems);
        if (found !== undefined) return found;
      }
    return "";
  }),
);

function fileOf(path: string, stems: ReadonlyMap<string, string>): string | undefined {
  return stems.get(withoutEnding(path)) ?? stems.get(path) ?? stems.get(`${path}/index`);
}

/** Files by their paths without ending. */
export function stemsOf(files: Iterable<string>): Map<string, string> {
  const stems = new Map<string, string>();
  for (const file of files) if (/\.([cm]?[jt]sx?|vue|svelte)$/.test(file)) stems.set(withoutEnding(file), file);
  return stems;
}

function withoutEnding(path: string): string {
  return path.replace(/\.([cm]?[jt]sx?|vue|svelte)$/, "");
}
