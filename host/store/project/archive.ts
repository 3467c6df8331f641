import { rename } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { parseJson } from "../../contract/json.js";
import { type CaptureEntry, captureEntrySchema } from "../../contract/operations.js";
import { withoutQuery } from "../../contract/urls.js";
import { listAndSweep, syncFolder } from "../fs/atomic-write.js";
import { ensureFolder, type Folder, factsInside, inHeldFolder, readInside } from "../fs/folder.js";
import { openJournal } from "../fs/journal.js";
import { type Decoded, decodeCapture, isCaptureName } from "./capture-files.js";
import { type CaptureIndex, type Copy, idsOf, noteCopies } from "./capture-index.js";
import { type StoreLayout, storedFileMaxBytes } from "./context.js";

const indexName = "index.jsonl";
const monthName = /^\d{4}-\d{2}$/;

export interface Archive {
  /** What the index holds of one; undefined where it has none, also when the index was lost: `read` works without it. */
  entry(filename: string): CaptureEntry | undefined;
  copyOf(annotation: string): Copy | undefined;
  has(filename: string): Promise<boolean>;
  /** As `examine` of the captures' files. Throws `outside-captures`; undefined when it is not here. */
  examine(filename: string): Promise<Decoded | undefined>;
  /** Moves a capture here. Under the lock of the captures. */
  move(entry: CaptureEntry): Promise<void>;
}

/** Captures that were moved out of the way: `archive/YYYY-MM/` and an index of them. */
export function openArchive({ archive, captures }: StoreLayout): Archive {
  const monthFolder = (month: string): Folder => ({ base: archive.base, parts: [...archive.parts, month] });

  // As text: of thousands of rows few are asked for, and a search reads megabytes in a millisecond.
  const index = openJournal(
    archive,
    indexName,
    () => "\n",
    (known, row) => `${known}${row}\n`,
  );

  function rowsWith(quoted: string): CaptureEntry[] {
    const [all, wanted] = [index.read(), JSON.stringify(quoted)];
    const rows: CaptureEntry[] = [];
    for (let at = all.indexOf(wanted); at >= 0; ) {
      const end = all.indexOf("\n", at);
      const entry = captureEntrySchema.safeParse(parseJson(all.slice(all.lastIndexOf("\n", at) + 1, end))).data;
      if (entry !== undefined && isCaptureName(entry.filename)) rows.push(entry);
      at = all.indexOf(wanted, end);
    }
    return rows;
  }

  /** The month that holds a file. Looking into each is quicker than reading the whole index, and works without it. */
  async function find(filename: string): Promise<Folder | undefined> {
    const months = (await listAndSweep(archive)).filter((name) => monthName.test(name));
    for (const month of months.sort().reverse()) {
      const folder = monthFolder(month);
      const [facts] = await factsInside(folder, [filename]);
      if (facts !== undefined) return folder;
    }
    return undefined;
  }

  return {
    entry: (filename: string): CaptureEntry | undefined => rowsWith(filename).findLast((entry) => entry.filename === filename),
    copyOf: (annotation: string): Copy | undefined => {
      const copies = new Map<string, Copy>();
      for (const entry of rowsWith(annotation)) noteCopies(copies, entry);
      return copies.get(annotation);
    },
    has: async (filename: string) => (await find(basename(filename))) !== undefined,
    examine: async (filename: string) => {
      const name = basename(filename);
      const folder = await find(name);
      const text = folder === undefined ? undefined : await readInside(folder, name, storedFileMaxBytes);
      return text === undefined ? undefined : decodeCapture(text);
    },
    move: async (entry: CaptureEntry) => {
      const folder = monthFolder(monthOf(entry));
      await ensureFolder(folder);
      await inHeldFolder(captures, entry.filename, (from) =>
        inHeldFolder(folder, entry.filename, async (to) => {
          // Noted first: a note about a file that has not moved yet harms nobody.
          await index.append([entry], { durable: true });
          await rename(from, to);
          await syncFolder(dirname(to));
        }),
      );
    },
  };
}

function monthOf({ capturedAt }: CaptureEntry): string {
  const month = capturedAt.slice(0, 7);
  return monthName.test(month) ? month : "0000-00";
}

const dayMs = 24 * 60 * 60_000;
const newestPerPage = 2;
/** Moved under one lock, so that nobody waits long. */
const batchSize = 20;

/** Moves settled captures older than `archiveAfterDays` to the archive; returns their number. */
export async function archiveOld(index: CaptureIndex, archive: Archive, archiveAfterDays: number): Promise<number> {
  const names = toArchive(await index.entries(), Date.now() - archiveAfterDays * dayMs).map(({ filename }) => filename);
  for (let start = 0; start < names.length; start += batchSize) {
    const batch = new Set(names.slice(start, start + batchSize));
    await index.change(async (entries) => {
      // Read again under the lock: somebody may have put an annotation on one meanwhile.
      const isSettled = settledAmong(entries);
      for (const entry of entries.filter((one) => batch.has(one.filename) && isSettled(one))) await archive.move(entry);
    });
  }
  return names.length;
}

/** The captures made before a time (Unix ms) with nothing unresolved, except for the newest two of each page. Takes newest first. */
function toArchive(entries: readonly CaptureEntry[], beforeMs: number): CaptureEntry[] {
  const seen = new Map<string, number>();
  const isSettled = settledAmong(entries);
  return entries.filter((entry) => {
    const page = withoutQuery(entry.url);
    const newer = seen.get(page) ?? 0;
    seen.set(page, newer + 1);
    return newer >= newestPerPage && isSettled(entry) && Date.parse(entry.capturedAt) < beforeMs;
  });
}

/** Whether none of a capture's annotations is open in any: a crash between two copies leaves one that is, and the other alone knows better. */
function settledAmong(entries: readonly CaptureEntry[]): (entry: CaptureEntry) => boolean {
  const open = new Set(entries.flatMap(({ openIds }) => openIds));
  return (entry) => !idsOf(entry).some((id) => open.has(id));
}
