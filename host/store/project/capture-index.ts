import { isUnresolved, stateOf } from "../../contract/annotation-state.js";
import type { Capture } from "../../contract/capture.js";
import type { CapturePlace } from "../../contract/capture-cursor.js";
import { isRecord, parseJson } from "../../contract/json.js";
import type { CaptureRow } from "../../contract/operations.js";
import { reasonOf } from "../failures.js";
import { listAndSweep, writeInside } from "../fs/atomic-write.js";
import { type FileFacts, factsInside, isSameFile, isSettled, readNow } from "../fs/folder.js";
import { debugLog } from "../log.js";
import { type CaptureFiles, isCaptureName } from "./capture-files.js";
import type { StoreContext } from "./context.js";

/** A capture's row and what else the index holds of it. */
export interface CaptureEntry extends CaptureRow {
  /** `metadata.id`. */
  readonly id: string;
  /** Of the file. */
  readonly bytes: number;
  /** Ids of its annotations. */
  readonly openIds: readonly string[];
  readonly resolvedIds: readonly string[];
  /** Revisions of those that the store has changed. */
  readonly revisions?: Readonly<Record<string, number>>;
}

/** One file; without entry when it is no capture, so that it is not parsed again. */
interface Row {
  readonly filename: string;
  readonly facts: FileFacts;
  readonly entry?: CaptureEntry | undefined;
}

const cacheName = "captures.json";
const cacheMaxBytes = 64 * 1024 * 1024;
const filesAtOnce = 8;

export type CaptureIndex = ReturnType<typeof openCaptureIndex>;

/**
 * What is in the captures folder. Each answer lists the folder and compares size and times of every file (30 ms for 10,000): the folder is the
 * truth. Only what is parsed from a file is cached, in memory and in `.svc/run/captures.json`, under the facts of that very content. Invariant:
 * a cached row is used only while its file has these facts, and is cached only when the facts are settled (any later change shows in them).
 * So a cache that is lost, old, damaged or foreign costs time and never an answer.
 */
export function openCaptureIndex({ layout: { captures, run }, locked }: StoreContext, files: CaptureFiles) {
  let own: ReadonlyMap<string, Row> = new Map();
  let saved: ReadonlyMap<string, Row> = new Map();
  let savedFacts: FileFacts | undefined;
  let unsaved = 0;
  const reported = new Set<string>();
  let last: { rows: readonly Row[]; entries: readonly CaptureEntry[] } = { rows: [], entries: [] };

  /** All captures, newest first; the same array as before while nothing changes. Files that are no captures are left out. */
  async function entries(): Promise<readonly CaptureEntry[]> {
    const names = (await listAndSweep(captures)).filter(isCaptureName);
    const facts = await factsInside(captures, names);
    const present = names.flatMap((filename, index) => {
      const found = facts[index];
      return found === undefined ? [] : [{ filename, facts: found }];
    });
    // Another process may have parsed what is new to this one.
    if (!present.every(cached)) await loadSaved();
    const parsed = new Map<string, Row>();
    const unknown = present.filter((file) => cached(file) === undefined);
    for (let start = 0; start < unknown.length; start += filesAtOnce) {
      const some = await Promise.all(unknown.slice(start, start + filesAtOnce).map(({ filename }) => parse(filename)));
      for (const row of some) if (row !== undefined) parsed.set(row.filename, row);
    }
    const rows = present.flatMap((file) => parsed.get(file.filename) ?? cached(file) ?? []);
    if (rows.length === last.rows.length && rows.every((row, index) => row === last.rows[index])) return last.entries;
    const found = rows.flatMap(({ entry }) => entry ?? []).sort(newestFirst);
    last = { rows, entries: found };
    own = new Map(rows.filter((row) => isSettled(row.facts)).map((row) => [row.filename, row]));
    unsaved += [...parsed.keys()].filter((filename) => own.has(filename)).length;
    if (unsaved > own.size / 50) await save();
    return found;
  }

  function cached({ filename, facts }: Pick<Row, "filename" | "facts">): Row | undefined {
    return [own.get(filename), saved.get(filename)].find((row) => row !== undefined && isSameFile(row.facts, facts));
  }

  /** Undefined when the file has gone. */
  async function parse(filename: string): Promise<Row | undefined> {
    const read = await files.examine(filename);
    if (read?.capture === undefined && !reported.has(filename)) debugLog(`a file in captures is no capture and is skipped: ${filename}`);
    reported.add(filename);
    if (read === undefined) return undefined;
    const { facts, capture } = read;
    return { filename, facts, entry: capture === undefined ? undefined : entryOf(filename, capture, facts) };
  }

  async function loadSaved(): Promise<void> {
    const [facts] = await factsInside(run, [cacheName]);
    if (facts === undefined || (savedFacts !== undefined && isSameFile(savedFacts, facts))) return;
    const read = readNow(run, cacheName, cacheMaxBytes);
    savedFacts = read?.facts;
    const value = parseJson(read?.text ?? "");
    saved = new Map((Array.isArray(value) ? value.filter(isRow) : []).map((row) => [row.filename, row]));
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
    /** Runs `fn` alone among all processes that change captures. Not reentrant. */
    change: async <T>(fn: (entries: readonly CaptureEntry[]) => Promise<T>): Promise<T> => {
      // Parsing many new files takes long: done before the lock, so that others need not wait for it.
      await entries();
      return locked("captures", async () => fn(await entries()));
    },
  };
}

function entryOf(filename: string, { metadata, nodes, annotations }: Capture, { bytes }: FileFacts): CaptureEntry {
  const { id, url, title, capturedAt } = metadata;
  const idsOf = (isOpen: boolean) => annotations.filter((one) => isUnresolved(stateOf(one)) === isOpen).map((one) => one.id);
  const [openIds, resolvedIds] = [idsOf(true), idsOf(false)];
  const revised = annotations.flatMap(({ id: annotation, revision = 0 }) => (revision === 0 ? [] : [[annotation, revision] as const]));
  const revisions = revised.length === 0 ? {} : { revisions: Object.fromEntries(revised) };
  const counts = { elements: nodes.count, annotations: annotations.length, unresolved: openIds.length };
  // Dates in one spelling compare as texts.
  return { filename, url, title, capturedAt: new Date(capturedAt).toISOString(), ...counts, id, bytes, openIds, resolvedIds, ...revisions };
}

/** Compares captures newest first, and those of one millisecond by name. */
export function newestFirst(a: CapturePlace, b: CapturePlace): number {
  if (a.capturedAt !== b.capturedAt) return a.capturedAt > b.capturedAt ? -1 : 1;
  if (a.filename === b.filename) return 0;
  return a.filename > b.filename ? -1 : 1;
}

const areStrings = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string");
const texts = ["filename", "url", "title", "capturedAt", "id"] as const;
const numbers = ["elements", "annotations", "unresolved", "bytes"] as const;

/** Not by schema: ten thousand entries are checked before the first answer. */
export function isEntry(value: unknown): value is CaptureEntry {
  return (
    isRecord(value) &&
    texts.every((key) => typeof value[key] === "string") &&
    numbers.every((key) => typeof value[key] === "number") &&
    areStrings(value["openIds"]) &&
    areStrings(value["resolvedIds"]) &&
    (value["revisions"] === undefined || (isRecord(value["revisions"]) && Object.values(value["revisions"]).every(Number.isInteger))) &&
    isCaptureName(String(value["filename"]))
  );
}

function isRow(value: unknown): value is Row {
  if (!isRecord(value)) return false;
  const { filename, facts, entry } = value;
  const hasFacts = isRecord(facts) && ["bytes", "modifiedMs", "changedMs"].every((key) => typeof facts[key] === "number");
  return typeof filename === "string" && hasFacts && (entry === undefined || (isEntry(entry) && entry.filename === filename));
}
