import { packageRoots } from "../analysis/source/bundles.js";
import { once } from "../analysis/source/cached-parser.js";
import { joinPath, pathBeside, stemOf } from "../analysis/source/files.js";
import { type Icons, type IconsOf, iconExportsIn, noIcons, pathsIn, pathsOfIcon } from "../analysis/source/icon-paths.js";
import { plainName } from "../analysis/source/library-names.js";
import type { NamedImport } from "../analysis/source/modules.js";
import { isRecord, parseJson } from "../contract/json.js";
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
/** Modules whose default export it takes. */
const mostDefaults = 6;

const known = new WeakMap<SourceFiles, { readonly asked: string; readonly iconsOf: IconsOf }>();

/** Reads from the installed packages what the icons draw that sources import; the answer for the last imports is cached. Icons that are not found are left out. */
export async function readIcons(sources: SourceFiles, imports: readonly NamedImport[], files: ReadonlySet<string>): Promise<IconsOf> {
  const asked = imports.map((one) => Object.values(one).join(" ")).join("\n");
  const cached = known.get(sources);
  if (cached?.asked === asked) return cached.iconsOf;
  const pathsOf = makeIconReader(sources);
  const roots = packageRoots(files).reverse();
  const paths = new Map<string, ReadonlySet<string>>();
  const icons = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const { file, ours, theirs, from } of imports) {
    const around = roots.filter((root) => file.startsWith(root));
    const key = `${around[0]} ${from} ${theirs}`;
    const own = paths.get(key) ?? (paths.size < mostIcons ? await pathsOf(around, from, theirs) : new Set<string>());
    paths.set(key, own);
    if (own.size > 0) icons.set(file, (icons.get(file) ?? new Map<string, ReadonlySet<string>>()).set(ours, own));
  }
  const iconsOf: IconsOf = (file): Icons => icons.get(file) ?? noIcons;
  known.set(sources, { asked, iconsOf });
  return iconsOf;
}

/** Returns what reads the paths of an icon from a package: each module is read and parsed once, and no more than so much of all. */
function makeIconReader(sources: SourceFiles) {
  let [length, searched] = [0, 0];
  const exportsOf = once(iconExportsIn);

  const read = once(async (path: string) => {
    const text = length > allMaxLength ? undefined : await sources.read(path, moduleMaxBytes);
    length += text?.length ?? 0;
    return text;
  });

  async function existing(path: string): Promise<string | undefined> {
    if (!/(?:^|\/)node_modules\//.test(path)) return undefined;
    for (const ending of endings) if ((await read(path + ending)) !== undefined) return path + ending;
    return undefined;
  }

  /** The file of a package's module: where its manifest has it, else a file or folder of that name. */
  const entryOf = once(async (path: string) => {
    const manifest = parseJson((await read(`${path}/package.json`)) ?? "");
    for (const field of ["module", "main"]) {
      const entry = isRecord(manifest) ? manifest[field] : undefined;
      const file = typeof entry === "string" ? await existing(joinPath(path, entry)) : undefined;
      if (file !== undefined) return file;
    }
    return existing(path);
  });

  async function pathsInModule(file: string, name: string, asked: Set<string>, hops = 0): Promise<Set<string>> {
    const text = asked.has(`${file} ${name}`) ? undefined : await read(file);
    if (text === undefined || hops > mostHops) return new Set();
    asked.add(`${file} ${name}`);
    const { aliases, taken, whole } = exportsOf(text);
    if (text.length <= oneIconMaxLength && (name === "default" || plainName(stemOf(file)) === plainName(name))) {
      const paths = pathsIn(text);
      if (paths.size > 0) return paths;
      // Its paths can lie in a file of data beside it.
      for (const { from } of [...taken.values()].filter((one) => one.name === "default").slice(0, mostDefaults)) {
        const module = await existing(pathBeside(file, from));
        const data = module === undefined || stemOf(module) !== stemOf(file) ? undefined : await read(module);
        if (data !== undefined) return pathsIn(data);
      }
    }
    const names = [...new Set([name, aliases.get(name) ?? name])];
    for (const one of names) {
      searched += text.length;
      const paths = searched > mostSearched ? new Set<string>() : pathsOfIcon(text, one);
      if (paths.size > 0) return paths;
    }
    for (const next of [...names.flatMap((one) => taken.get(one) ?? []), ...whole.map((from) => ({ from, name }))]) {
      const module = await existing(pathBeside(file, next.from));
      const paths = module === undefined ? new Set<string>() : await pathsInModule(module, next.name, asked, hops + 1);
      if (paths.size > 0) return paths;
    }
    return new Set();
  }

  /** `roots`: the folders of packages around the source, the nearest first. */
  return async (roots: readonly string[], from: string, name: string): Promise<Set<string>> => {
    for (const root of roots) {
      const entry = await entryOf(`${root}node_modules/${from}`);
      if (entry !== undefined) return pathsInModule(entry, name, new Set());
    }
    return new Set();
  };
}

const endings = ["", ".js", ".mjs", ".cjs", "/index.mjs", "/index.js"];
