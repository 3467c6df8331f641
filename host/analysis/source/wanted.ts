import { memoized, weaklyMemoized } from "../../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { type MarkedTag, markedIn, placesOf } from "../../contract/stated-lines.js";
import { testIdOf } from "../test-ids.js";
import { type Shown, shownWithin } from "./context.js";
import { type LibraryNames, libraryNamesOf, namesOfPath, type StyledName, styledAs } from "./library-names.js";
import { scopesOf } from "./scopes.js";
import type { Rank } from "./tags.js";
import { begin, joinSpace, longest, shortest } from "./texts.js";

/** What is known of an element whose source is looked for. Empty where a question names only a part of it. */
export interface Wanted {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Class names that a person wrote: without those of build tools. */
  readonly classes: readonly string[];
  /** Classes of the nearest elements around. */
  readonly around: readonly ReadonlySet<string>[];
  /** The styled component that drew it. */
  readonly styledAs: StyledName | undefined;
  /** What marks it for the styles of components. */
  readonly scopes: readonly string[];
  /** Components that its class names speak for. */
  readonly libraryNames: LibraryNames;
  /** Tags of custom elements of the page that it does not stand in; where its components are not known, those by classes which neither it nor one around has. */
  readonly distant: Pick<ReadonlySet<string>, "has">;
  /** What the element shows and is called: own text, all text, accessible name. */
  readonly shown: readonly string[];
  /** Text directly in it. */
  readonly own: string;
  /** Tag of the parent; empty where there is none. */
  readonly parent: string;
  /** Among the elements in the same parent. */
  readonly child: Rank;
  readonly testId: string;
  /** Component names, nearest first. */
  readonly components: readonly string[];
  /** `file:line:column` that a framework or marker states, and how many elements up. */
  readonly markers: readonly Marker[];
  /** All tags on the page that state a line of a file, by its path as they state it. */
  readonly marked: () => ReadonlyMap<string, readonly MarkedTag[]>;
  /** The nearest texts before the element in the order of the page, nearest first. */
  readonly before: readonly string[];
  /** What the page shows in the element. */
  readonly within: Shown;
  /** Plain names of the parts of the page's path, or of that in its fragment. */
  readonly route: readonly string[];
  /** Paths of what the page has loaded from its own origin; how many resources it has loaded in all. */
  readonly resources: { readonly paths: readonly string[]; readonly count: number };
  /** What is known of the element around, and of the nearest ones below that show something of their own. */
  readonly outer: (() => Wanted) | undefined;
  readonly inner: (() => readonly Wanted[]) | undefined;
}

/** A place that the page itself names. */
export interface Marker {
  /** `file:line:column`, as far as known. */
  readonly source: string;
  /** How many elements up. */
  readonly up: number;
}

export const nothingWanted: Wanted = {
  tag: "",
  attributes: {},
  classes: [],
  around: [],
  styledAs: undefined,
  scopes: [],
  libraryNames: new Map(),
  distant: new Set(),
  shown: [],
  own: "",
  parent: "",
  child: { index: 0, count: 1 },
  testId: "",
  components: [],
  markers: [],
  marked: () => new Map(),
  before: [],
  within: { atoms: new Set(), texts: [] },
  route: [],
  resources: { paths: [], count: 0 },
  outer: undefined,
  inner: undefined,
};

/** Characters for private use: fonts draw icons for them. */
const ofIconFonts = /\p{Co}/gu;

/** What the capture knows of an element, gathered once. */
export function wantedOf(reader: CaptureReader, { index }: CapturedElement): Wanted {
  return wantedIn(reader)(index);
}

const wantedIn = weaklyMemoized((reader: CaptureReader) => memoized((index: number) => gather(reader, reader.element(index))));

function gather(reader: CaptureReader, element: CapturedElement): Wanted {
  const around = reader.ancestors(element.index).map((index) => reader.element(index));
  const below = joinSpace(textBelow(reader, element));
  const [text = "", name = ""] = [element.text, element.name].map((one) => one.slice(0, longest));
  return {
    tag: element.tag,
    attributes: element.attributes,
    classes: classesOf(element),
    around: around.slice(0, mostOuter).map(({ attributes }) => new Set((attributes["class"] ?? "").split(/\s+/))),
    styledAs: styledAs(element.attributes),
    scopes: scopesOf(element.attributes),
    libraryNames: libraryNamesOf(classesOf(element), element.attributes),
    distant: distantOf(reader, element),
    shown: [...new Set([text, below, name].map((text) => joinSpace(text.replace(ofIconFonts, ""))))].filter((text) => text !== ""),
    own: joinSpace(text),
    parent: around[0]?.tag ?? "",
    child: placeOf(reader, element),
    testId: testIdOf(element)?.value ?? "",
    components: componentsOf(element, around.slice(0, mostLevels)),
    markers: [element, ...around.slice(0, 3)].flatMap(({ source }, up) => placesOf(source).map((one) => ({ source: one, up }))),
    marked: () => markedIn(reader),
    before: textsBefore(reader, element.index),
    within: shownWithin(reader, element),
    route: routeOf(reader.capture.metadata.url),
    resources: resourcesOf(reader),
    outer: element.parent < 0 ? undefined : () => wantedOf(reader, reader.element(element.parent)),
    inner: () => speakingBelow(reader, element).map((one) => wantedOf(reader, one)),
  };
}

/** Scoped (Vue, Svelte, Emotion), hashed (CSS modules keep their own part) and single-letter names say nothing of the source. */
function classesOf({ attributes }: Pick<CapturedElement, "attributes">): string[] {
  const all = (attributes["class"] ?? "").split(/\s+/);
  return all.flatMap((name) => {
    if (name === "" || (/^(svelte|css|sc|jsx|s|v)-[\w-]*\d[\w-]*$|^_?[a-z0-9]{5,8}$/i.test(name) && /\d/.test(name))) return [];
    const local =
      /-module__[\w-]{4,8}__([\w-]+)$/.exec(name)?.[1] ??
      // css-loader's `[path][name]__[local]--[hash:base64:5]`.
      /__([a-z][A-Za-z\d-]*)--(?=[^A-Z\d]*[A-Z\d])[\w+-]{5}$/.exec(name)?.[1] ??
      /^[A-Za-z\d-]+_([a-z][A-Za-z\d-]*)__[\w+-]{5}$/.exec(name)?.[1] ??
      /^_?(?:[A-Za-z0-9-]+_)?_?([a-z][A-Za-z0-9-]*)_{1,3}(?=[^A-Z\d]*[A-Z\d])[A-Za-z0-9+-]{4,8}(?:_\d+)?$/.exec(name)?.[1];
    return local === undefined ? [name] : [name, local];
  });
}

/**
 * Names of components as the page knows them. Where it knows none, tags: Angular marks what stands in a template with the mark of its component's
 * element, which is one of those around.
 */
function componentsOf(element: CapturedElement, around: readonly CapturedElement[]): string[] {
  const names = new Set([element, ...around].flatMap(({ component }) => component.split(" < ")).filter((name) => name !== ""));
  const mark =
    Object.keys(element.attributes)
      .find((name) => name.startsWith("_ngcontent-"))
      ?.replace("content", "host") ?? "";
  const host = around.findIndex(({ attributes }) => Object.hasOwn(attributes, mark));
  return names.size > 0 || host < 0 ? [...names] : around.slice(host).map(({ tag }) => tag);
}

/** Components that drew an element: by its tag where that is a custom one, else by its classes. */
const drawersIn = weaklyMemoized((reader: CaptureReader) =>
  memoized((index: number) => {
    const { tag, attributes, component } = reader.element(index);
    const names = component === "" ? [...libraryNamesOf(classesOf({ attributes }), attributes)] : [];
    return [...(tag.includes("-") ? [tag] : []), ...names.flatMap(([name, grade]) => (grade > 2 ? [name] : []))];
  }),
);

const onPage = weaklyMemoized((reader: CaptureReader) => new Set([...reader.elements()].flatMap(({ index }) => drawersIn(reader)(index))));

function distantOf(reader: CaptureReader, { index, tag }: CapturedElement): Wanted["distant"] {
  const here = new Set([index, ...reader.ancestors(index)].flatMap((one) => drawersIn(reader)(one)));
  return { has: (name) => name !== tag && onPage(reader).has(name) && !here.has(name) };
}

function placeOf(reader: CaptureReader, { index, parent }: CapturedElement): Rank {
  const all = parent < 0 ? [index] : reader.children(parent);
  return { index: all.indexOf(index), count: all.length };
}

/** Elements below one that are looked at. */
const mostBelow = 200;

/** The elements below one in document order. */
function* elementsBelow(reader: CaptureReader, index: number): Generator<CapturedElement> {
  for (let at = index + 1; at < Math.min(reader.end(index), index + mostBelow); at++) yield reader.element(at);
}

const longestText = 300;

function textBelow(reader: CaptureReader, { index }: CapturedElement): string {
  let text = ` ${reader.element(index).text.slice(0, longest)}`;
  for (const one of elementsBelow(reader, index)) {
    if (text.length >= longestText) break;
    text += ` ${one.text}`;
  }
  return text;
}

const mostSpeaking = 2;

/** The first elements below with a text or a name of their own. */
function speakingBelow(reader: CaptureReader, { index }: CapturedElement): CapturedElement[] {
  return [...elementsBelow(reader, index)]
    .filter((one) => one.text.trim().length > shortest || testIdOf(one) !== undefined || one.attributes["aria-label"] !== undefined)
    .slice(0, mostSpeaking);
}

const mostBefore = 2;
const farthestBefore = 60;

/** The first texts of the elements before one. */
function textsBefore(reader: CaptureReader, index: number): string[] {
  const found = new Set<string>();
  for (let at = index - 1; at >= Math.max(0, index - farthestBefore) && found.size < mostBefore; at--) {
    const text = joinSpace(reader.element(at).text);
    if (/\p{L}{2}/u.test(text)) found.add(begin(text));
  }
  return [...found];
}

function routeOf(url: string): string[] {
  const [, path = ""] = /^\w+:\/\/[^/]*([^?]*)/.exec(url) ?? [];
  return namesOfPath(path.replaceAll("#", "/"));
}

const resourcesOf = weaklyMemoized(({ capture: { metadata, network } }: CaptureReader): Wanted["resources"] => {
  const origin = /^[a-z]+:\/\/[^/]*/i.exec(metadata.url)?.[0] ?? "";
  return {
    paths: network.flatMap(({ url }) => (url.startsWith(`${origin}/`) ? [url.slice(origin.length + 1)] : [])),
    count: network.length,
  };
});

/** Elements that a component draws around one with what it was handed. */
const mostOuter = 3;

/** So many elements around are looked at. */
export const mostLevels = 8;
