import { mostJudged, withAnchors } from "../analysis/source/anchors.js";
import { onceForList } from "../analysis/source/cached-parser.js";
import { definitionsIn } from "../analysis/source/components.js";
import { isTemplateFile, kindOfFile, resolvePath } from "../analysis/source/files.js";
import { decodePath } from "../analysis/source/loaded.js";
import { type Place, plainPlace, positionOf, withFeatures } from "../analysis/source/place.js";
import { likeliest, likelyPlaces, rankPlaces, type SourceCandidate } from "../analysis/source/rank.js";
import { reachOf } from "../analysis/source/reach.js";
import { regionOf } from "../analysis/source/region.js";
import { placesIn } from "../analysis/source/search.js";
import { readData, readSource } from "../analysis/source/source-text.js";
import { type Stated, withStated } from "../analysis/source/stated.js";
import type { SourceText } from "../analysis/source/tags.js";
import { begin, shortest } from "../analysis/source/texts.js";
import { themeFile } from "../analysis/source/themes.js";
import { type Marker, nothingWanted, type Wanted } from "../analysis/source/wanted.js";
import { type OriginalPlace, originalPlace } from "../analysis/styles/source-map.js";
import { makeTrueLines } from "../analysis/true-lines.js";
import type { Capture } from "../contract/capture.js";
import { limits } from "../contract/limits.js";
import { weaklyMemoized } from "../contract/memoized.js";
import { readPlace } from "../contract/stated-lines.js";
import type { SourceFiles } from "./context.js";
import { loadedClosure, readAll } from "./loaded-closure.js";
import { findWritten, isDataFile } from "./written-text.js";

/** The places in the project that most likely made an element, best first, at most five. The same files are judged once for an element. */
export async function findCandidates(sources: SourceFiles, asked: Wanted): Promise<SourceCandidate[]> {
  if (asked.tag === "") return rankPlaces(await findPlaces(sources, asked));
  const search = await gather(sources, asked);
  const known = rankedIn(search.texts)(asked);
  const key = JSON.stringify([search.wanted.markers, search.stated.map(({ text: _text, ...place }) => place)]);
  const ranked = known.get(key) ?? rankPlaces(searchTemplates(search));
  known.set(key, ranked);
  return ranked;
}

const rankedIn = onceForList((_texts: readonly SourceText[]) => weaklyMemoized((_asked: Wanted) => new Map<string, SourceCandidate[]>()));

/** All places that may have made one of the elements that show a text; where these are guesses, those of the words alone. */
export async function findPlacesOfText(sources: SourceFiles, shown: readonly Wanted[], text: string): Promise<Place[]> {
  const best = new Map<string, Place>();
  for (const asked of shown) {
    for (const place of await findPlaces(sources, asked)) {
      const found = place.isText || place.text.includes(text) ? withFeatures(place, { asked: 1 }) : place;
      const key = `${place.file}:${place.range[0]}`;
      if (found.points > (best.get(key)?.points ?? Number.NEGATIVE_INFINITY)) best.set(key, found);
    }
  }
  const places = [...best.values()];
  if (rankPlaces(places).length === 0) return findPlaces(sources, { ...nothingWanted, shown: [text] });
  return withData(sources, places, text);
}

/** All places in the project that may have made an element, with what speaks for each. */
export async function findPlaces(sources: SourceFiles, asked: Wanted): Promise<Place[]> {
  const places = searchTemplates(await gather(sources, asked));
  const [text] = asked.tag === "" ? asked.shown : [];
  return text === undefined ? places : withData(sources, places, text);
}

interface Search {
  readonly wanted: Wanted;
  readonly texts: readonly SourceText[];
  readonly stated: readonly Stated[];
}

/** Templates are read tag by tag, as a tag can fit by kind and place alone; in a large project those with the most of the words. */
async function gather(sources: SourceFiles, asked: Wanted): Promise<Search> {
  const files = await sources.list();
  const known = new Set(files);
  const wanted = { ...asked, markers: await withTrueLines(sources, asked, known) };
  const loaded = wanted.tag === "" ? undefined : await loadedClosure(sources, wanted, known);
  const stated = await statedOf(sources, wanted, known);
  const isOnPage = (path: string) => loaded?.has(path) !== false || stated.some(({ file }) => file === path);
  // Of equal places the one in a file that the page names is first.
  const named = new Set(wanted.resources.paths.map((path) => resolvePath(decodePath(path), known)));
  const templates = files
    .filter((path) => isTemplateFile(path) && isOnPage(path))
    .toSorted((one, other) => Number(named.has(other)) - Number(named.has(one)));
  const texts: SourceText[] = [];
  const read = templates.length > largeProject ? await withMostWords(sources, templates, wanted) : templates;
  await readAll(sources, read, (file, text) => texts.push(readSource(file, text)));
  const data = files.filter((path) => isDataFile(path) && !isTemplateFile(path) && kindOfFile(path) === undefined).slice(0, mostData);
  if (wanted.tag !== "") await readAll(sources, data, (file, text) => texts.push(readData(file, text)));
  const drawings = wanted.tag === "svg" ? files.filter((path) => path.endsWith(".svg")).slice(0, mostData) : [];
  await readAll(sources, drawings, (file, text) => texts.push(readData(file, text)));
  if (wanted.tag !== "") await readAll(sources, await themesIn(sources, files), (file, text) => texts.push(readData(file, text)));
  return { wanted, texts, stated };
}

/** Files with the themes of a project of Nuxt UI. */
async function themesIn(sources: SourceFiles, files: readonly string[]): Promise<string[]> {
  const folders = files.flatMap((path) => (/(?:^|\/)nuxt\.config\.[jt]s$/.test(path) ? [path.replace(/[^/]*$/, ".nuxt/ui/")] : []));
  const all = await Promise.all(
    folders.map(async (folder) => {
      const index = (await sources.read(`${folder}index.ts`)) ?? "";
      return [...index.matchAll(/default as \w+ \} from '\.\/([\w/-]+)'/g)].map(([, name]) => `${folder}${name}.ts`);
    }),
  );
  return all.flat();
}

/** With the data files that hold a text, where nothing else has it: no place is known to ask for it. */
async function withData(sources: SourceFiles, places: Place[], text: string): Promise<Place[]> {
  if (places.some(({ isText }) => isText)) return places;
  const files = (await sources.list()).filter((path) => isDataFile(path) && kindOfFile(path) !== "ofTests");
  const evidence = [`“${begin(text)}” is written here`];
  return [
    ...places,
    ...(await findWritten(sources, files, text)).map((found) =>
      plainPlace({ ...found, is: "data", features: { data: 1 }, evidence, isText: true }, found.offset),
    ),
  ];
}

/** Below it what stands around the element is asked too. */
const weakScore = 0.8;

function searchTemplates({ wanted, texts, stated }: Search): Place[] {
  const places = withStated(look(texts, wanted), stated);
  const isSure = wanted.tag === "" || (likelyPlaces(places)[0]?.[1] ?? 0) >= weakScore;
  return isSure ? places : withAnchors(places, wanted, reachOf(texts), anchorsIn(texts));
}

function look(texts: readonly SourceText[], wanted: Wanted): Place[] {
  const region = regionOf(texts, wanted);
  return texts.flatMap((source) => (themeFile.test(source.file) || source.file.endsWith(".svg") ? [] : placesIn(source, wanted, region)));
}

/** What made the elements around and below others: many have the same around them. */
const anchorsIn = onceForList((texts: readonly SourceText[]) =>
  weaklyMemoized((asked: Wanted) => likeliest(look(texts, asked), mostJudged)),
);

/** Of a large project the templates that hold the most of what is known of an element. */
async function withMostWords(
  sources: SourceFiles,
  templates: readonly string[],
  { shown, classes, components, testId, attributes }: Wanted,
): Promise<string[]> {
  const words = shown.flatMap((text) => text.split(" "));
  const needles = new Set([...shown, ...words, ...classes, ...components, testId, ...Object.values(attributes)]);
  const long = [...needles].filter(({ length }) => length > shortest);
  const found: { path: string; points: number }[] = [];
  await readAll(sources, namedFirst(templates, long), (path, text) => {
    found.push({ path, points: long.filter((needle) => text.includes(needle)).length });
  });
  return found
    .sort((a, b) => b.points - a.points)
    .slice(0, mostLooks)
    .map(({ path }) => path);
}

/** Of more files than are read those first whose paths hold one of the words. */
function namedFirst(paths: readonly string[], words: readonly string[]): readonly string[] {
  if (paths.length <= limits.sourceReadsMax) return paths;
  const fits = (path: string) => Number(words.some((word) => path.includes(word)));
  return paths.toSorted((one, other) => fits(other) - fits(one));
}

/** What a search has left out, for its answer; undefined where that is nothing. */
export async function leftOut(sources: SourceFiles): Promise<string | undefined> {
  const { length } = (await sources.list()).filter(isTemplateFile);
  if (length <= limits.sourceReadsMax) return undefined;
  return `Only ${limits.sourceReadsMax} of ${length} source files were searched, first those whose paths hold a word asked for.`;
}

export async function findComponent(sources: SourceFiles, name: string): Promise<SourceCandidate[]> {
  const places: Place[] = [];
  await readAll(sources, namedFirst((await sources.list()).filter(isTemplateFile), [name]), (path, text) => {
    places.push(...definitionsIn(path, text, name));
  });
  return rankPlaces(places);
}

/** The lines around a place, numbered; of a long tag its beginning and end too, up to the text asked about; empty when the file is gone. */
export async function codeAround(
  sources: SourceFiles,
  { file, line, is }: SourceCandidate,
  [before, after]: readonly [before: number, after: number] = [3, 3],
  asked = "",
): Promise<string> {
  const text = await sources.read(file);
  if (text === undefined) return "";
  const lines = text.split("\n");
  const tag = readSource(file, text).tags.find(({ offset }) => Math.abs(positionOf(text, offset).line - line - after / 2) <= after / 2);
  const end = tag === undefined ? 0 : positionOf(text, tag.opened).line + 1;
  const ends = asked === "" ? -1 : lines.slice(line - 1, line + longestTag).findIndex((one) => one.includes(asked));
  const last = Math.min(Math.max(line + after, end, line + ends), line + longestTag);
  const first = Math.max(1, line - before);
  const head = is === "definition" ? headOf(lines, line) : first;
  const shown = lines.slice(first - 1, last).map((one, index) => [first + index, one] as const);
  if (head < first) shown.unshift([head, lines[head - 1] ?? ""]);
  const indents = shown.filter(([, one]) => one.trim() !== "").map(([, one]) => one.length - one.trimStart().length);
  const indent = Math.min(...indents);
  return shown.map(([at, one]) => `${at}: ${one.slice(indent, indent + 160)}`).join("\n");
}

/** The line that opens the rule in which a declaration stands; its own where none does. */
function headOf(lines: readonly string[], line: number): number {
  let depth = 0;
  for (let at = line - 1; at > Math.max(0, line - farthestHead); at--) {
    const text = (lines[at - 1] ?? "").replace(/\/\/.*/, "");
    if (/^\s*\}/.test(text)) depth++;
    else if (/[{`]\s*$/.test(text) && depth-- === 0) return /[)>]\s*\{\s*$/.test(text) ? line : at;
  }
  return line;
}

const farthestHead = 40;

const longestTag = 10;

/** Data files that are read for the names of texts. */
const mostData = 200;
const largeProject = 3_000;
/** Files of a large project that are read tag by tag in one go. */
const mostLooks = 600;

/** What the page states of the element and those around it, as far as it lies in the project. */
async function statedOf(sources: SourceFiles, { markers }: Wanted, files: ReadonlySet<string>): Promise<Stated[]> {
  const found: Stated[] = [];
  for (const { source, up } of markers) {
    const { path, line, column } = readPlace(source);
    const own = resolvePath(path, files);
    const built =
      own === undefined && line !== undefined && column !== undefined ? await builtFrom(sources, path, line, column) : undefined;
    const named = own ?? (built === undefined ? undefined : resolvePath(built.source, files));
    const file = named === undefined || line !== undefined ? named : await templateOf(sources, named, files);
    const text = file === undefined ? undefined : await sources.read(file);
    if (file === undefined || text === undefined) continue;
    const at = built ?? { line, column };
    found.push({
      file,
      text,
      up,
      line: at.line,
      column: at.column,
      position: found.filter((one) => one.up === up && one.line !== undefined).length,
    });
  }
  return found;
}

/** The template of a component whose class a file is, as far as it has one; else the file. */
async function templateOf(sources: SourceFiles, file: string, files: ReadonlySet<string>): Promise<string> {
  const { template } = readSource(file, (await sources.read(file)) ?? "");
  return files.has(template) ? template : file;
}

/** What judges stated lines of a project's files, by what a page states of the tags in each. */
export function trueLinesIn(sources: SourceFiles, files: ReadonlySet<string>, marked: ReturnType<Wanted["marked"]>) {
  return makeTrueLines({ fileOf: (path) => resolvePath(path, files), read: (file) => sources.read(file), marked });
}

/** Markers with lines of the file on the disk; those whose lines are not name the file alone. */
function withTrueLines(sources: SourceFiles, { markers, marked }: Wanted, files: ReadonlySet<string>): Promise<Marker[]> {
  const trueLine = trueLinesIn(sources, files, marked());
  return Promise.all(markers.map(async (marker) => ({ ...marker, source: (await trueLine(marker.source)) ?? marker.source })));
}

/** Where a place in a built script comes from: its source map lies beside it, in a folder that git ignores. */
async function builtFrom(sources: SourceFiles, path: string, line: number, column: number): Promise<OriginalPlace | undefined> {
  if (!/\.[cm]?js$/.test(path)) return undefined;
  const parts = decodePath(path).split("/");
  for (let skip = 0; skip < parts.length - 1; skip++) {
    const map = await sources.read(`${parts.slice(skip).join("/")}.map`);
    const original = map === undefined ? undefined : originalPlace(map, line, column);
    if (original !== undefined) return { ...original, source: decodePath(original.source) };
  }
  return undefined;
}

/** An answer with so much needs no help. */
const sure = 0.8;

/** What the page's own world would add to a weak answer; undefined where it was asked, or where no development server is seen. */
export function pageWorldHint({ metadata, network }: Capture, [best]: readonly SourceCandidate[]): string | undefined {
  const { components, frameworks } = metadata;
  const isAsked = components === "page-world" || components === "xray";
  const isServed = frameworks.length > 0 || network.some(({ url }) => /\/@(vite|react-refresh|fs)\b/.test(url));
  if (isAsked || !isServed || (best?.score ?? 0) >= sure) return undefined;
  if (network.some(({ url }) => /\/@solid-refresh\b/.test(url)))
    return "Not sure. Solid leaves no place on the page by itself. With the locator of solid-devtools' Vite plugin ({ locator: { jsxLocation: true } }) each element has its line in data-source-loc, which captures read.";
  return `Not sure. On a development server ${frameworks[0]?.name ?? "the framework"} can name the file, often the line: ask the user to switch on "Show file and line" in the sidebar and to capture again.`;
}
