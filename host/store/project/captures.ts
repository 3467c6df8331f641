import { basename } from "node:path";
import type { Annotation } from "../../contract/annotation.js";
import { threadOf } from "../../contract/annotation-state.js";
import type { Capture } from "../../contract/capture.js";
import { cursorAfter, placeOfCursor } from "../../contract/capture-cursor.js";
import { ServiceError } from "../../contract/errors.js";
import { limits } from "../../contract/limits.js";
import type { CaptureEntry, CaptureRow, OperationOutput } from "../../contract/operations.js";
import { pagesUnder } from "../../contract/routing.js";
import { cleanResourceUrl, cleanUrl } from "../../contract/urls.js";
import { reasonOf } from "../failures.js";
import { factsInside, pathInside } from "../fs/folder.js";
import { repositoryStateOf } from "../git.js";
import { debugLog } from "../log.js";
import type { AnnotationStore } from "./annotations.js";
import type { Archive } from "./archive.js";
import { type CaptureFiles, captureName, missingCapture } from "./capture-files.js";
import { type CaptureIndex, newestFirst } from "./capture-index.js";
import type { StoreContext } from "./context.js";
import type { RequestStore } from "./requests.js";

interface CaptureQuery {
  /** Pages of the same origin whose path is this one or below it. */
  readonly url?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export type CaptureStore = ReturnType<typeof openCaptures>;

interface CaptureParts {
  readonly context: StoreContext;
  readonly index: CaptureIndex;
  readonly files: CaptureFiles;
  readonly archive: Archive;
  readonly annotations: AnnotationStore;
  readonly requests: RequestStore;
}

/** Of annotations; the oldest go first. */
const receiptsMax = 3_000;

export function openCaptures({ context, index, files, archive, annotations: merger, requests }: CaptureParts) {
  const folder = context.layout.captures;
  const readAny = async (filename: string) => (await files.read(filename)) ?? archive.read(filename);

  /** The bare file name of a capture that exists, archived ones included. Throws as `read` does. */
  async function nameOf(filename: string): Promise<string> {
    const name = basename(await pathInside(folder, filename));
    const [facts] = await factsInside(folder, [name]);
    if (facts !== undefined || (await archive.has(name))) return name;
    throw missingCapture();
  }

  /** Returns a capture, an archived one as well; not to be changed, since callers share it. Throws `not-found` or `outside-captures`. */
  async function read(filename: string): Promise<Capture> {
    const capture = await readAny(filename);
    if (capture === undefined) throw missingCapture();
    return capture;
  }

  /** The whole index, newest first, for statistics. */
  async function entries({ url }: Pick<CaptureQuery, "url"> = {}): Promise<readonly CaptureEntry[]> {
    const all = await index.entries();
    if (url === undefined) return all;
    const matches = pagesUnder(url);
    return all.filter((entry) => matches(entry.url));
  }

  /** Newest first. The cursor names the last row shown, so that captures arriving meanwhile shift nothing. Throws `invalid-input`. */
  async function list({ url, cursor, limit = limits.listDefault }: CaptureQuery = {}): Promise<OperationOutput<"captures:list">> {
    const after = cursor === undefined ? undefined : placeOfCursor(cursor);
    if (cursor !== undefined && after === undefined)
      throw new ServiceError("invalid-input", "cursor is none of this list's: pass the nextCursor of the page before, or none.");
    const all = await entries({ url });
    const rest = after === undefined ? all : all.filter((entry) => newestFirst(entry, after) > 0);
    const shown = rest.slice(0, Math.min(Math.max(1, limit), limits.listMax));
    const last = shown.at(-1);
    const captures = shown.map(rowOf);
    return last === undefined || rest.length === shown.length ? { captures } : { captures, nextCursor: cursorAfter(last) };
  }

  /**
   * Stores a capture without secrets, with the repository's state, its annotations merged into what is known of them, and completes the requests that it
   * answers (`requestId`, questions answered in a thread). The same `metadata.id` again returns the same file and changes at most its
   * annotations. Throws `conflict` when another page has the id, `too-large`.
   */
  async function create(given: Capture): Promise<OperationOutput<"captures:create">> {
    const sent = withoutSecrets(given);
    // Before the lock, so that nobody waits for it; git works in its own process while most of the text is made here.
    const asking = repositoryStateOf(context.layout.root);
    const { annotations: _annotations, provenance: _claimed, sourcesHash: _alsoClaimed, ...unchanged } = sent;
    const json = JSON.stringify(unchanged);
    const stamp = await asking;
    const { filename, annotations } = await index.change(async (known) => {
      const { filename, stored, isArchived } = await locate(known, sent);
      const { annotations, changed } = await merger.merge(known, sent);
      if (stored === undefined) {
        await files.write(filename, sent, `${json.slice(0, -1)},${JSON.stringify({ annotations, ...stamp }).slice(1)}`);
      } else {
        const merged = replaceAnnotations(stored.annotations, annotations);
        const isSame = JSON.stringify(merged) === JSON.stringify(stored.annotations);
        // An archived one comes back only for what is new about its annotations.
        if (isArchived ? changed.length > 0 : !isSame) await files.write(filename, { ...stored, annotations: merged });
      }
      await merger.spread(known, changed, filename);
      return { filename, annotations };
    });
    await answerQuestions(annotations);
    await noteArrival(annotations).catch((error: unknown) => debugLog(`annotations got no receipt: ${reasonOf(error)}`));
    const answered = await completeRequest(sent, filename).catch((error: unknown) => {
      // The capture is safe: a request that cannot be completed now expires.
      debugLog(`a request could not be completed: ${reasonOf(error)}`);
      return undefined;
    });
    return { filename, requestId: answered ?? null };
  }

  /** A repository may bring captures with annotations: only those that were sent here are handed to an agent that did not ask. */
  async function noteArrival(annotations: readonly Annotation[]): Promise<void> {
    if (annotations.length === 0) return;
    const known = (await context.receipts.read()).annotations;
    const fresh = annotations.filter(({ id }) => known[id] === undefined).map(({ id }) => [id, Date.now()] as const);
    if (fresh.length === 0) return;
    await context.receipts.change((before) => ({
      ...before,
      annotations: Object.fromEntries([...Object.entries(before.annotations), ...fresh].slice(-receiptsMax)),
    }));
  }

  /** Completes the questions that the person answered in a thread. */
  async function answerQuestions(annotations: readonly Annotation[]): Promise<void> {
    const open = annotations.some(({ thread }) => thread !== undefined) ? await requests.pending() : [];
    for (const { id, kind, annotation: about } of open) {
      const annotation = annotations.find((one) => one.id === about);
      const thread = annotation === undefined ? [] : threadOf(annotation);
      const place = thread.findIndex((entry) => entry.id === id);
      const answer = place < 0 ? undefined : thread.slice(place + 1).find(({ by }) => by === "user");
      if (kind !== "question" || answer === undefined) continue;
      await requests.acknowledge(id, answer.text).catch((error: unknown) => debugLog(`a question could not be ended: ${reasonOf(error)}`));
    }
  }

  /** A capture that names no request answers those for its page: the user may send the page as usual. */
  async function completeRequest({ metadata }: Capture, filename: string): Promise<string | undefined> {
    const { requestId, url: pageUrl, capturedAt } = metadata;
    if (requestId === undefined) return requests.completeForPage({ filename, pageUrl, capturedAt });
    return (await requests.complete(requestId, { filename, pageUrl })) ? requestId : undefined;
  }

  /** The file that holds this capture already (`stored`), else a free name. */
  async function locate(
    known: readonly CaptureEntry[],
    sent: Capture,
  ): Promise<{ filename: string; stored?: Capture; isArchived?: boolean }> {
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
      if (other !== undefined && isSame(other)) return { filename, stored: other, isArchived: facts === undefined };
    }
  }

  return { list, entries, read, nameOf, create, count: async () => (await index.entries()).length };
}

function rowOf({ filename, url, title, capturedAt, elements, annotations, unresolved }: CaptureEntry): CaptureRow {
  return { filename, url, title, capturedAt, elements, annotations, unresolved };
}

/** The stored annotations in their order, with those that were merged now, and behind them the new ones. */
function replaceAnnotations(stored: readonly Annotation[], merged: readonly Annotation[]): Annotation[] {
  const newer = new Map(merged.map((annotation) => [annotation.id, annotation]));
  const known = new Set(stored.map(({ id }) => id));
  return [...stored.map((annotation) => newer.get(annotation.id) ?? annotation), ...merged.filter(({ id }) => !known.has(id))];
}

/**
 * A capture as it may be stored. Our engine leaves out of addresses what may be a secret; another client may not: the page's own loses
 * credentials and token-like parts, those of resources their query strings too. What goes is counted in `removed`.
 */
export function withoutSecrets(capture: Capture): Capture {
  const { metadata, network, removed } = capture;
  const url = cleanUrl(metadata.url).url;
  const resources = network.map((entry) => ({ ...entry, url: cleanResourceUrl(entry.url) }));
  const changed = resources.filter((entry, index) => entry.url !== network[index]?.url).length + (url === metadata.url ? 0 : 1);
  if (changed === 0) return capture;
  const counted = { ...removed, "url-parts": (removed["url-parts"] ?? 0) + changed };
  return { ...capture, metadata: { ...metadata, url }, network: resources, removed: counted };
}
