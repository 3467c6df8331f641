import { addToGroup } from "../../contract/group-by.js";
import type { Messages } from "./context.js";
import type { Drawn } from "./drawn.js";
import { plainName } from "./library-names.js";
import { scores } from "./scores.js";
import type { SourceText } from "./tags.js";
import type { Wanted } from "./wanted.js";

/** What all sources together say of the part of the page that an element stands in. */
export interface Region {
  /** Texts of the project's messages by their keys. */
  readonly messages: Messages;
  readonly drawn: Drawn;
  /** Points of files: texts around the element stand in them, or are handed to components that they define. */
  readonly points: ReadonlyMap<string, number>;
  /** Files of the project by the plain names of the components that they define. */
  readonly defined: ReadonlyMap<string, readonly string[]>;
  /** By file the component around the element that it defines, and how many of the project's own stand nearer. */
  readonly chain: ReadonlyMap<string, readonly [name: string, position: number]>;
  /** Plain name of the package's component that drew the element in the sources of the first of these; empty where these draw it themselves. */
  readonly drawnBy: string | undefined;
}

/** Where nothing is known but words: of no element. */
export const noRegion: Region = {
  messages: new Map(),
  drawn: () => undefined,
  points: new Map(),
  defined: new Map(),
  chain: new Map(),
  drawnBy: undefined,
};

/** By how far out a text stands: of the element itself, its parent, and so on. */
const levelWeights = [1, 0.9, 0.7, 0.5, 0.3, 0.2];
const mostPoints = 3;
const mostTexts = 80;
const longestChain = 8;

/** Reads all sources once: in which of them the texts around the element stand, weighed by how few do (inverse document frequency). */
export function regionOf(sources: readonly SourceText[], wanted: Wanted, project: Pick<Region, "messages" | "drawn">): Region {
  const levels = new Map<string, number>();
  for (const [level, { texts }] of wanted.levels.entries())
    for (const text of texts)
      if (text.length >= 4 && !levels.has(text) && levels.size < mostTexts) levels.set(text, levelWeights[level] ?? 0);
  const lower = sources.map((source) => ({ source, text: source.text.toLowerCase() }));
  const points = new Map<string, number>();
  const components = new Map<string, number>();
  const add = (map: Map<string, number>, key: string, more: number) => map.set(key, (map.get(key) ?? 0) + more);
  for (const [text, weight] of levels) {
    const found = lower.filter((one) => one.text.includes(text)).map(({ source }) => source);
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
  return {
    ...project,
    defined,
    chain: chainOf(defined, wanted),
    drawnBy: drawerOf(defined, wanted),
    points: new Map([...points].map(([file, sum]) => [file, Math.min(mostPoints, sum * scores.region)])),
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

/** Whether a tag is that of the package's component that drew the element. */
export function isDrawer(tag: string, { drawnBy = "" }: Pick<Region, "drawnBy">): boolean {
  return drawnBy !== "" && [drawnBy, `${drawnBy}component`].includes(plainName(tag));
}

function drawerOf(defined: Region["defined"], { components }: Wanted): string | undefined {
  const at = components.findIndex((name) => defined.has(plainName(name)));
  return at < 0 ? undefined : plainName(components[at - 1] ?? "");
}

/** Names of wrappers stand around those of the components that they wrap: `Connect(Board)`, `withRouter(Board)`. */
const wrapped = /[^()]+(?=\)*$)/;

/**
 * By file the component around the element that it defines, the nearest ones alone: what packages put around (styled-components, Emotion, providers)
 * no file of the project defines.
 */
function chainOf(defined: Region["defined"], { components }: Wanted): Map<string, readonly [name: string, position: number]> {
  const own = components.map((name) => wrapped.exec(name)?.[0] ?? name).filter((name) => defined.has(plainName(name)));
  const found = new Map<string, readonly [name: string, position: number]>();
  for (const [position, name] of [...new Set(own)].slice(0, longestChain).entries())
    for (const file of defined.get(plainName(name)) ?? []) if (!found.has(file)) found.set(file, [name, position]);
  return found;
}
