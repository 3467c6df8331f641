import { type CaptureEntry, isEntry, newestFirst } from "./capture-entry.js";
import { parseJson } from "./failures.js";

/**
 * The index of captures as a text of JSON lines: a header, then entries from oldest to newest, then a journal of what changed since.
 * Whoever wants only the newest reads only the end.
 */
export interface IndexHeader {
  readonly svcIndex: 1;
  /** Names this very text; a rewritten index has another. */
  readonly nonce: string;
  /** Bytes of the sorted lines, which follow the header line. */
  readonly sortedBytes: number;
  /** Number of captures, and the state of the folder that they were read from. */
  readonly count: number;
  readonly folder: string;
}

/** One line of the journal: an entry that is new or changed, or the name of one that is gone; and number and folder state after it. */
export interface JournalLine {
  readonly put?: CaptureEntry;
  readonly drop?: string;
  readonly count: number;
  readonly folder: string;
}

export function writeIndex(entries: readonly CaptureEntry[], folder: string, nonce: string): string {
  const oldestFirst = [...entries].sort((a, b) => newestFirst(b, a));
  const sorted = oldestFirst.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  const count = entries.filter(({ isDamaged }) => isDamaged !== true).length;
  const header: IndexHeader = { svcIndex: 1, nonce, sortedBytes: Buffer.byteLength(sorted), count, folder };
  return `${JSON.stringify(header)}\n${sorted}`;
}

export function parseHeader(line: string): IndexHeader | undefined {
  const value = parseJson(line);
  if (typeof value !== "object" || value === null) return undefined;
  const { svcIndex, nonce, sortedBytes, count, folder }: Partial<Record<keyof IndexHeader, unknown>> = value;
  if (svcIndex !== 1 || typeof nonce !== "string" || typeof folder !== "string") return undefined;
  return isCount(sortedBytes) && isCount(count) ? { svcIndex, nonce, sortedBytes, count, folder } : undefined;
}

/** Parses lines of entries; undefined when one of them is none. Line by line, which takes less than as one array. */
export function parseEntries(text: string): CaptureEntry[] | undefined {
  const entries = text.split("\n").slice(0, -1).map(parseEntry);
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

export function parseEntry(line: string): CaptureEntry | undefined {
  const value = parseJson(line);
  return isEntry(value) ? value : undefined;
}

export function parseJournalLine(line: string): JournalLine | undefined {
  const value = parseJson(line);
  if (typeof value !== "object" || value === null) return undefined;
  const { put, drop, count, folder }: Partial<Record<keyof JournalLine, unknown>> = value;
  if (!isCount(count) || typeof folder !== "string") return undefined;
  if (typeof drop === "string") return { drop, count, folder };
  return isEntry(put) ? { put, count, folder } : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
