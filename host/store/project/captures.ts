import { basename } from "node:path";
import type { Annotation, Provenance } from "../../contract/annotation.js";
import { threadOf, withoutUndefined } from "../../contract/annotation-state.js";
import type { Capture } from "../../contract/capture.js";
import { cursorAfter, placeOfCursor } from "../../contract/capture-cursor.js";
import { ServiceError } from "../../contract/errors.js";
import { limits } from "../../contract/limits.js";
import type { CaptureEntry, CaptureRow, OperationOutput } from "../../contract/operations.js";
import { isShown } from "../../contract/picked-element.js";
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
import { encodeCapture, type Origins, type PlacedEntry, pageText, unmarked } from "./origin.js";
import type { RequestStore } from "./requests.js";

interface CaptureQuery {
  /** Pages of the same origin whose path is this one or below it. */
  readonly url?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface CaptureStore {
  list(query?: CaptureQuery): Promise<OperationOutput<"captures:list">>;
  allEntries(query?: Pick<CaptureQuery, "url">): Promise<readonly PlacedEntry[]>;
  /** This user's own captures, newest first. */
  entries(query?: Pick<CaptureQuery, "url">): Promise<PlacedEntry[]>;
  read(filename: string): Promise<Capture>;
  /** Where a capture is from. Throws as `read` does. */
  originOf(filename: string): Promise<Provenance>;
  nameOf(filename: string): Promise<string>;
  create(given: Capture, options?: { readonly report?: string }): Promise<OperationOutput<"captures:create">>;
  count(): Promise<number>;
}

interface CaptureParts {
  readonly context: StoreContext;
  readonly index: CaptureIndex;
  readonly files: CaptureFiles;
  readonly archive: Archive;
  readonly annotations: AnnotationStore;
  readonly requests: RequestStore;
  readonly origins: Origins;
}

export function openCaptures({ context, index, files, archive, annotations: merger, requests, origins }: CaptureParts): CaptureStore {
  const folder = context.layout.captures;
  let last: { known: readonly CaptureEntry[]; version: number; placed: readonly PlacedEntry[] } | undefined;

  async function readAny(filename: string): Promise<Stored | undefined> {
    const found = await files.examine(filename);
    const { capture, sha256 = "" } = found ?? (await archive.examine(filename)) ?? {};
    if (capture === undefined) return undefined;
    return { capture, from: origins.ofCapture(basename(filename), sha256), isArchived: found === undefined };
  }

  /** The bare file name of a capture that exists, archived ones included. Throws as `read` does. */
  async function nameOf(filename: string): Promise<string> {
    const name = basename(pathInside(folder, filename));
    const [facts] = await factsInside(folder, [name]);
    if (facts !== undefined || (await archive.has(name))) return name;
    throw missingCapture();
  }

  /** Returns a capture, an archived one as well; not to be changed, since callers share it. Throws `not-found` or `outside-captures`. */
  async function read(filename: string): Promise<Capture> {
    const found = await readAny(filename);
    if (found === undefined) throw missingCapture();
    return found.capture;
  }

  /** The whole index: this user's own captures, newest first, and behind them those that are imported or the repository's. */
  async function allEntries({ url }: Pick<CaptureQuery, "url"> = {}): Promise<readonly PlacedEntry[]> {
    const [known, version] = [await index.entries(), origins.version()];
    if (last?.known !== known || last.version !== version) last = { known, version, placed: origins.ownFirst(known) };
    if (url === undefined) return last.placed;
    const matches = pagesUnder(url);
    return last.placed.filter((entry) => matches(entry.url));
  }

  /** In the order of `allEntries`. The cursor names the last row shown, so that captures arriving meanwhile shift nothing. Throws `invalid-input`. */
  async function list({ url, cursor, limit = limits.listDefault }: CaptureQuery = {}): Promise<OperationOutput<"captures:list">> {
    const after = cursor === undefined ? undefined : placeOfCursor(cursor);
    if (cursor !== undefined && after === undefined)
      throw new ServiceError("invalid-input", "cursor is none of this list's: pass the nextCursor of the page before, or none.");
    const all = await allEntries({ url });
    const place = after === undefined ? -1 : all.findIndex(({ filename }) => filename === after.filename);
    const rest = after === undefined || place >= 0 ? all.slice(place + 1) : all.filter((entry) => newestFirst(entry, after) > 0);
    const shown = rest.slice(0, Math.min(Math.max(1, limit), limits.listMax));
    const last = shown.at(-1);
    const captures = shown.map(rowOf);
    return last === undefined || rest.length === shown.length ? { captures } : { captures, nextCursor: cursorAfter(last) };
  }

  /** Stores a capture without secrets, the user's or a `report`'s; of an id that is there only annotations. Throws `conflict`, `too-large`. */
  async function create(given: Capture, { report }: { readonly report?: string } = {}): Promise<OperationOutput<"captures:create">> {
    const sent = withoutSecrets(given);
    // Before the lock, so that nobody waits for it; git works in its own process while most of the text is made here.
    const asking = repositoryStateOf(context.layout.root);
    const page = pageText(sent);
    const { provenance: _claimed, sourcesHash: _alsoClaimed, ...unchanged } = sent;
    const stamp = await asking;
    const { filename, annotations } = await index.change(async (known) => {
      const { filename, stored } = await locate(known, sent, report);
      const { annotations, changed, receipts } = await merger.merge(known, sent, report);
      const before = stored?.capture.annotations ?? [];
      const next = replaceAnnotations(before, annotations).map(unmarked);
      const { url } = sent.metadata;
      const isAtOtherUrl = stored?.capture.metadata.url !== url;
      // An archived one comes back only for what is new about its annotations.
      const isNews = isAtOtherUrl || (stored.isArchived ? changed.length > 0 : JSON.stringify(next) !== JSON.stringify(before));
      const encoded =
        stored === undefined
          ? encodeCapture({ ...unchanged, ...stamp, annotations: next }, page)
          : encodeCapture({ ...stored.capture, metadata: { ...stored.capture.metadata, url }, annotations: next });
      const receipt = { capture: filename, sha256: [encoded.sha256], from: stored === undefined ? report : stored.from.from };
      await origins.record([...(isNews ? [receipt] : []), ...receipts], async (recorded) => {
        await (isNews ? files.write(filename, encoded, recorded) : recorded);
        await merger.spread(known, changed, filename);
      });
      return { filename, annotations };
    });
    if (report !== undefined) return { filename, requestId: null };
    await answerQuestions(annotations);
    const answered = await completeRequest(sent, filename).catch((error: unknown) => {
      // The capture is safe: a request that cannot be completed now expires.
      debugLog(`a request could not be completed: ${reasonOf(error)}`);
      return undefined;
    });
    return { filename, requestId: answered ?? null };
  }

  /** Completes the questions that the person answered in a thread, or by other words of the note. */
  async function answerQuestions(annotations: readonly Annotation[]): Promise<void> {
    const open = annotations.some(({ thread }) => thread !== undefined) ? await requests.pending() : [];
    for (const { id, kind, annotation: about } of open) {
      const annotation = annotations.find((one) => one.id === about);
      if (kind !== "question" || annotation === undefined) continue;
      const thread = threadOf(annotation);
      const place = thread.findIndex((entry) => entry.id === id);
      const answer = place < 0 ? undefined : thread.slice(place + 1).find(({ by }) => by === "user");
      if (answer === undefined) continue;
      await requests
        .acknowledge(id, answer.text || annotation.comment)
        .catch((error: unknown) => debugLog(`a question could not be ended: ${reasonOf(error)}`));
    }
  }

  /** A capture that names no request answers those for its page: the user may send the page as usual. One for a check is one for all that it shows. */
  async function completeRequest({ metadata, annotations }: Capture, filename: string): Promise<string | undefined> {
    const { requestId, url: pageUrl, capturedAt } = metadata;
    const capture = { filename, pageUrl, capturedAt };
    if (requestId === undefined || annotations.some(({ id }) => id === requestId)) return requests.completeForPage(capture);
    if (!(await requests.complete(requestId, capture))) return undefined;
    const shown = annotations.filter(({ target }) => isShown(target));
    if ((await requests.get(requestId)).kind === "verify") await requests.completeForPage(capture, shown);
    return requestId;
  }

  /** The file that holds this capture already (`stored`) and is from the same hand, else a free name. */
  async function locate(known: readonly CaptureEntry[], sent: Capture, report: string | undefined): Promise<Located> {
    const isSame = (other: Stored | undefined) => other?.capture.metadata.id === sent.metadata.id && isUsable(other.from, report);
    for (const { filename } of known.filter(({ id }) => id === sent.metadata.id)) {
      const stored = await readAny(filename);
      if (stored === undefined || !isSame(stored)) continue;
      // A report that is imported again may be of the same pages at another host.
      if (stored.capture.metadata.url === sent.metadata.url || stored.from.origin === "imported") return { filename, stored };
      throw new ServiceError(
        "conflict",
        "A capture of another page has this metadata.id. Capture the page again: each capture has an id of its own.",
      );
    }
    for (let attempt = 0; ; attempt++) {
      const filename = captureName(sent.metadata, attempt);
      const [facts] = await factsInside(folder, [filename]);
      if (facts === undefined && !(await archive.has(filename))) return { filename, stored: undefined };
      const stored = await readAny(filename);
      if (stored !== undefined && isSame(stored)) return { filename, stored };
    }
  }

  return {
    list,
    allEntries,
    entries: async (query?: Pick<CaptureQuery, "url">) => (await allEntries(query)).filter(({ origin }) => origin === "here"),
    read,
    originOf: async (filename: string): Promise<Provenance> => {
      const found = await readAny(filename);
      if (found === undefined) throw missingCapture();
      return found.from;
    },
    nameOf,
    create,
    count: async () => (await index.entries()).length,
  };
}

interface Stored {
  readonly capture: Capture;
  readonly from: Provenance;
  readonly isArchived: boolean;
}

interface Located {
  readonly filename: string;
  readonly stored: Stored | undefined;
}

/** Whether a stored capture may be added to: what the user's browser sends never becomes part of a foreign one. */
function isUsable({ origin }: Provenance, report: string | undefined): boolean {
  return origin === "here" || (origin === "imported" && report !== undefined);
}

function rowOf({ filename, url, title, capturedAt, elements, annotations, unresolved, origin, from }: PlacedEntry): CaptureRow {
  const row = { filename, url, title, capturedAt, elements, annotations, unresolved };
  return origin === "here" ? row : { ...row, origin, ...withoutUndefined({ from }) };
}

/** The stored annotations in their order, with those that were merged now, and behind them the new ones. */
function replaceAnnotations(stored: readonly Annotation[], merged: readonly Annotation[]): Annotation[] {
  const newer = new Map(merged.map((annotation) => [annotation.id, annotation]));
  const known = new Set(stored.map(({ id }) => id));
  return [...stored.map((annotation) => newer.get(annotation.id) ?? annotation), ...merged.filter(({ id }) => !known.has(id))];
}

/** A capture without what may be a secret in its addresses, as our own engine leaves it out; what goes is counted in `removed`. */
export function withoutSecrets(capture: Capture): Capture {
  const { metadata, network, removed } = capture;
  const url = cleanUrl(metadata.url).url;
  const resources = network.map((entry) => ({ ...entry, url: cleanResourceUrl(entry.url) }));
  const annotations = capture.annotations.map((one) => (one.url === undefined ? one : { ...one, url: cleanUrl(one.url).url }));
  type Addressed = readonly { readonly url?: string | undefined }[];
  const isOther = (clean: Addressed, given: Addressed) => clean.filter((entry, place) => entry.url !== given[place]?.url).length;
  const changed = isOther(resources, network) + isOther(annotations, capture.annotations) + (url === metadata.url ? 0 : 1);
  if (changed === 0) return capture;
  const counted = { ...removed, "url-parts": (removed["url-parts"] ?? 0) + changed };
  return { ...capture, metadata: { ...metadata, url }, network: resources, annotations, removed: counted };
}
