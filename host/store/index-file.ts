import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { writeInside } from "./atomic-write.js";
import { type CaptureEntry, newestFirst } from "./capture-entry.js";
import { hasCode } from "./failures.js";
import { type Folder, pathInside } from "./folder.js";
import { type IndexHeader, type JournalLine, parseEntries, parseHeader, parseJournalLine, writeIndex } from "./index-format.js";

/** The captures that an index knows. */
export interface IndexView {
  /** State of the folder that the index was made from. */
  readonly folder: string;
  readonly count: number;
  /** Newest first: the first of all entries, or all of them. */
  readonly recent: readonly CaptureEntry[];
  readonly isWhole: boolean;
}

const fileName = "captures.index";
const headerMaxBytes = 512;
/** What an entry takes, as a rule: only so much is read as holds those wanted. */
const entryBytes = 440;
const journalMaxLines = 1_000;

interface Loaded {
  readonly header: IndexHeader;
  /** Bytes up to the end of the last whole line: the rest may still be on its way. */
  readonly end: number;
  readonly isWhole: boolean;
  /** About how many entries were wanted when it was loaded. */
  readonly newest: number;
  /** The oldest entry that was read of the sorted part. */
  readonly oldest: CaptureEntry | undefined;
  readonly journalLines: number;
  readonly view: IndexView;
}

/** What a reader wants to see. */
export interface IndexQuery {
  /** All entries. */
  readonly whole?: boolean;
  /** About so many of the newest, where not all are wanted; 300 where it is not said: a page of the longest list. */
  readonly newest?: number;
}

/** The index file under `.svc/run`. It is derived: whatever is wrong with it, it reads as undefined and is made again. */
export function openIndexFile(run: Folder) {
  let loaded: Loaded | undefined;

  /** Reads what is new in the file; more of it when more is wanted than before. */
  async function read({ whole = false, newest = 300 }: IndexQuery = {}): Promise<IndexView | undefined> {
    const file = await openExisting(await pathInside(run, fileName));
    if (file === undefined) {
      loaded = undefined;
      return undefined;
    }
    try {
      loaded = await load(file, loaded, whole ? Number.POSITIVE_INFINITY : newest);
    } finally {
      await file.close();
    }
    return loaded?.view;
  }

  async function replace(entries: readonly CaptureEntry[], folder: string): Promise<void> {
    const text = writeIndex(entries, folder, randomBytes(8).toString("hex"));
    await writeInside(run, fileName, text, { durable: false });
  }

  /** Adds to the journal. Only under the lock of the captures. */
  async function append(line: JournalLine): Promise<void> {
    const file = await open(await pathInside(run, fileName), constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
    try {
      const { size } = await file.stat();
      // The line of a writer that died half way must not swallow this one.
      const isTorn = size > 0 && (await readPart(file, size - 1, size)).toString() !== "\n";
      await file.appendFile(`${isTorn ? "\n" : ""}${JSON.stringify(line)}\n`);
    } finally {
      await file.close();
    }
  }

  return { read, replace, append, isLong: () => (loaded?.journalLines ?? 0) > journalMaxLines };
}

async function load(file: FileHandle, before: Loaded | undefined, newest: number): Promise<Loaded | undefined> {
  const { size } = await file.stat();
  const start = (await readPart(file, 0, Math.min(size, headerMaxBytes))).toString();
  const headerLine = start.slice(0, start.indexOf("\n") + 1);
  const header = parseHeader(headerLine);
  if (header === undefined) return undefined;
  const isSame =
    before !== undefined && before.header.nonce === header.nonce && size >= before.end && (before.isWhole || newest <= before.newest);
  if (isSame && size === before.end) return before;
  if (isSame) {
    const { end, lines } = await journalOf(file, before.end, size);
    return follow(before, end, lines);
  }
  const sortedStart = Buffer.byteLength(headerLine);
  const sortedEnd = sortedStart + header.sortedBytes;
  if (sortedEnd > size) return undefined;
  const from = Math.max(sortedStart, sortedEnd - newest * entryBytes);
  const part = await readPart(file, from, sortedEnd);
  // The first line of a part is cut, unless the part starts where the lines do.
  const sorted = parseEntries(part.toString("utf8", from === sortedStart ? 0 : part.indexOf("\n") + 1));
  if (sorted === undefined) return undefined;
  const { count, folder } = header;
  const isWhole = from === sortedStart;
  const view = { count, folder, isWhole, recent: sorted.toReversed() };
  const { end, lines } = await journalOf(file, sortedEnd, size);
  return follow({ header, end: sortedEnd, newest, oldest: sorted[0], journalLines: 0, isWhole, view }, end, lines);
}

/** Lines that make no sense are left out: the folder's state then differs from theirs, and the index heals. */
async function journalOf(file: FileHandle, from: number, to: number): Promise<{ end: number; lines: JournalLine[] }> {
  const part = await readPart(file, from, to);
  const whole = part.subarray(0, part.lastIndexOf("\n") + 1);
  const lines = whole
    .toString()
    .split("\n")
    .map(parseJournalLine)
    .filter((line) => line !== undefined);
  return { end: from + whole.length, lines };
}

/** Applies lines of the journal to what is loaded. */
function follow(before: Loaded, end: number, lines: readonly JournalLine[]): Loaded {
  const { isWhole, oldest, view } = before;
  const last = lines.at(-1);
  if (last === undefined) return { ...before, end };
  const changes = new Map(lines.map(({ put, drop }) => [put?.filename ?? drop, put]));
  const kept = view.recent.filter(({ filename }) => !changes.has(filename));
  const put = [...changes.values()].filter((entry) => entry !== undefined).filter((entry) => isReached(entry, isWhole, oldest));
  const recent = [...kept, ...put].sort(newestFirst);
  const { count, folder } = last;
  return { ...before, end, journalLines: before.journalLines + lines.length, view: { count, folder, isWhole, recent } };
}

/** What is older than the part that was read may have unread entries before it. */
function isReached(entry: CaptureEntry, isWhole: boolean, oldest: CaptureEntry | undefined): boolean {
  return isWhole || oldest === undefined || newestFirst(entry, oldest) <= 0;
}

async function readPart(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
  return buffer.subarray(0, bytesRead);
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ELOOP")) return undefined;
    throw error;
  }
}
