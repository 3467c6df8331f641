import { liftNear } from "../analysis/source/anchors.js";
import { cachedParser } from "../analysis/source/cached-parser.js";
import { definitionsIn } from "../analysis/source/components.js";
import type { Messages } from "../analysis/source/context.js";
import { drawnBy } from "../analysis/source/drawn.js";
import { isTemplateFile, resolvePath } from "../analysis/source/files.js";
import { isIconTag } from "../analysis/source/library-names.js";
import { decodePath } from "../analysis/source/loaded.js";
import { isMessageFile, keysFor, type Message, messagesIn, textsByKey } from "../analysis/source/messages.js";
import { type Needles, needlesOf } from "../analysis/source/needles.js";
import { type Place, positionOf } from "../analysis/source/place.js";
import { breakTies, rankPlaces, type SourceCandidate, withoutGuesses } from "../analysis/source/rank.js";
import { noRegion, type Region, regionOf } from "../analysis/source/region.js";
import { onlyAround, placesIn } from "../analysis/source/search.js";
import { readSource } from "../analysis/source/source-text.js";
import { isComponentTag, type SourceText } from "../analysis/source/tags.js";
import { makeTrueLines } from "../analysis/source/true-lines.js";
import type { Marker, Wanted } from "../analysis/source/wanted.js";
import { type OriginalPlace, originalPlace } from "../analysis/styles/source-map.js";
import type { Capture } from "../contract/capture.js";
import { readPlace } from "../contract/stated-lines.js";
import type { SourceFiles } from "./context.js";
import { loadedClosure, readAll } from "./loaded-closure.js";

/** The places in the project that most likely made an element, best first, at most five. */
export async function findCandidates(sources: SourceFiles, asked: Wanted): Promise<SourceCandidate[]> {
  const files = await sources.list();
  const known = new Set(files);
  const messages = asked.shown.length > 0 ? await readMessages(sources, files) : [];
  const wanted = { ...withKeys(asked, messages), markers: await withTrueLines(sources, asked, known) };
  const loaded = wanted.tag === "" ? undefined : await loadedClosure(sources, wanted, known);
  const templates = files.filter((path) => isTemplateFile(path) && loaded?.has(path) !== false);
  const places = await searchTemplates(sources, templates, wanted, messages);
  return merge(
    await markedPlaces(sources, wanted, known),
    await liftFiles(sources, rankPlaces(breakTies(places, wanted.duplicates, wanted.sameTexts)), wanted, known),
  );
}

/** Below it what stands around the element is asked too. */
const weakScore = 0.6;

const messagesOfFile = cachedParser(messagesIn);

/** All messages of the project. */
async function readMessages(sources: SourceFiles, files: readonly string[]): Promise<Message[]> {
  const found: (readonly Message[])[] = [];
  await readAll(sources, files.filter(isMessageFile), (path, text) => found.push(messagesOfFile(path, text)));
  return found.flat();
}

function withKeys(wanted: Wanted, messages: readonly Message[]): Wanted {
  return { ...wanted, keys: new Set(keysFor(messages, wanted.shown)) };
}

let last: { readonly messages: readonly Message[]; readonly texts: Messages } | undefined;

/** The same object as long as the messages are the same: what was read with them is cached beside it. */
function textsOf(messages: readonly Message[]): Messages {
  const isSame = last?.messages.length === messages.length && last.messages.every((one, at) => one === messages[at]);
  if (last === undefined || !isSame) last = { messages, texts: textsByKey(messages) };
  return last.texts;
}

/**
 * A tag can fit by its kind and place alone: in a project of ordinary size every template is read tag by tag. In a large one those with the most
 * of the element's words are.
 */
async function searchTemplates(
  sources: SourceFiles,
  templates: readonly string[],
  wanted: Wanted,
  messages: readonly Message[],
): Promise<Place[]> {
  const isLarge = templates.length > largeProject;
  const texts: SourceText[] = [];
  await readAll(sources, isLarge ? await likeliest(sources, templates, needlesOf(wanted)) : templates, (file, text) =>
    texts.push(readSource(file, text)),
  );
  const project = { messages: textsOf(messages), drawn: drawnBy(texts) };
  const look = (other: Wanted, region: Region) => texts.flatMap((source) => placesIn(source, other, region));
  if (wanted.tag === "") return look(wanted, noRegion);
  const region = regionOf(texts, wanted, project);
  const places = look(wanted, region);
  const isKnown = wanted.markers.some(({ source, up }) => up === 0 && /:\d+$/.test(source));
  if (isKnown || (rankPlaces(places)[0]?.score ?? 0) >= weakScore) return places;
  return liftNear(places, wanted, region, texts, (asked) => {
    const other = withKeys(asked, messages);
    return look(other, regionOf(texts, other, project));
  });
}

/** Of a large project the templates that hold the element's own words, then those with the most of the others. */
async function likeliest(sources: SourceFiles, templates: readonly string[], { strong, weak }: Needles): Promise<string[]> {
  const found: { path: string; points: number }[] = [];
  await readAll(sources, templates, (path, text) => {
    const own = strong.some((needle) => text.includes(needle)) ? weak.length : 0;
    const points = own + weak.filter((needle) => text.includes(needle)).length;
    if (points > 0) found.push({ path, points });
  });
  return found
    .sort((a, b) => b.points - a.points)
    .slice(0, mostLooks)
    .map(({ path }) => path);
}

/** The places where a component is defined. */
export async function findComponent(sources: SourceFiles, name: string): Promise<SourceCandidate[]> {
  const places: Place[] = [];
  await readAll(sources, (await sources.list()).filter(isTemplateFile), (path, text) => {
    places.push(...definitionsIn(path, text, name));
  });
  return rankPlaces(places);
}

/**
 * The lines around a place, numbered: three before and after it; below a tag of many lines, there or in what is shown, also its end and what it begins
 * with, as far as the text that is asked about; empty when the file is gone.
 */
export async function codeAround(sources: SourceFiles, { file, line }: SourceCandidate, around = 3, asked = ""): Promise<string> {
  const text = await sources.read(file);
  if (text === undefined) return "";
  const lines = text.split("\n");
  const tag = readSource(file, text).tags.find(({ offset }) => Math.abs(positionOf(text, offset).line - line - around / 2) <= around / 2);
  const end = tag === undefined ? 0 : positionOf(text, tag.opened).line + 1;
  const ends = asked === "" ? -1 : lines.slice(line - 1, line + longestTag).findIndex((one) => one.includes(asked));
  const last = Math.min(Math.max(line + around, end, line + ends), line + longestTag);
  const first = Math.max(1, line - around);
  const shown = lines.slice(first - 1, last);
  const indents = shown.filter((one) => one.trim() !== "").map((one) => one.length - one.trimStart().length);
  const indent = Math.min(...indents);
  return shown.map((one, index) => `${first + index}: ${one.slice(indent, indent + 160)}`).join("\n");
}

/** Lines of a tag that are shown. */
const longestTag = 10;

const largeProject = 3_000;
/** Files of a large project that are read tag by tag in one go. */
const mostLooks = 600;

/** The element's own tag, and where components that draw nothing else around it are used; then those of elements around. */
const ownScores = [0.99, 0.97, 0.9, 0.85];
/** The tag that draws it, where the component's use is asked for and no marker names it. */
const drawnScore = 0.78;
/** Near to the element, and hardly ever its own place. */
const aroundScore = 0.3;

/** Places that a marker names with their line. A tag that takes its attributes from outside comes after the place where its component is used. */
async function markedPlaces(sources: SourceFiles, { markers }: Wanted, files: ReadonlySet<string>): Promise<SourceCandidate[]> {
  const located: { file: string; line: number; column: number | undefined; up: number }[] = [];
  for (const { source, up } of markers) {
    const { path, line, column } = readPlace(source);
    const file = resolvePath(path, files);
    if (file !== undefined && line !== undefined) located.push({ file, line, column, up });
    else if (line !== undefined && column !== undefined) {
      const original = await builtFrom(sources, path, line, column);
      const from = original === undefined ? undefined : resolvePath(original.source, files);
      if (original !== undefined && from !== undefined) located.push({ ...original, file: from, up });
    }
  }
  const own = located.filter(({ up }) => up === 0);
  const [first, second, ...others] = own;
  const isOpen = first !== undefined && (await isOpenEnded(sources, first));
  const ordered = isOpen && second !== undefined ? [second, first, ...others] : own;
  const scoreOf = (place: (typeof own)[number], position: number) => {
    if (place.up > 0) return aroundScore / place.up;
    return isOpen && own.length === 1 ? drawnScore : (ownScores[position] ?? 0.8);
  };
  const around = located.filter(({ up }) => up > 0);
  return [...ordered, ...around].map((place, position): SourceCandidate => {
    const { file, line, column, up } = place;
    const is = isOpen && place === first ? "definition" : "use";
    const score = scoreOf(place, position);
    return { file, line, ...(column === undefined ? {} : { column }), is, score, evidence: `source marker ${whose(up)}` };
  });
}

/** What mends lines of a project's files, by what a page states of the tags in each. */
export function trueLinesIn(sources: SourceFiles, files: ReadonlySet<string>, marked: ReturnType<Wanted["marked"]>) {
  return makeTrueLines({ fileOf: (path) => resolvePath(path, files), read: (file) => sources.read(file), marked });
}

/** Markers with lines of the file on the disk; those whose lines are not, and cannot be mended, name the file alone. */
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

async function isOpenEnded(sources: SourceFiles, { file, line }: { readonly file: string; readonly line: number }): Promise<boolean> {
  const text = (await sources.read(file)) ?? "";
  return readSource(file, text).tags.some((tag) => tag.isOpenEnded && positionOf(text, tag.offset).line === line);
}

function whose(up: number): string {
  return up === 0 ? "of the element" : `of an element ${up} up`;
}

/** What a place gains in the file that a marker without a line names: the component's, of which the element is a part. */
const fileGain = 0.05;
/** What a use keeps in another file than those that the page names: the component's name can stand for another one. */
const otherFileShare = 0.6;
/** A place in the file where nothing in it fits. */
const fileScore = 0.3;

/** Vue names the file of a component, and no line in it: it lifts what was found there. */
async function liftFiles(
  sources: SourceFiles,
  found: readonly SourceCandidate[],
  { markers }: Wanted,
  files: ReadonlySet<string>,
): Promise<SourceCandidate[]> {
  const lifted = new Map<string, number>();
  for (const { source, up } of markers) {
    const { path, line } = readPlace(source);
    const file = line === undefined ? resolvePath(path, files) : undefined;
    if (file !== undefined && !lifted.has(file)) lifted.set(file, up);
  }
  const isOwnKnown = [...lifted.values()].includes(0);
  const places = found.map((candidate) => {
    const up = lifted.get(candidate.file);
    if (up === undefined)
      return isOwnKnown && candidate.is === "use" ? { ...candidate, score: candidate.score * otherFileShare } : candidate;
    const score = Math.min(0.95, Math.round((candidate.score + fileGain / (up + 1)) * 100) / 100);
    return { ...candidate, score, evidence: `${candidate.evidence}; file ${whose(up)}` };
  });
  const unseen = [...lifted].filter(([file]) => !found.some((candidate) => candidate.file === file));
  const drawers = await Promise.all(unseen.map(([file, up]) => drawersIn(sources, file, up)));
  // What knows nothing does not push out what the page names.
  return [...places.filter(({ evidence }) => unseen.length === 0 || evidence !== onlyAround), ...drawers.flat()];
}

const mostDrawers = 3;

/** Uses of components with nothing written in them, which can draw what is written nowhere in a file; its first line where it has none. */
async function drawersIn(sources: SourceFiles, file: string, up: number): Promise<SourceCandidate[]> {
  const text = (await sources.read(file)) ?? "";
  const source = readSource(file, text);
  const empty = source.tags.filter((tag) => isComponentTag(tag.tag) && tag.closed === tag.opened && !isIconTag(tag, source));
  const place = { file, score: fileScore / (up + 1) };
  if (up > 0 || empty.length === 0) return [{ ...place, line: 1, is: "definition", evidence: `file ${whose(up)}` }];
  return empty
    .slice(0, mostDrawers)
    .map(({ tag, offset }) => ({ ...place, ...positionOf(text, offset), is: "use", evidence: `<${tag}> in the file ${whose(up)}` }));
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

const most = 5;

/** A marked place and a found one on the same line are one. */
function merge(marked: readonly SourceCandidate[], found: readonly SourceCandidate[]): SourceCandidate[] {
  const all = [...marked];
  for (const candidate of found) {
    const same = all.findIndex(({ file, line }) => file === candidate.file && line === candidate.line);
    const known = all[same];
    if (known === undefined) all.push(candidate);
    else all[same] = { ...known, score: Math.max(known.score, candidate.score), evidence: `${known.evidence}; ${candidate.evidence}` };
  }
  return withoutGuesses(all)
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
}
