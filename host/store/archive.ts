import { constants } from "node:fs";
import { open, readdir, rename } from "node:fs/promises";
import { basename } from "node:path";
import type { Capture } from "../contract/capture.js";
import { syncFolder } from "./atomic-write.js";
import { type CaptureEntry, isEntry } from "./capture-entry.js";
import { readCaptureFile } from "./capture-files.js";
import { hasCode, parseJson } from "./failures.js";
import { ensureFolder, type Folder, factsInside, folderPath, pathInside, readInside } from "./folder.js";
import { type Layout, monthFolder } from "./layout.js";

/** Captures that were moved out of the way: `archive/YYYY-MM/` and an index of them. */
export interface Archive {
  /** Throws `outside-captures`; undefined when it is not here. */
  read(filename: string): Promise<Capture | undefined>;
  has(filename: string): Promise<boolean>;
  /** What the index says, unordered; empty when it was lost, while reading goes on. */
  entries(): Promise<readonly CaptureEntry[]>;
  /** Moves a capture here. Under the lock of the captures. */
  move(entry: CaptureEntry): Promise<void>;
}

const indexName = "index.jsonl";
const indexMaxBytes = 256 * 1024 * 1024;
const monthName = /^\d{4}-\d{2}$/;

export function openArchive(layout: Layout): Archive {
  const { archive, captures } = layout;

  async function entries(): Promise<CaptureEntry[]> {
    const lines = (await readInside(archive, indexName, indexMaxBytes))?.split("\n") ?? [];
    const known = new Map<string, CaptureEntry>();
    for (const line of lines) {
      const entry = parseJson(line);
      if (isEntry(entry)) known.set(entry.filename, entry);
    }
    return [...known.values()];
  }

  /** The month that holds a file. Looking into each is quicker than reading the whole index, and works without it. */
  async function find(filename: string): Promise<Folder | undefined> {
    for (const month of await monthsOf(archive)) {
      const folder = monthFolder(layout, month);
      const [facts] = await factsInside(folder, [filename]);
      if (facts !== undefined) return folder;
    }
    return undefined;
  }

  return {
    entries,
    has: async (filename) => (await find(basename(filename))) !== undefined,
    read: async (filename) => {
      const name = basename(filename);
      const folder = await find(name);
      return folder === undefined ? undefined : readCaptureFile(folder, name);
    },
    move: async (entry) => {
      const folder = monthFolder(layout, monthOf(entry));
      await ensureFolder(folder);
      const [from, to] = await Promise.all([pathInside(captures, entry.filename), pathInside(folder, entry.filename)]);
      // Noted first: a note about a file that has not moved yet harms nobody.
      await appendLine(await pathInside(archive, indexName), JSON.stringify(entry));
      await rename(from, to);
      await syncFolder(folderPath(folder));
    },
  };
}

function monthOf({ capturedAt }: CaptureEntry): string {
  const month = capturedAt.slice(0, 7);
  return monthName.test(month) ? month : "0000-00";
}

async function monthsOf(archive: Folder): Promise<string[]> {
  try {
    return (await readdir(folderPath(archive)))
      .filter((name) => monthName.test(name))
      .sort()
      .reverse();
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}

/** Starts on a new line in any case: the one before may have been cut by a crash. */
async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(
    path,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    0o600,
  );
  try {
    await file.appendFile(`\n${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
