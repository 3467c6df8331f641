import { basename } from "node:path";
import type { Capture } from "../contract/capture.js";
import { cursorAfter, placeOf } from "../contract/capture-cursor.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { CaptureRow } from "../contract/operations.js";
import { pagesUnder } from "../contract/routing.js";
import { type CreateParts, createCapture } from "./capture-create.js";
import { type CaptureEntry, newestFirst, rowOf } from "./capture-entry.js";
import { factsInside, pathInside } from "./folder.js";

export type { CaptureEntry } from "./capture-entry.js";

export interface CaptureQuery {
  /** Pages of the same origin whose path is this one or below it. */
  readonly url?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface CaptureStore {
  /** Newest first. The cursor names the last row shown, so that captures arriving meanwhile move nothing. Throws `invalid-input`. */
  list(query?: CaptureQuery): Promise<{ captures: CaptureRow[]; nextCursor?: string }>;
  /** Everything the index knows, newest first, for statistics. */
  entries(query?: Pick<CaptureQuery, "url">): Promise<readonly CaptureEntry[]>;
  /**
   * Returns a capture, an archived one as well; not to be changed, since callers share it. Throws ServiceError `not-found` or
   * `outside-captures`.
   */
  read(filename: string): Promise<Capture>;
  /** Stores a capture. The same `metadata.id` again gives the same file. `requestId`: the request that it completed. */
  create(capture: Capture): Promise<{ filename: string; requestId: string | null }>;
  count(): Promise<number>;
  /** The bare file name of a capture that exists, archived ones included. Throws as `read` does. */
  nameOf(filename: string): Promise<string>;
}

export function openCaptures(parts: CreateParts): CaptureStore {
  const { index, archive, files, context } = parts;
  const folder = context.layout.captures;

  async function nameOf(filename: string): Promise<string> {
    const name = basename(await pathInside(folder, filename));
    const [facts] = await factsInside(folder, [name]);
    if (facts !== undefined || (await archive.has(name))) return name;
    throw missing();
  }

  async function read(filename: string): Promise<Capture> {
    const capture = (await files.read(filename)) ?? (await archive.read(filename));
    if (capture === undefined) throw missing();
    return capture;
  }

  async function entries({ url }: Pick<CaptureQuery, "url"> = {}): Promise<readonly CaptureEntry[]> {
    const all = await index.entries();
    const isAsked = url === undefined ? undefined : pagesUnder(url);
    return isAsked === undefined ? all : all.filter((entry) => isAsked(entry.url));
  }

  async function list({ url, cursor, limit = limits.listDefault }: CaptureQuery = {}): ReturnType<CaptureStore["list"]> {
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && after === undefined)
      throw new ServiceError("invalid-input", "cursor is none of this list's: pass the nextCursor of the page before, or none.");
    const all = await entries({ url });
    const rest = after === undefined ? all : all.filter((entry) => newestFirst(entry, after) > 0);
    const shown = rest.slice(0, Math.min(Math.max(1, limit), limits.listMax));
    const last = shown.at(-1);
    const captures = shown.map(rowOf);
    return last === undefined || rest.length === shown.length ? { captures } : { captures, nextCursor: cursorAfter(last) };
  }

  return {
    list,
    entries,
    read,
    nameOf,
    create: (capture) => createCapture(parts, capture),
    count: async () => (await index.entries()).length,
  };
}

function missing(): ServiceError {
  return new ServiceError("not-found", "There is no readable capture of this name. List the captures to see which there are.");
}
