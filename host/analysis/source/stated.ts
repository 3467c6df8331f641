import { lineStart, type Place, plainPlace, positionOf, withFeatures } from "./place.js";
import type { Features } from "./weights.js";

/** A place that the page itself states of an element, as far as it lies in the project. */
export interface Stated {
  readonly file: string;
  readonly text: string;
  /** Undefined where only the file is stated: Vue names that of the component. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** How many elements up it is stated; of one element first its own tag, then where the components are used that draw nothing else. */
  readonly up: number;
  readonly position: number;
}

/** Notes of the places what the page states, and takes in the lines and files that it states where nothing else fits. */
export function withStated(places: readonly Place[], stated: readonly Stated[]): Place[] {
  const files = new Set(stated.map(({ file }) => file));
  const stands = new Set<string>();
  const all = places.map((place) => {
    if (!files.has(place.file)) return place;
    const { line } = positionOf(place.text, place.range[0]);
    stands.add(place.file).add(`${place.file}:${line}`);
    const here = stated.find((one) => one.up === 0 && one.file === place.file && one.line === line);
    const inFile = stated.find((one) => one.file === place.file);
    if (here !== undefined) return { ...withFeatures(place, ...noted(here)), column: here.column };
    return inFile === undefined ? place : withFeatures(place, ...noted({ ...inFile, line: undefined }));
  });
  const missing = stated.filter((one) => !stands.has(nameOf(one)));
  const first = missing.filter((one, at) => missing.findIndex((other) => nameOf(other) === nameOf(one)) === at);
  return [...all, ...first.map(placeFor)];
}

const nameOf = ({ file, line }: Stated) => (line === undefined ? file : `${file}:${line}`);

function noted({ line, up, position }: Stated): readonly [Features, words: string] {
  const words = `${line === undefined ? "file" : "source marker"} ${up === 0 ? "of the element" : `of an element ${up} up`}`;
  if (line === undefined || up > 0) return [{ statedFile: 1 / (up + 1) }, words];
  return [position === 0 ? { stated: 1 } : { statedUse: 1 / position }, words];
}

/** The stated line, or the begin of the file. */
function placeFor(stated: Stated): Place {
  const { file, text, line, column } = stated;
  const [features, words] = noted(stated);
  const place = { file, text, column, features, evidence: [words] };
  return plainPlace({ ...place, is: line === undefined ? "definition" : "use" }, line === undefined ? 0 : lineStart(text, line));
}
