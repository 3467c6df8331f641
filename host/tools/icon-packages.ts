import { packageRoots } from "../analysis/source/bundles.js";
import {
  type IconExports,
  type Icons,
  type IconsOf,
  iconExportsIn,
  noIcons,
  pathsIn,
  pathsOfIcon,
  relativeDefaults,
} from "../analysis/source/icon-paths.js";
import { plainName } from "../analysis/source/library-names.js";
import { joinPath } from "../analysis/source/loaded.js";
import type { NamedImport } from "../analysis/source/modules.js";
import type { SourceFiles } from "./context.js";

/** The largest that was seen, Material Design's in `react-icons`, has 2.2 MB. */
const moduleMaxBytes = 6 * 1024 * 1024;
/** Of all modules that are read for the icons of a project. */
const allMaxLength = 48 * 1024 * 1024;
const mostIcons = 400;
/** Modules that hand on what others hand on to them. */
const mostHops = 3;
/** Characters in which definitions are looked for, for all icons of a project: a second of work. */
const mostSearched = 512_000_000;
/** A module of one icon is short. */
const oneIconMaxLength = 60_000;

const known = new WeakMap<SourceFiles, { readonly asked: string; readonly iconsOf: IconsOf }>();

/** Reads from the installed packages what the icons draw that sources import; the answer for the last imports is cached. Icons that are not found are left out. */
export async function readIcons(sources: SourceFiles, imports: readonly NamedImport[], files: ReadonlySet<string>): Promise<IconsOf> {
  const asked = imports.map((one) => Object.values(one).join(" ")).join("\n");
  const cached = known.get(sources);
  if (cached?.asked === asked) return cached.iconsOf;
  const modules = makeModules(sources);
  const roots = packageRoots(files).reverse();
  const paths = new Map<string, ReadonlySet<string>>();
  const icons = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const { file, ours, theirs, from } of imports) {
    const around = roots.filter((root) => file.startsWith(root));
    const key = `${around[0]} ${from} ${theirs}`;
    const own = paths.get(key) ?? (paths.size < mostIcons ? await pathsOf(modules, around, from, theirs) : new Set<string>());
    paths.set(key, own);
    if (own.size > 0) icons.set(file, (icons.get(file) ?? new Map<string, ReadonlySet<string>>()).set(ours, own));
  }
  const iconsOf: IconsOf = (file): Icons => icons.get(file) ?? noIcons;
  known.set(sources, { asked, iconsOf });
  return iconsOf;
}

type Read = (path: string) => Promise<string | undefined>;

/** The modules of packages, each read and parsed once, and no more than so much of all. */
interface Modules {
  readonly read: Read;
  /** The file of a package's module. */
  entryOf(path: string): Promise<string | undefined>;
  exportsOf(text: string): IconExports;
  /** The paths of an icon that is defined in a module's text. */
  defined(text: string, name: string): Set<string>;
}

function makeModules(sources: SourceFiles): Modules {
  let length = 0;
  let searched = 0;
  const read: Read = once(async (path) => {
    const text = length > allMaxLength ? undefined : await sources.read(path, moduleMaxBytes);
    length += text?.length ?? 0;
    return text;
  });
  return {
    read,
    entryOf: once((path) => findEntry(read, path)),
    exportsOf: once(iconExportsIn),
    defined(text, name) {
      searched += text.length;
      return searched > mostSearched ? new Set() : pathsOfIcon(text, name);
    },
  };
}

/** A function that makes the value of each text once. */
function once<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text) ?? make(text);
    known.set(text, value);
    return value;
  };
}

/** `roots`: the folders of packages around the source, the nearest first. */
async function pathsOf(modules: Modules, roots: readonly string[], from: string, name: string): Promise<Set<string>> {
  for (const root of roots) {
    const entry = await modules.entryOf(`${root}node_modules/${from}`);
    if (entry !== undefined) return pathsInModule(modules, entry, name, new Set());
  }
  return new Set();
}

async function pathsInModule(modules: Modules, file: string, name: string, asked: Set<string>, hops = 0): Promise<Set<string>> {
  const { read } = modules;
  const text = asked.has(`${file} ${name}`) ? undefined : await read(file);
  if (text === undefined || hops > mostHops) return new Set();
  asked.add(`${file} ${name}`);
  if (text.length <= oneIconMaxLength && (name === "default" || plainName(stemOf(file)) === plainName(name))) {
    const paths = pathsIn(text);
    if (paths.size > 0) return paths;
    // Its paths can lie in a file of data beside it.
    for (const next of relativeDefaults(text)) {
      const module = await existing(read, joinPath(folderOf(file), next));
      const data = module === undefined || stemOf(module) !== stemOf(file) ? undefined : await read(module);
      if (data !== undefined) return pathsIn(data);
    }
  }
  const { aliases, taken, whole } = modules.exportsOf(text);
  const names = [...new Set([name, aliases.get(name) ?? name])];
  for (const one of names) {
    const paths = modules.defined(text, one);
    if (paths.size > 0) return paths;
  }
  for (const next of [...names.flatMap((one) => taken.get(one) ?? []), ...whole.map((from) => ({ from, name }))]) {
    const module = await existing(read, joinPath(folderOf(file), next.from));
    const paths = module === undefined ? new Set<string>() : await pathsInModule(modules, module, next.name, asked, hops + 1);
    if (paths.size > 0) return paths;
  }
  return new Set();
}

/** `Eye` of `dist/csr/Eye.es.js`. */
function stemOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).split(".", 1)[0] ?? "";
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}

/** The file of a package's module: where its manifest has it, else a file or folder of that name. */
async function findEntry(read: Read, path: string): Promise<string | undefined> {
  for (const field of ["module", "main"]) {
    const entry = fieldOf(await read(`${path}/package.json`), field);
    const file = entry === undefined ? undefined : await existing(read, joinPath(path, entry));
    if (file !== undefined) return file;
  }
  return existing(read, path);
}

function fieldOf(manifest: string | undefined, field: string): string | undefined {
  try {
    const value: unknown = Object(JSON.parse(manifest ?? "{}"))[field];
    return typeof value === "string" ? value : undefined;
  } catch {
    // No manifest that anybody could use.
    return undefined;
  }
}

const endings = ["", ".js", ".mjs", ".cjs", "/index.mjs", "/index.js"];

async function existing(read: Read, path: string): Promise<string | undefined> {
  if (!/(?:^|\/)node_modules\//.test(path)) return undefined;
  for (const ending of endings) if ((await read(path + ending)) !== undefined) return path + ending;
  return undefined;
}
