import { addToGroup } from "../../contract/group-by.js";
import { escapeRegExp } from "./components.js";
import type { Meanings } from "./context.js";
import type { Drawn } from "./drawn.js";
import { type Holder, holdersOf } from "./held.js";
import { noIcons } from "./icon-paths.js";
import { iconNamesOf, plainName, pointsOfName } from "./library-names.js";
import { type Routed, unrouted } from "./routes.js";
import { isComponentTag, type SourceText } from "./tags.js";
import type { Wanted } from "./wanted.js";

/** What all sources together say of the part of the page that an element stands in. */
export interface Region {
  readonly meanings: Meanings;
  readonly drawn: Drawn;
  readonly routed: Routed;
  /** Points of files: texts around the element stand in them, or are handed to components that they define. */
  readonly points: ReadonlyMap<string, number>;
  /** Names under which data or a component's use hand the element's text on: `title` of `{ title: "Home" }`. */
  readonly properties: ReadonlySet<string>;
  /** Variables that hold the element's text, by their files. */
  readonly holders: ReadonlyMap<string, readonly Holder[]>;
  /** Whether a package's component that the element's classes speak for is used in the project under that name. */
  readonly isNamed: boolean;
  /** Files of the project by the plain names of the components that they define. */
  readonly defined: ReadonlyMap<string, readonly string[]>;
  /** The nearest component around the element that the project itself defines, and the package's component in its sources that drew the element. */
  readonly owner: Owner | undefined;
}

/** Where nothing is known but words: of no element. */
export const noRegion: Region = {
  meanings: { messages: new Map(), iconsOf: () => noIcons },
  drawn: () => undefined,
  routed: unrouted,
  points: new Map(),
  properties: new Set(),
  holders: new Map(),
  isNamed: false,
  defined: new Map(),
  owner: undefined,
};

interface Owner {
  readonly files: ReadonlySet<string>;
  /** Plain name; empty where the element is written in the owner itself. */
  readonly drawnBy: string;
}

/** By how far out a text stands: of the element itself, its parent, and so on. */
const levelWeights = [1, 0.9, 0.7, 0.5, 0.3, 0.2];
const mostPoints = 3;
const mostTexts = 80;

/** Reads all sources once: in which of them the texts around the element stand, weighed by how few do (inverse document frequency). */
export function regionOf(sources: readonly SourceText[], wanted: Wanted, project: Pick<Region, "meanings" | "routed" | "drawn">): Region {
  const levels = new Map<string, number>();
  for (const [level, { texts }] of wanted.levels.entries())
    for (const text of texts)
      if (text.length >= 4 && !levels.has(text) && levels.size < mostTexts) levels.set(text, levelWeights[level] ?? 0);
  const holders = new Map<string, readonly SourceText[]>();
  const lower = sources.map((source) => ({ source, text: source.text.toLowerCase() }));
  const points = new Map<string, number>();
  const components = new Map<string, number>();
  const add = (map: Map<string, number>, key: string, more: number) => map.set(key, (map.get(key) ?? 0) + more);
  for (const [text, weight] of levels) {
    const found = lower.filter((one) => one.text.includes(text)).map(({ source }) => source);
    holders.set(text, found);
    for (const source of found) {
      add(points, source.file, weight / found.length);
      for (const name of componentsHanded(source, text)) add(components, name, weight / found.length);
    }
  }
  const defined = new Map<string, string[]>();
  for (const { file, components: own } of sources)
    for (const { name } of own) {
      const plain = plainName(name);
      addToGroup(defined, plain, file);
      const more = components.get(plain);
      if (more !== undefined) add(points, file, more);
    }
  const held = new Map(sources.map(({ file, text }) => [file, holdersOf(text, [...wanted.shown.slice(0, 3), ...iconNamesOf(wanted)])]));
  const isStrong = (tag: string) => pointsOfName(tag, wanted) >= 2;
  return {
    ...project,
    defined,
    isNamed: wanted.classes.length > 0 && sources.some(({ tags }) => tags.some(({ tag }) => isComponentTag(tag) && isStrong(tag))),
    points: new Map([...points].map(([file, sum]) => [file, Math.min(mostPoints, sum * 1.5)])),
    holders: held,
    properties: propertiesOf(sources, holders, wanted),
    owner: ownerOf(defined, wanted),
  };
}

/** Components to which a text is handed in an attribute. */
function componentsHanded({ tags }: SourceText, text: string): string[] {
  return tags.flatMap(({ tag, attributes }) =>
    /^[A-Z]|-/.test(tag) && [...attributes.values()].some(({ value, isDynamic }) => !isDynamic && value.toLowerCase() === text)
      ? [plainName(tag)]
      : [],
  );
}

function propertiesOf(sources: readonly SourceText[], holders: ReadonlyMap<string, readonly SourceText[]>, { shown }: Wanted): Set<string> {
  const found = new Set<string>();
  for (const one of shown.slice(0, 3)) {
    if (one.length < 2) continue;
    const pattern = new RegExp(`(?<![\\w$])([A-Za-z_$][\\w$]*)["']?\\s*[:=]\\s*\\{?["'\`]${escapeRegExp(one)}["'\`]`, "g");
    const asked = holders.get(one.toLowerCase()) ?? (one.length < 4 ? sources : []);
    for (const { text } of asked) for (const match of text.matchAll(pattern)) found.add(match[1] ?? "");
  }
  found.delete("className");
  found.delete("class");
  return found;
}

function ownerOf(defined: Region["defined"], { components }: Wanted): Owner | undefined {
  const at = components.findIndex((name) => defined.has(plainName(name)));
  const files = at < 0 ? undefined : defined.get(plainName(components[at] ?? ""));
  return files === undefined ? undefined : { files: new Set(files), drawnBy: plainName(components[at - 1] ?? "") };
}
