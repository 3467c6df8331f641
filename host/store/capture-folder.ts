import { stat } from "node:fs/promises";
import { listAndSweep } from "./atomic-write.js";
import { type CaptureEntry, newestFirst } from "./capture-entry.js";
import { entryFromFile } from "./capture-files.js";
import { isCaptureName } from "./capture-name.js";
import { hasCode } from "./failures.js";
import { type FileFacts, type Folder, factsInside, folderPath } from "./folder.js";
import type { IndexView } from "./index-file.js";
import type { Log } from "./log.js";

const filesAtOnce = 8;
/** A damaged file this young may still be on its way from an editor or a copying tool. */
const arrivalMs = 5_000;

/** Stands for a folder's state when the next look must not rely on this one. */
export const unsettled = "unsettled";

/** The state of a folder: changes when a file is added, removed or replaced. Empty while there is no folder. */
export async function stampOf(folder: Folder): Promise<string> {
  try {
    const { ino, mtimeNs } = await stat(folderPath(folder), { bigint: true });
    return `${ino}-${mtimeNs}`;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return "";
    throw error;
  }
}

/** Lists a captures folder with the facts of each file. Entries from before stand as long as size and time of their files are the same. */
export async function lookInto(folder: Folder, before: readonly CaptureEntry[], log: Log): Promise<IndexView> {
  const known = new Map(before.map((entry) => [entry.filename, entry]));
  await listAndSweep(folder);
  // Taken before the look: whatever changes during it makes the result stale at once.
  const stamp = await stampOf(folder);
  const names = (await listAndSweep(folder)).filter(isCaptureName);
  const facts = await factsInside(folder, names);
  const files = names.flatMap((filename, index) => {
    const fact = facts[index];
    return fact === undefined ? [] : [{ filename, facts: fact, old: known.get(filename) }];
  });
  const entries = await mapSome(files, async ({ filename, facts, old }) => {
    if (old !== undefined && old.bytes === facts.bytes && old.modifiedMs === facts.modifiedMs) return old;
    return readEntry(folder, filename, facts, log);
  });
  const count = entries.filter(({ isDamaged }) => isDamaged !== true).length;
  const isArriving = entries.some(({ isDamaged, modifiedMs }) => isDamaged === true && Math.abs(Date.now() - modifiedMs) < arrivalMs);
  return { folder: isArriving ? unsettled : stamp, count, recent: entries.sort(newestFirst), isWhole: true };
}

async function readEntry(folder: Folder, filename: string, facts: FileFacts, log: Log): Promise<CaptureEntry> {
  const entry = await entryFromFile(folder, filename, facts);
  if (entry.isDamaged === true) log(`a file in captures is no capture and is skipped: ${filename}`);
  return entry;
}

/** Maps in order, some at a time. */
async function mapSome<T, R>(values: readonly T[], map: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < values.length; start += filesAtOnce) {
    results.push(...(await Promise.all(values.slice(start, start + filesAtOnce).map(map))));
  }
  return results;
}
