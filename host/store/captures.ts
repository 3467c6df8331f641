import { basename } from "node:path";
import type { Capture } from "../contract/capture.js";
import { ServiceError } from "../contract/errors.js";
import type { CaptureRow } from "../contract/operations.js";
import { pagesUnder } from "../contract/routing.js";
import { type CreateParts, createCapture } from "./capture-create.js";
import type { CaptureEntry } from "./capture-entry.js";
import { readCaptureFile } from "./capture-files.js";
import { type CaptureQuery, listPage } from "./capture-list.js";
import { factsInside, pathInside } from "./folder.js";

export type { CaptureEntry } from "./capture-entry.js";
export type { CaptureQuery } from "./capture-list.js";

export interface CaptureStore {
  /** Newest first. The cursor names the last row shown, so that captures arriving meanwhile move nothing. */
  list(query?: CaptureQuery): Promise<{ captures: CaptureRow[]; nextCursor?: string }>;
  /** Everything the index knows, newest first, for statistics. */
  entries(query?: Pick<CaptureQuery, "url">): Promise<readonly CaptureEntry[]>;
  /** Throws ServiceError `not-found` or `outside-captures`. Archived captures are found as well. */
  read(filename: string): Promise<Capture>;
  /** Stores a capture. The same `metadata.id` again gives the same file. `requestId`: the request that it completed. */
  create(capture: Capture): Promise<{ filename: string; requestId: string | null }>;
  /** Reads, changes and writes one capture under the lock. */
  update(filename: string, change: (capture: Capture) => Capture): Promise<Capture>;
  count(): Promise<number>;
  /** The bare file name of a capture that exists, archived ones included. Throws as `read` does. */
  nameOf(filename: string): Promise<string>;
}

export function openCaptures(parts: CreateParts): CaptureStore {
  const { index, archive, writer, context } = parts;
  const folder = context.layout.captures;

  async function nameOf(filename: string): Promise<string> {
    const name = basename(await pathInside(folder, filename));
    const [facts] = await factsInside(folder, [name]);
    if (facts !== undefined || (await archive.has(name))) return name;
    throw missing();
  }

  async function read(filename: string): Promise<Capture> {
    const capture = (await readCaptureFile(folder, filename)) ?? (await archive.read(filename));
    if (capture === undefined) throw missing();
    return capture;
  }

  async function update(filename: string, change: (capture: Capture) => Capture): Promise<Capture> {
    const name = basename(await pathInside(folder, filename));
    return writer.change(async () => {
      const before = await readCaptureFile(folder, name);
      if (before === undefined) throw missing();
      const after = change(before);
      if (after !== before) await writer.write(name, after, { isNew: false });
      return after;
    });
  }

  async function entries({ url }: Pick<CaptureQuery, "url"> = {}): Promise<CaptureEntry[]> {
    const { recent } = await index.current({ whole: true });
    const isAsked = url === undefined ? () => true : pagesUnder(url);
    return recent.filter((entry) => entry.isDamaged !== true && isAsked(entry.url));
  }

  return {
    read,
    update,
    entries,
    nameOf,
    list: (query = {}) => listPage(index, folder, query),
    create: (capture) => createCapture(parts, capture),
    count: async () => (await index.current()).count,
  };
}

function missing(): ServiceError {
  return new ServiceError("not-found", "There is no readable capture of this name. List the captures to see which there are.");
}
