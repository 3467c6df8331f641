import { ServiceError } from "../contract/errors.js";

/** A place in an answer: how many rows of each of its tables were shown, and which capture they came from. */
export interface Place {
  readonly offsets: readonly number[];
  /** The random end of the capture's filename; undefined when the answer spoke of no capture. */
  readonly tag: string | undefined;
}

/** Writes a place in few characters: `40-1a2b3c`, or `5.12-1a2b3c` for two tables. */
export function writeCursor(offsets: readonly number[], capture: string | undefined): string {
  const tag = capture === undefined ? undefined : tagOf(capture);
  return tag === undefined ? offsets.join(".") : `${offsets.join(".")}-${tag}`;
}

/** Reads what `writeCursor` wrote. Throws ServiceError `invalid-input`. */
export function readCursor(cursor: string | undefined): Place {
  if (cursor === undefined) return { offsets: [], tag: undefined };
  const match = /^(\d{1,7}(?:\.\d{1,7}){0,19})(?:-([0-9a-f]{6}))?$/.exec(cursor);
  if (match === null)
    throw new ServiceError("invalid-input", "cursor: this is none. Pass nextCursor of the answer that was cut, as it is.");
  return { offsets: (match[1] ?? "").split(".").map(Number), tag: match[2] };
}

/** The six hex digits at the end of a capture's filename. */
export function tagOf(filename: string): string | undefined {
  return /-([0-9a-f]{6})\.json$/.exec(filename)?.[1];
}
