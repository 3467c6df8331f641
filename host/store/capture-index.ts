import { listAndSweep, writeInside } from "./atomic-write.js";
import { type CaptureEntry, entryOf, isEntry, newestFirst } from "./capture-entry.js";
import type { CaptureFiles } from "./capture-files.js";
import { isCaptureName } from "./capture-name.js";
import type { StoreContext } from "./context.js";
import { parseJson, reasonOf } from "./failures.js";
import { type FileFacts, factsInside, isSameFile, isSettled, readWithFacts } from "./folder.js";

/**
 * What is in the captures folder. Each answer lists the folder and compares size and times of every file (30 ms for 10,000): the folder is the
 * truth. Only what is read from a file's content is cached, in memory and in `.svc/run/captures.json`, under the facts of that very content.
 * A cache that is lost, old, damaged or made by somebody else costs time, and never an answer.
 */
export interface CaptureIndex {
  /** All captures, newest first; the same array as before while nothing changes. Files that are no captures are left out. */
  entries(): Promise<readonly CaptureEntry[]>;
  /** Runs `fn` alone among all processes that change captures. Not reentrant. */
  change<T>(fn: (entries: readonly CaptureEntry[]) => Promise<T>): Promise<T>;
}

/** What is known of one file; no entry for a file that is no capture, so that it is not parsed again and again. */
interface Known {
  readonly filename: string;
  readonly facts: FileFacts;
  readonly entry?: CaptureEntry | undefined;
}

const cacheName = "captures.json";
const cacheMaxBytes = 64 * 1024 * 1024;
const filesAtOnce = 8;

export function openCaptureIndex({ layout: { captures, run }, log, locked }: StoreContext, files: CaptureFiles): CaptureIndex {
  let known: ReadonlyMap<string, Known> = new Map();
  let saved: ReadonlyMap<string, Known> = new Map();
  let savedFacts: FileFacts | undefined;
  let unsaved = 0;
  const reported = new Set<string>();
  let last: { rows: readonly Known[]; entries: readonly CaptureEntry[] } = { rows: [], entries: [] };

  async function entries(): Promise<readonly CaptureEntry[]> {
    const names = (await listAndSweep(captures)).filter(isCaptureName);
    const facts = await factsInside(captures, names);
    const present = names.flatMap((filename, index) => ({ filename, facts: facts[index] }));
    const isKnown = ({ filename, facts }: (typeof present)[number]) => findKnown(filename, facts) !== undefined;
    // Another process may have read what is new to this one.
    if (!present.every(isKnown)) await loadSaved();
    const parsed = new Map<string, Known>();
    const unknown = present.filter((file) => file.facts !== undefined && !isKnown(file)).map(({ filename }) => filename);
    for (let start = 0; start < unknown.length; start += filesAtOnce) {
      const some = await Promise.all(unknown.slice(start, start + filesAtOnce).map(parse));
      for (const row of some) if (row !== undefined) parsed.set(row.filename, row);
    }
    const rows = present.flatMap(({ filename, facts }) => parsed.get(filename) ?? findKnown(filename, facts) ?? []);
    if (rows.length === last.rows.length && rows.every((row, index) => row === last.rows[index])) return last.entries;
    last = { rows, entries: rows.flatMap(({ entry }) => entry ?? []).sort(newestFirst) };
    const settled = rows.filter(({ facts }) => isSettled(facts));
    unsaved += settled.filter(({ filename }) => parsed.has(filename)).length;
    known = new Map(settled.map((row) => [row.filename, row]));
    const { entries } = last;
    if (unsaved > known.size / 50) await save();
    return entries;
  }

  function findKnown(filename: string, facts: FileFacts | undefined): Known | undefined {
    return [known.get(filename), saved.get(filename)].find(
      (row) => row !== undefined && facts !== undefined && isSameFile(row.facts, facts),
    );
  }

  /** Undefined when the file has gone, or is none that could be a capture. */
  async function parse(filename: string): Promise<Known | undefined> {
    const read = await files.examine(filename);
    if (read?.capture === undefined && !reported.has(filename)) log(`a file in captures is no capture and is skipped: ${filename}`);
    reported.add(filename);
    if (read === undefined) return undefined;
    const { facts, capture } = read;
    return { filename, facts, entry: capture === undefined ? undefined : entryOf(filename, capture, facts) };
  }

  async function loadSaved(): Promise<void> {
    const [facts] = await factsInside(run, [cacheName]);
    if (facts === undefined || (savedFacts !== undefined && isSameFile(savedFacts, facts))) return;
    const read = await readWithFacts(run, cacheName, cacheMaxBytes);
    savedFacts = read?.facts;
    const value = parseJson(read?.text ?? "");
    const rows = Array.isArray(value) ? value.filter(isRow) : [];
    saved = new Map(rows.map((row) => [row.filename, row]));
  }

  async function save(): Promise<void> {
    unsaved = 0;
    try {
      await writeInside(run, cacheName, JSON.stringify([...known.values()]), { durable: false });
    } catch (error) {
      log(`the index of captures could not be written: ${reasonOf(error)}`);
    }
  }

  return {
    entries,
    change: async (fn) => {
      // The first look at many files takes long: others need not wait for it.
      await entries();
      return locked("captures", async () => fn(await entries()));
    },
  };
}

function isRow(value: unknown): value is Known {
  if (typeof value !== "object" || value === null) return false;
  const { filename, facts, entry }: Partial<Record<keyof Known, unknown>> = value;
  if (typeof filename !== "string" || typeof facts !== "object" || facts === null) return false;
  const { bytes, modifiedMs, changedMs }: Partial<Record<keyof FileFacts, unknown>> = facts;
  const hasFacts = [bytes, modifiedMs, changedMs].every((fact) => typeof fact === "number");
  return hasFacts && (entry === undefined || (isEntry(entry) && entry.filename === filename));
}
