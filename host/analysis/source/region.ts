import { weaklyMemoized } from "../../contract/memoized.js";
import { onceForList } from "./cached-parser.js";
import { fileBelow, stemOf } from "./files.js";
import { heldIn } from "./keys.js";
import { plainName } from "./library-names.js";
import { type Loaded, loadedFiles } from "./loaded.js";
import { componentsOf } from "./roots.js";
import { filesByScope } from "./scopes.js";
import type { SourceText } from "./tags.js";
import { type Themed, themesOf } from "./themes.js";
import { mostLevels, type Wanted } from "./wanted.js";

/** What all sources together say of the part of the page that an element stands in. */
export interface Region {
  readonly sources: readonly SourceText[];
  /** By file the component around the element that it defines, and how many of the project's own stand nearer. */
  readonly chain: ReadonlyMap<string, readonly [name: string, position: number]>;
  /** Plain name of the package's component that drew the element in the sources of the first of these; empty where none did. */
  readonly drawnBy: string;
  /** Under which names the sources hold its words. */
  readonly held: readonly (readonly string[])[];
  /** What of these the page has loaded, where it lists its modules. */
  readonly loaded: Loaded | undefined;
  /** Those in whose templates it is written, by its marks. */
  readonly scoped: ReadonlySet<string>;
  /** What themes say of the components that drew it. */
  readonly themed: Themed;
}

/** Reads all sources once: which components of the project and which one of a package made what is around the element. */
export function regionOf(sources: readonly SourceText[], wanted: Wanted): Region {
  const defined = componentsOf(sources);
  const named = chainOf(defined, wanted);
  const [stated] = wanted.markers.flatMap((one) =>
    one.up === 0 ? (templateOf(sources).get(fileBelow(one.source, templateOf(sources)) ?? "") ?? []) : [],
  );
  const isNamed = stated === undefined || wanted.components.length === 0 || named.has(stated);
  return {
    sources,
    chain: isNamed ? named : withFirst(stated, named),
    drawnBy: isNamed ? drawerOf(defined, wanted) : "",
    held: heldIn(sources, wanted.tag === "" ? [] : wanted.shown),
    loaded: loadedOf(sources)(wanted.resources),
    scoped: new Set(wanted.scopes.flatMap((one) => filesByScope(sources).get(one) ?? [])),
    themed: themesOf(sources)(wanted),
  };
}

const loadedOf = onceForList((sources: readonly SourceText[]) => {
  const files = new Set(sources.map(({ file }) => file));
  return weaklyMemoized((resources: Wanted["resources"]) => loadedFiles(resources.paths, resources.count, files));
});

/** The files in which those of components have their tags. */
const templateOf = onceForList((sources: readonly SourceText[]) => new Map(sources.map(({ file, template }) => [file, template || file])));

/** The components around with one before them whose name is not known. */
function withFirst(file: string, chain: Region["chain"]): Region["chain"] {
  return new Map([...[...chain].map(([path, [name, position]]) => [path, [name, position + 1]] as const), [file, [stemOf(file), 0]]]);
}

/** Whether a tag is that of the package's component that drew the element. */
export function isDrawer(tag: string, { drawnBy }: Pick<Region, "drawnBy">): boolean {
  return drawnBy !== "" && drawnBy === withoutKind(plainName(tag));
}

function drawerOf(defined: ReadonlyMap<string, unknown>, { components }: Wanted): string {
  return withoutKind(plainName(components[components.findIndex((name) => defined.has(plainName(name))) - 1] ?? ""));
}

/** `NzTabsComponent2` is that of <nz-tabs>: a bundler numbers equal names. */
function withoutKind(plain: string): string {
  return plain.replace(/(?:component)?\d*$/, "");
}

/**
 * By file the component around the element that it defines, the nearest ones alone: what packages put around (styled-components, Emotion, providers)
 * no file of the project defines.
 */
function chainOf(defined: ReturnType<typeof componentsOf>, { components }: Wanted): Map<string, readonly [name: string, position: number]> {
  const own = components.filter((name) => defined.has(plainName(name)));
  const found = new Map<string, readonly [name: string, position: number]>();
  for (const [position, name] of [...new Set(own)].slice(0, mostLevels).entries())
    for (const { source } of defined.get(plainName(name)) ?? [])
      for (const file of [source.file, source.template]) if (!found.has(file)) found.set(file, [name, position]);
  return found;
}
