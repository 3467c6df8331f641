import { basename } from "node:path";
import type { Annotation, Resolution } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import { cursorAfter, placeOf } from "../../contract/capture-cursor.js";
import { ServiceError } from "../../contract/errors.js";
import { limits } from "../../contract/limits.js";
import type { CaptureRow } from "../../contract/operations.js";
import { pagesUnder } from "../../contract/routing.js";
import { reasonOf } from "../failures.js";
import { factsInside, pathInside } from "../fs/folder.js";
import { provenanceOf } from "../git.js";
import type { Archive } from "./archive.js";
import { type CaptureFiles, captureName } from "./capture-files.js";
import { type CaptureEntry, type CaptureIndex, newestFirst } from "./capture-index.js";
import type { StoreContext } from "./context.js";
import type { RequestStore } from "./requests.js";

interface CaptureQuery {
  /** Pages of the same origin whose path is this one or below it. */
  readonly url?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface CaptureStore {
  /** Newest first. The cursor names the last row shown, so that captures arriving meanwhile shift nothing. Throws `invalid-input`. */
  list(query?: CaptureQuery): Promise<{ captures: CaptureRow[]; nextCursor?: string }>;
  /** The whole index, newest first, for statistics. */
  entries(query?: Pick<CaptureQuery, "url">): Promise<readonly CaptureEntry[]>;
  /**
   * Returns a capture, an archived one as well; not to be changed, since callers share it. Throws ServiceError `not-found` or
   * `outside-captures`.
   */
  read(filename: string): Promise<Capture>;
  /**
   * Stores a capture with the repository's state, its annotations resolved where their resolution is known, and completes the request that it
   * answers (`requestId`). The same `metadata.id` again returns the same file and changes at most its annotations. Throws `conflict` when
   * another page has the id, `too-large`.
   */
  create(capture: Capture): Promise<{ filename: string; requestId: string | null }>;
  count(): Promise<number>;
  /** The bare file name of a capture that exists, archived ones included. Throws as `read` does. */
  nameOf(filename: string): Promise<string>;
}

interface CaptureParts {
  readonly context: StoreContext;
  readonly index: CaptureIndex;
  readonly files: CaptureFiles;
  readonly archive: Archive;
  readonly requests: RequestStore;
}

export function openCaptures({ context, index, files, archive, requests }: CaptureParts): CaptureStore {
  const folder = context.layout.captures;
  const readAny = async (filename: string) => (await files.read(filename)) ?? archive.read(filename);

  async function nameOf(filename: string): Promise<string> {
    const name = basename(await pathInside(folder, filename));
    const [facts] = await factsInside(folder, [name]);
    if (facts !== undefined || (await archive.has(name))) return name;
    throw missing();
  }

  async function read(filename: string): Promise<Capture> {
    const capture = await readAny(filename);
    if (capture === undefined) throw missing();
    return capture;
  }

  async function entries({ url }: Pick<CaptureQuery, "url"> = {}): Promise<readonly CaptureEntry[]> {
    const all = await index.entries();
    if (url === undefined) return all;
    const matches = pagesUnder(url);
    return all.filter((entry) => matches(entry.url));
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

  async function create(sent: Capture): ReturnType<CaptureStore["create"]> {
    // Before the lock, so that nobody waits for it; git works in its own process while most of the text is made here.
    const asking = provenanceOf(context.layout.root, context.log);
    const { annotations: _annotations, provenance: _claimed, ...unchanged } = sent;
    const json = JSON.stringify(unchanged);
    const provenance = await asking;
    const filename = await index.change(async (known) => {
      const { filename, stored } = await locate(known, sent);
      if (stored === "archived") return filename;
      const annotations = await withKnownResolutions(known, sent.annotations);
      if (stored === undefined) {
        await files.write(filename, sent, `${json.slice(0, -1)},${JSON.stringify({ annotations, provenance }).slice(1)}`);
        return filename;
      }
      const merged = mergeAnnotations(stored.annotations, annotations);
      if (JSON.stringify(merged) !== JSON.stringify(stored.annotations)) await files.write(filename, { ...stored, annotations: merged });
      return filename;
    });
    const answered = await completeRequest(sent, filename).catch((error: unknown) => {
      // The capture is safe: a request that cannot be completed now expires.
      context.log(`a request could not be completed: ${reasonOf(error)}`);
      return undefined;
    });
    return { filename, requestId: answered ?? null };
  }

  /** A capture that names no request answers those for its page: the user may send the page as usual. */
  async function completeRequest({ metadata }: Capture, filename: string): Promise<string | undefined> {
    const { requestId, url: pageUrl, capturedAt } = metadata;
    if (requestId === undefined) return requests.completeForPage({ filename, pageUrl, capturedAt });
    return (await requests.complete(requestId, { filename, pageUrl })) ? requestId : undefined;
  }

  /** The file that holds this capture already (`stored`), else a free name. */
  async function locate(known: readonly CaptureEntry[], sent: Capture): Promise<{ filename: string; stored?: Capture | "archived" }> {
    const isSame = (other: Capture | undefined) => other?.metadata.id === sent.metadata.id;
    const entry = known.find(({ id }) => id === sent.metadata.id);
    const stored = entry === undefined ? undefined : await files.read(entry.filename);
    if (entry !== undefined && stored !== undefined && isSame(stored)) {
      if (stored.metadata.url === sent.metadata.url) return { filename: entry.filename, stored };
      throw new ServiceError(
        "conflict",
        "A capture of another page has this metadata.id. Capture the page again: each capture has an id of its own.",
      );
    }
    for (let attempt = 0; ; attempt++) {
      const filename = captureName(sent.metadata, attempt);
      const [facts] = await factsInside(folder, [filename]);
      if (facts === undefined && !(await archive.has(filename))) return { filename };
      const other = facts === undefined ? await archive.read(filename) : await files.read(filename);
      if (other !== undefined && isSame(other)) return { filename, stored: facts === undefined ? "archived" : other };
    }
  }

  /** A resolution stands, also when a page that stayed open sends its annotation as unresolved. */
  async function withKnownResolutions(known: readonly CaptureEntry[], annotations: readonly Annotation[]): Promise<Annotation[]> {
    const open = new Set(annotations.filter(({ status }) => status === "unresolved").map(({ id }) => id));
    if (open.size === 0) return [...annotations];
    const resolved = new Map<string, Annotation>();
    for (const { filename, resolvedIds } of [...known, ...(await archive.entries())]) {
      if (!resolvedIds.some((id) => open.has(id) && !resolved.has(id))) continue;
      for (const annotation of (await readAny(filename))?.annotations ?? [])
        if (annotation.status === "resolved") resolved.set(annotation.id, annotation);
    }
    return annotations.map((annotation) => markResolved(annotation, resolved.get(annotation.id)?.resolution));
  }

  return { list, entries, read, nameOf, create, count: async () => (await index.entries()).length };
}

function rowOf({ filename, url, title, capturedAt, elements, annotations, unresolved }: CaptureEntry): CaptureRow {
  return { filename, url, title, capturedAt, elements, annotations, unresolved };
}

function missing(): ServiceError {
  return new ServiceError("not-found", "There is no readable capture of this name. List the captures to see which there are.");
}

/** Returns the annotation resolved; unchanged when it is resolved already or there is no resolution. */
export function markResolved(annotation: Annotation, resolution: Resolution | undefined): Annotation {
  if (annotation.status === "resolved" || resolution === undefined) return annotation;
  return { ...annotation, status: "resolved", resolution };
}

/** The newer text of each annotation; those that only the older capture has stay, and so do resolved ones. */
function mergeAnnotations(before: readonly Annotation[], after: readonly Annotation[]): Annotation[] {
  const newer = new Map(after.map((annotation) => [annotation.id, annotation]));
  const stored = before.map((annotation) => (annotation.status === "resolved" ? annotation : (newer.get(annotation.id) ?? annotation)));
  const known = new Set(before.map(({ id }) => id));
  return [...stored, ...after.filter(({ id }) => !known.has(id))];
}
