import { definitionsIn } from "../analysis/source/components.js";
import { isTemplateFile, resolvePath } from "../analysis/source/files.js";
import { isMessageFile, keysFor } from "../analysis/source/messages.js";
import { needlesOf } from "../analysis/source/needles.js";
import { type Candidate, rankPlaces } from "../analysis/source/rank.js";
import { type Place, placesIn, surePoints } from "../analysis/source/search.js";
import { creditUses } from "../analysis/source/uses.js";
import type { Wanted } from "../analysis/source/wanted.js";
import type { SourceFiles } from "./context.js";

/** The places in the project that most likely made an element, best first, at most five. */
export async function findCandidates(sources: SourceFiles, wanted: Wanted): Promise<Candidate[]> {
  const files = await sources.list();
  const known = new Set(files);
  const keys = new Set<string>();
  if (wanted.shown.length > 0) {
    await readAll(sources, files.filter(isMessageFile), (path, text) => {
      for (const key of keysFor(path, text, wanted.shown)) keys.add(key);
    });
  }
  const places = await searchTemplates(sources, files.filter(isTemplateFile), wanted, keys);
  return merge(toldPlaces(wanted, known), liftFiles(rankPlaces(creditUses(places)), wanted, known));
}

/**
 * A tag can fit by its kind and place alone: in a project of ordinary size every template is read tag by tag. In a large one those that hold
 * the element's own words are, and the others with some of its words only when that found nothing sure; of too many those with the most words.
 */
async function searchTemplates(
  sources: SourceFiles,
  templates: readonly string[],
  wanted: Wanted,
  keys: ReadonlySet<string>,
): Promise<Place[]> {
  const places: Place[] = [];
  let isSure = false;
  const look = (path: string, text: string) => {
    const found = placesIn(path, text, wanted, keys);
    isSure ||= found.some(({ points }) => points >= surePoints);
    places.push(...found);
  };
  if (templates.length <= largeProject) {
    await readAll(sources, templates, look);
    return places;
  }
  const { strong, weak } = needlesOf(wanted, keys);
  const later: Later[] = [];
  let looks = 0;
  await readAll(sources, templates, (path, text) => {
    const isStrong = strong.some((needle) => text.includes(needle));
    if (isStrong && looks++ < mostLooks) look(path, text);
    else if (isStrong || !isSure) later.push({ path, isStrong, words: weak.filter((needle) => text.includes(needle)).length });
  });
  await readAll(sources, bestOf(later, isSure), look);
  return places;
}

/** A file that was not read tag by tag, and how many of the element's words it holds. */
interface Later {
  readonly path: string;
  readonly isStrong: boolean;
  readonly words: number;
}

function bestOf(later: readonly Later[], isSure: boolean): string[] {
  return later
    .filter(({ isStrong, words }) => isStrong || (!isSure && words > 0))
    .sort((a, b) => Number(b.isStrong) - Number(a.isStrong) || b.words - a.words)
    .slice(0, mostLooks)
    .map(({ path }) => path);
}

/** The places where a component is defined. */
export async function findComponent(sources: SourceFiles, name: string): Promise<Candidate[]> {
  const places: Place[] = [];
  await readAll(sources, (await sources.list()).filter(isTemplateFile), (path, text) => {
    places.push(...definitionsIn(path, text, name));
  });
  return rankPlaces(places);
}

/** Lines around a place, each with its number, without the indentation that all share; empty when the file is gone. */
export async function codeAround(sources: SourceFiles, { file, line }: Candidate, around = 3): Promise<string> {
  const lines = (await sources.read(file))?.split("\n") ?? [];
  const first = Math.max(1, line - around);
  const shown = lines.slice(first - 1, line + around);
  const indents = shown.filter((text) => text.trim() !== "").map((text) => text.length - text.trimStart().length);
  const indent = Math.min(...indents);
  return shown.map((text, index) => `${first + index}: ${text.slice(indent, indent + 160)}`).join("\n");
}

const largeProject = 3_000;
/** Files of a large project that are read tag by tag in one go. */
const mostLooks = 600;
const atOnce = 32;

/** Reads files side by side and hands each text over. */
async function readAll(sources: SourceFiles, paths: readonly string[], take: (path: string, text: string) => void): Promise<void> {
  const queue = paths.values();
  const worker = async () => {
    for (const path of queue) {
      const text = await sources.read(path);
      if (text !== undefined) take(path, text);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Places that a marker names with their line. */
function toldPlaces({ markers }: Wanted, files: ReadonlySet<string>): Candidate[] {
  return markers.flatMap(({ source, up }) => {
    const { path, line, column } = readMarker(source);
    const file = resolvePath(path, files);
    if (file === undefined || line === undefined) return [];
    const place = { file, line, score: up === 0 ? 0.99 : 0.6 / up, evidence: `source marker ${whose(up)}` };
    return [column === undefined ? place : { ...place, column }];
  });
}

function readMarker(source: string): { path: string; line?: number; column?: number } {
  const [, path = "", line, column] = /^(.*?)(?::(\d+))?(?::(\d+))?$/.exec(source) ?? [];
  return { path, ...(line === undefined ? {} : { line: Number(line) }), ...(column === undefined ? {} : { column: Number(column) }) };
}

function whose(up: number): string {
  return up === 0 ? "of the element" : `of an element ${up} up`;
}

/** What a place gains in the file that a marker without a line names: the component's, of which the element is a part. */
const fileGain = 0.15;
/** The file's first line, where nothing in it fits. */
const fileScore = 0.3;

/** Vue tells the file of a component, and no line in it: it lifts what was found there. */
function liftFiles(found: readonly Candidate[], { markers }: Wanted, files: ReadonlySet<string>): Candidate[] {
  const lifted = new Map<string, number>();
  for (const { source, up } of markers) {
    const { path, line } = readMarker(source);
    const file = line === undefined ? resolvePath(path, files) : undefined;
    if (file !== undefined && !lifted.has(file)) lifted.set(file, up);
  }
  const places = found.map((candidate) => {
    const up = lifted.get(candidate.file);
    if (up === undefined) return candidate;
    const score = Math.min(0.98, Math.round((candidate.score + fileGain / (up + 1)) * 100) / 100);
    return { ...candidate, score, evidence: `${candidate.evidence}; file ${whose(up)}` };
  });
  const unseen = [...lifted].filter(([file]) => !found.some((candidate) => candidate.file === file));
  return [...places, ...unseen.map(([file, up]) => ({ file, line: 1, score: fileScore / (up + 1), evidence: `file ${whose(up)}` }))];
}

const most = 5;

/** A told place and a found one on the same line are one. */
function merge(told: readonly Candidate[], found: readonly Candidate[]): Candidate[] {
  const all = [...told];
  for (const candidate of found) {
    const same = all.findIndex(({ file, line }) => file === candidate.file && line === candidate.line);
    const known = all[same];
    if (known === undefined) all.push(candidate);
    else all[same] = { ...known, score: Math.max(known.score, candidate.score), evidence: `${known.evidence}; ${candidate.evidence}` };
  }
  return all.sort((a, b) => b.score - a.score).slice(0, most);
}
