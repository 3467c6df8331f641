import { cursorAfter, placeOf } from "../contract/capture-cursor.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { CaptureRow } from "../contract/operations.js";
import { pagesUnder } from "../contract/routing.js";
import { type CaptureEntry, newestFirst, type Place, rowOf } from "./capture-entry.js";
import type { CaptureIndex } from "./capture-index.js";
import { type Folder, factsInside } from "./folder.js";

export interface CaptureQuery {
  /** Pages of the same origin whose path is this one or below it. */
  readonly url?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** One page of rows, newest first. The cursor names the last row shown, so that captures arriving meanwhile move nothing. */
export async function listPage(
  index: CaptureIndex,
  folder: Folder,
  query: CaptureQuery,
): Promise<{ captures: CaptureRow[]; nextCursor?: string }> {
  let found = await select(index, query);
  if (!(await areUnchanged(folder, found))) {
    await index.verify();
    found = await select(index, query);
  }
  const shown = found.slice(0, limitOf(query));
  const last = shown.at(-1);
  const rows = shown.map(rowOf);
  return found.length === shown.length || last === undefined ? { captures: rows } : { captures: rows, nextCursor: cursorAfter(last) };
}

/** One row more than asked for, to see whether there are more. The newest entries are at hand; all are read when they do not suffice. */
async function select(index: CaptureIndex, query: CaptureQuery): Promise<CaptureEntry[]> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const isAsked = query.url === undefined ? () => true : pagesUnder(query.url);
  const wanted = limitOf(query) + 1;
  const view = await index.current({ newest: wanted });
  const found = take(view.recent, wanted, after, isAsked);
  return found.length === wanted || view.isWhole ? found : take((await index.current({ whole: true })).recent, wanted, after, isAsked);
}

function take(
  entries: readonly CaptureEntry[],
  wanted: number,
  after: Place | undefined,
  isAsked: (url: string) => boolean,
): CaptureEntry[] {
  const found: CaptureEntry[] = [];
  for (let index = after === undefined ? 0 : firstAfter(entries, after); index < entries.length && found.length < wanted; index++) {
    const entry = entries[index];
    if (entry !== undefined && entry.isDamaged !== true && isAsked(entry.url)) found.push(entry);
  }
  return found;
}

/** Where the entries behind a place begin, by halving. */
function firstAfter(entries: readonly CaptureEntry[], place: Place): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && newestFirst(entry, place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An edit in place leaves no trace in the folder: what is shown is looked at. */
async function areUnchanged(folder: Folder, entries: readonly CaptureEntry[]): Promise<boolean> {
  const facts = await factsInside(
    folder,
    entries.map(({ filename }) => filename),
  );
  return entries.every(({ bytes, modifiedMs }, index) => facts[index]?.bytes === bytes && facts[index]?.modifiedMs === modifiedMs);
}

function limitOf({ limit = limits.listDefault }: CaptureQuery): number {
  return Math.min(Math.max(1, limit), limits.listMax);
}

function readCursor(cursor: string): Place {
  const place = placeOf(cursor);
  if (place !== undefined) return place;
  throw new ServiceError("invalid-input", "cursor is none of this list's: pass the nextCursor of the page before, or none.");
}
