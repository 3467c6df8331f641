import { weaklyMemoized } from "./memoized.js";
import type { CaptureReader } from "./reader.js";

/** A tag and the line on which it stands as the page states it. */
export interface MarkedTag {
  readonly tag: string;
  readonly line: number;
}

/** Reads a place of a source as captures name it: `path`, `path:line` or `path:line:column`. */
export function readPlace(stated: string) {
  const [, path = "", line, column] = /^(.*?)(?::(\d{1,7}))?(?::(\d{1,7}))?$/s.exec(stated) ?? [];
  return { path, line: line === undefined ? undefined : Number(line), column: column === undefined ? undefined : Number(column) };
}

/** An element's own place; then those where the components are used that draw nothing around it. */
export function placesOf(source: string): string[] {
  return source.split(separator).filter((place) => place !== "");
}

export function joinPlaces(places: readonly string[]): string {
  return places.join(separator);
}

const separator = " < ";

/** Whether tools run between a file of this kind and what reports its lines: Svelte's preprocessors, splitters of routes. */
export function mayBeMoved(path: string): boolean {
  return /\.(?:svelte|[jt]sx)$/.test(path);
}

/** More of them decide nothing, and a page can state as many as it likes. */
const mostMarked = 1_000;

/** All tags of a capture that state a line of a file, by its path as they state it. */
export const markedIn = weaklyMemoized((reader: CaptureReader): ReadonlyMap<string, readonly MarkedTag[]> => {
  const found = new Map<string, Map<string, MarkedTag>>();
  for (const { source, tag } of reader.elements()) {
    const [own = ""] = placesOf(source);
    const { path, line = 0 } = readPlace(own);
    if (line === 0) continue;
    const ofFile = found.get(path) ?? new Map<string, MarkedTag>();
    if (ofFile.size < mostMarked) ofFile.set(`${line} ${tag}`, { tag, line });
    found.set(path, ofFile);
  }
  return new Map([...found].map(([path, marked]) => [path, [...marked.values()]]));
});

/** Longest text of `markedText`, in characters: part of an address. */
export const markedMaxChars = 4_000;

/** What a page states of the other tags in the files of a source, as text: `h1:5 p:6`, for each of its places. Empty where no line can be moved. */
export function markedText(reader: CaptureReader, source: string): string {
  const paths = placesOf(source).map((place) => readPlace(place).path);
  if (!paths.some(mayBeMoved)) return "";
  const room = Math.floor(markedMaxChars / paths.length) - separator.length;
  const texts = paths.map((path) => {
    let text = "";
    for (const { tag, line } of mayBeMoved(path) ? (markedIn(reader).get(path) ?? []) : []) {
      const next = `${text === "" ? "" : " "}${tag}:${line}`;
      if (text.length + next.length > room) break;
      text += next;
    }
    return text;
  });
  return texts.join(separator);
}

/** Reads such a text: the tags for each place of the source. */
export function markedOf(text: string): MarkedTag[][] {
  return text.split(separator).map((part) =>
    part.split(" ").flatMap((one) => {
      const [, tag = "", line] = /^(.+):(\d{1,7})$/.exec(one) ?? [];
      return tag === "" ? [] : [{ tag, line: Number(line) }];
    }),
  );
}
