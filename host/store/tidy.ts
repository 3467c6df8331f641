import { parseUrl } from "../contract/hosts.js";
import type { Archive } from "./archive.js";
import type { CaptureEntry } from "./capture-entry.js";
import type { CaptureIndex } from "./capture-index.js";

const dayMs = 24 * 60 * 60_000;
const keptPerPage = 2;
/** Moved under one lock, so that nobody waits long. */
const batchSize = 20;

interface TidyParts {
  readonly index: CaptureIndex;
  readonly archive: Archive;
}

/** Moves settled captures older than `archiveAfterDays` to the archive; gives their number. */
export async function archiveOld({ index, archive }: TidyParts, archiveAfterDays: number, nowMs = Date.now()): Promise<number> {
  const names = toArchive(await index.entries(), nowMs - archiveAfterDays * dayMs).map(({ filename }) => filename);
  for (let start = 0; start < names.length; start += batchSize) {
    const batch = new Set(names.slice(start, start + batchSize));
    await index.change(async (entries) => {
      // Read again under the lock: somebody may have put an annotation on one meanwhile.
      for (const entry of entries.filter(({ filename, unresolved }) => batch.has(filename) && unresolved === 0)) await archive.move(entry);
    });
  }
  return names.length;
}

/** The captures made before a time (Unix ms) with nothing unresolved, except for the newest two of each page. Takes newest first. */
export function toArchive(entries: readonly CaptureEntry[], beforeMs: number): CaptureEntry[] {
  const seen = new Map<string, number>();
  return entries.filter(({ url, unresolved, capturedAt }) => {
    const page = pageOf(url);
    const newer = seen.get(page) ?? 0;
    seen.set(page, newer + 1);
    return newer >= keptPerPage && unresolved === 0 && Date.parse(capturedAt) < beforeMs;
  });
}

/** Captures of one address with other queries and fragments are captures of one page. */
function pageOf(url: string): string {
  const page = parseUrl(url);
  return page === undefined ? url : `${page.protocol}//${page.host}${page.pathname}`;
}
