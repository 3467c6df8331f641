import type { z } from "zod";
import { isUnresolved, stateOf } from "../../contract/annotation-state.js";
import type { Capture } from "../../contract/capture.js";
import type { CapturePlace } from "../../contract/capture-cursor.js";
import { parseJson } from "../../contract/json.js";
import { type CaptureEntry, captureCacheSchema } from "../../contract/operations.js";
import { isOneDocument } from "../../contract/page.js";
import { reasonOf } from "../failures.js";
import { listAndSweep, writeInside } from "../fs/atomic-write.js";
import { type FileFacts, factsInside, isSameFile, isSettled, readNow, refuseLinks } from "../fs/folder.js";
import { debugLog } from "../log.js";
import { type CaptureFiles, isCaptureName } from "./capture-files.js";
import type { StoreContext } from "./context.js";
import { contentHash, type Standing } from "./origin.js";

/** One file; without entry when it is no capture, so that it is not parsed again. */
type Row = z.infer<typeof captureCacheSchema>[number];
type Rows = ReadonlyMap<string, Row>;
type Found = Pick<Row, "filename" | "facts">;

function byName(rows: readonly Row[]): Rows {
  return new Map(rows.map((row) => [row.filename, row]));
}

/** The row that one of these has of the very file. */
function rowIn(known: readonly Rows[], { filename, facts }: Found): Row | undefined {
  return known.map((rows) => rows.get(filename)).find((row) => row !== undefined && isSameFile(row.facts, facts));
}

const cacheName = "captures.json";
const cacheMaxBytes = 64 * 1024 * 1024;

export interface CaptureIndex {
  /** All captures, newest first, as they are now or were at most so long ago (ms); the same array as before while nothing changes. */
  entries(maxAgeMs?: number): Promise<readonly CaptureEntry[]>;
  /** Runs `fn` alone among all processes that change captures. Not reentrant. */
  change<T>(fn: (entries: readonly CaptureEntry[]) => Promise<T>): Promise<T>;
}

/**
 * What is in the captures folder. Each answer lists the folder and compares size and times of every file (30 ms for 10,000): the folder is the
 * truth. Only what is parsed from a file is cached, in memory and in `.svc/run/captures.json`, under the facts of that very content. Invariant:
 * a cached row is used only while its file has these facts, and is cached only when the facts are settled (any later change shows in them).
 * So a cache that is lost, old, damaged or foreign costs time and never an answer.
 */
export function openCaptureIndex({ layout: { captures, run }, locked, meanwhile }: StoreContext, files: CaptureFiles): CaptureIndex {
  let own: Rows = new Map();
  let saved: Rows = new Map();
  let savedFacts: FileFacts | undefined;
  let unsaved = 0;
  const reported = new Set<string>();
  /** Of decoded captures: the same row while the file is. */
  const rowsOf = new WeakMap<Capture, Row>();
  let last: { rows: Rows; entries: readonly CaptureEntry[] } = { rows: new Map(), entries: [] };
  let listedAtMs = Number.NEGATIVE_INFINITY;
  /** The folder's facts before it was listed last. */
  let listed: FileFacts | undefined;

  let listing: Promise<unknown> = Promise.resolve();
  let next: Promise<readonly CaptureEntry[]> | undefined;

  /** One listing at a time, which answers all that asked before it began: two at once would each parse what is new. */
  async function entries(maxAgeMs = 0): Promise<readonly CaptureEntry[]> {
    if (performance.now() - listedAtMs < maxAgeMs) return last.entries;
    next ??= listing.then(() => {
      next = undefined;
      const found = list();
      listing = Promise.allSettled([found]);
      return found;
    });
    return next;
  }

  /** Files that are no captures are left out. */
  async function list(): Promise<readonly CaptureEntry[]> {
    const startedAtMs = performance.now();
    const folder = refuseLinks(captures);
    const names = (await listAndSweep(captures)).filter(isCaptureName);
    const facts = await factsInside(captures, names);
    const present = names.flatMap((filename, index) => {
      const found = facts[index];
      return found === undefined ? [] : [{ filename, facts: found }];
    });
    // Another process may have parsed what is new to this one, and saves what is settled alone.
    if (present.some((file) => isSettled(file.facts) && rowIn([own, saved, last.rows], file) === undefined)) await loadSaved();
    const parsed = new Map<string, Row>();
    for (const file of present) {
      const row = cached(file) === undefined ? await parse(file.filename) : undefined;
      if (row !== undefined) parsed.set(row.filename, row);
    }
    const rows = present.flatMap((file) => parsed.get(file.filename) ?? cached(file) ?? []);
    [listedAtMs, listed] = [startedAtMs, folder];
    if (rows.length === last.rows.size && rows.every((row) => row === last.rows.get(row.filename))) return last.entries;
    const found = rows.flatMap(({ entry }) => entry ?? []).sort(newestFirst);
    last = { rows: byName(rows), entries: found };
    own = byName(rows.filter((row) => isSettled(row.facts)));
    unsaved += [...parsed.keys()].filter((filename) => own.has(filename)).length;
    if (unsaved > own.size / 50) meanwhile(save);
    return found;
  }

  function cached(file: Found): Row | undefined {
    return rowIn([own, saved], file);
  }

  /** Undefined when the file has gone. */
  async function parse(filename: string): Promise<Row | undefined> {
    const read = await files.examine(filename);
    if (read?.capture === undefined && !reported.has(filename)) debugLog(`a file in captures is no capture and is skipped: ${filename}`);
    reported.add(filename);
    if (read === undefined) return undefined;
    const { facts, capture, sha256 } = read;
    if (capture === undefined) return { filename, facts, entry: undefined };
    const known = rowsOf.get(capture);
    const row = known?.filename === filename ? known : { filename, facts, entry: entryOf(filename, capture, facts, sha256) };
    rowsOf.set(capture, row);
    return row;
  }

  async function loadSaved(): Promise<void> {
    const [facts] = await factsInside(run, [cacheName]);
    if (facts === undefined || (savedFacts !== undefined && isSameFile(savedFacts, facts))) return;
    const read = readNow(run, cacheName, cacheMaxBytes);
    savedFacts = read?.facts;
    const rows = captureCacheSchema.safeParse(parseJson(read?.bytes.toString() ?? "")).data ?? [];
    saved = byName(rows.filter(({ filename, entry }) => entry?.filename === filename || entry === undefined));
  }

  async function save(): Promise<void> {
    unsaved = 0;
    try {
      await writeInside(run, cacheName, JSON.stringify([...own.values()]), { durable: false });
    } catch (error) {
      debugLog(`the index of captures could not be written: ${reasonOf(error)}`);
    }
  }

  return {
    entries,
    change: async <T>(fn: (entries: readonly CaptureEntry[]) => Promise<T>): Promise<T> => {
      // Parsing many new files takes long: done before the lock, so that others need not wait for it.
      const facts = refuseLinks(captures);
      if (facts === undefined || listed === undefined || !isSameFile(facts, listed)) await entries();
      return locked("captures", async () => fn(await entries()));
    },
  };
}

/** How far the clocks of a browser and of the file system may differ. */
const clockSlackMs = 60_000;

function entryOf(filename: string, { metadata, nodes, annotations }: Capture, facts: FileFacts, sha256: string): CaptureEntry {
  const { id, url, title, capturedAt } = metadata;
  const idsOf = (isOpen: boolean) => annotations.filter((one) => isUnresolved(stateOf(one)) === isOpen).map((one) => one.id);
  const [openIds, resolvedIds] = [idsOf(true), idsOf(false)];
  const revised = annotations.flatMap(({ id: annotation, revision = 0 }) => (revision === 0 ? [] : [[annotation, revision] as const]));
  const revisions = revised.length === 0 ? {} : { revisions: Object.fromEntries(revised) };
  const pages = [...new Set(annotations.flatMap((one) => (one.url === undefined || isOneDocument(one.url, url) ? [] : [one.url])))];
  const apart = pages.length === 0 ? {} : { pages };
  const counts = { elements: nodes.count, annotations: annotations.length, unresolved: openIds.length };
  const contents = annotations.length === 0 ? {} : { contents: Object.fromEntries(annotations.map((one) => [one.id, contentHash(one)])) };
  const { bytes, changedMs } = facts;
  // A file was made no later than its last change, whatever it claims.
  const claimedMs = Date.parse(capturedAt);
  // In one spelling dates compare as texts.
  const madeAt = new Date(claimedMs > changedMs + clockSlackMs ? changedMs : claimedMs).toISOString();
  const places = { filename, url, title, capturedAt: madeAt };
  return { ...places, ...counts, id, bytes, openIds, resolvedIds, ...revisions, ...apart, sha256, ...contents };
}

/** The copy of an annotation that holds all of the others; one of the first format that is resolved anywhere is resolved. */
export interface Copy {
  readonly entry: CaptureEntry;
  readonly isOpen: boolean;
  readonly standing: Standing;
}

/** Takes the copies that a capture carries into `latest`, by annotation id. Of equal revisions the first counts, but for one of the user's. */
export function noteCopies(latest: Map<string, Copy>, entry: CaptureEntry, standingOf: (id: string) => Standing = () => "foreign"): void {
  const isOpen = new Set(entry.openIds);
  for (const id of idsOf(entry)) {
    const copy = { entry, isOpen: isOpen.has(id), standing: standingOf(id) };
    const known = latest.get(id);
    if (known === undefined || isLater(copy, known, id)) latest.set(id, copy);
  }
}

function isLater(copy: Copy, known: Copy, id: string): boolean {
  const [revision, before] = [copy, known].map(({ entry }) => entry.revisions?.[id] ?? 0);
  if (revision !== before) return (revision ?? 0) > (before ?? 0);
  const [isOwn, wasOwn] = [copy, known].map(({ standing }) => standing !== "foreign");
  return isOwn === wasOwn ? known.isOpen && !copy.isOpen : isOwn === true;
}

export function idsOf({ openIds, resolvedIds }: CaptureEntry): string[] {
  return [...openIds, ...resolvedIds];
}

/** Compares captures newest first, and those of one millisecond by name. */
export function newestFirst(a: CapturePlace, b: CapturePlace): number {
  if (a.capturedAt !== b.capturedAt) return a.capturedAt > b.capturedAt ? -1 : 1;
  if (a.filename === b.filename) return 0;
  return a.filename > b.filename ? -1 : 1;
}
