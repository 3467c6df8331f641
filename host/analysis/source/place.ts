/** Where the element is written into the page, where the component that draws it is, or where its text comes from. */
export type PlaceKind = "use" | "definition" | "data";

/** A place in the sources that may have made the element. Line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly points: number;
  readonly is: PlaceKind;
  readonly evidence: readonly string[];
  /** The tag there; empty where none is written. */
  readonly tag: string;
  /** The component that it is written in, as far as its name is known. */
  readonly component: string;
  /** Where in the file it begins and ends. */
  readonly range: readonly [from: number, to: number];
  /** Whether an expression decides if it is there. */
  readonly isConditional: boolean;
  /** Whether the element's text or name is written there. */
  readonly isText: boolean;
  /** Whether nothing stands in its tag. */
  readonly isEmpty: boolean;
  /** Of the points those for the tag itself, without what stands around it. */
  readonly local: number;
  /** Whether what the element shows comes from a use of that component. */
  readonly isPassed: boolean;
}

/** What a place has where no tag is written. */
export const noTag = { tag: "", component: "", isPassed: false, isConditional: false } as const;

/** Line and column of an offset, from 1. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
