import { onceForList } from "./cached-parser.js";
import { type Features, pointsOf } from "./weights.js";

/** Where the element is written into the page, where the component that draws it is, or where its text comes from. */
export type PlaceKind = "use" | "definition" | "data";

/** A place in the sources that may have made the element. */
export interface Place {
  readonly file: string;
  /** Text of the file. */
  readonly text: string;
  /** Where in it the place begins and ends. */
  readonly range: readonly [from: number, to: number];
  readonly features: Features;
  /** As the page states it; else that of `range`. */
  readonly column?: number | undefined;
  /** Log odds of these. */
  readonly points: number;
  readonly is: PlaceKind;
  readonly evidence: readonly string[];
  /** The tag there; empty where none is written. */
  readonly tag: string;
  /** The component that it is written in, as far as its name is known. */
  readonly component: string;
  /** Whether the element's text or name is written there. */
  readonly isText: boolean;
}

type Known = Pick<Place, "file" | "text" | "is" | "evidence" | "features"> & Partial<Place>;

/** A place without a tag. */
export function plainPlace(place: Known, from: number, to = from): Place {
  return { tag: "", component: "", isText: false, points: pointsOf(place.features), range: [from, to], ...place };
}

/** The same place with more findings. */
export function withFeatures(place: Place, more: Features, ...words: readonly string[]): Place {
  return {
    ...place,
    features: { ...place.features, ...more },
    points: place.points + pointsOf(more),
    evidence: [...place.evidence, ...words],
  };
}

/** Line and column of an offset, from 1. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const starts = lineStarts([text]);
  let [line, below] = [1, starts.length];
  while (line < below) {
    const middle = Math.ceil((line + below) / 2);
    if ((starts[middle - 1] ?? 0) <= offset) line = middle;
    else below = middle - 1;
  }
  return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
}

/** Where a line begins, from 1; 0 for one that the text does not have. */
export const lineStart = (text: string, line: number): number => lineStarts([text])[line - 1] ?? 0;

/** Where the lines of a text begin: of the last one alone, which is asked for thousands of offsets. */
const lineStarts = onceForList(([text = ""]: readonly string[]): readonly number[] => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
});
