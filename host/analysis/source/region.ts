import { addToGroup } from "../../contract/group-by.js";
import type { Meanings } from "./context.js";
import type { Drawn } from "./drawn.js";
import { type Held, heldIn } from "./held.js";
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
  /** Points of files in which texts around the element stand. */
  readonly points: ReadonlyMap<string, number>;
  /** Names under which data or a component's use hand the element's text on: `title` of `{ title: "Home" }`. */
  readonly properties: ReadonlySet<string>;
  /** What holds the element's text in each file. */
  readonly held: ReadonlyMap<string, Held>;
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
  held: new Map(),
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
  const lower = sources.map((source) => ({ source, text: source.text.toLowerCase() }));
  const points = new Map<string, number>();
  for (const [text, weight] of levels) {
    const found = lower.filter((one) => one.text.includes(text));
    for (const { source } of found) points.set(source.file, (points.get(source.file) ?? 0) + weight / found.length);
  }
  const defined = new Map<string, string[]>();
  for (const { file, components: own } of sources) for (const { name } of own) addToGroup(defined, plainName(name), file);
  const texts = [...wanted.shown.slice(0, 3), ...iconNamesOf(wanted)];
  const held = new Map(sources.map(({ file, text }) => [file, heldIn(text, texts)]));
  const isStrong = (tag: string) => pointsOfName(tag, wanted) >= 2;
  return {
    ...project,
    defined,
    isNamed: wanted.classes.length > 0 && sources.some(({ tags }) => tags.some(({ tag }) => isComponentTag(tag) && isStrong(tag))),
    points: new Map([...points].map(([file, sum]) => [file, Math.min(mostPoints, sum * 1.5)])),
    held,
    properties: new Set([...held.values()].flatMap(({ properties }) => properties)),
    owner: ownerOf(defined, wanted),
  };
}

function ownerOf(defined: Region["defined"], { components }: Wanted): Owner | undefined {
  const at = components.findIndex((name) => defined.has(plainName(name)));
  const files = at < 0 ? undefined : defined.get(plainName(components[at] ?? ""));
  return files === undefined ? undefined : { files: new Set(files), drawnBy: plainName(components[at - 1] ?? "") };
}
