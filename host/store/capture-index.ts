import { ServiceError } from "../contract/errors.js";
import type { CaptureEntry } from "./capture-entry.js";
import { lookInto, stampOf, unsettled } from "./capture-folder.js";
import type { StoreContext } from "./context.js";
import { hasCode, isWriteFailure, reasonOf } from "./failures.js";
import { type IndexQuery, type IndexView, openIndexFile } from "./index-file.js";

export type { IndexView } from "./index-file.js";

/**
 * What is in the captures folder, without opening its files: an index kept beside it, true as long as the folder's modification time is the
 * one it was made from. Every writer of ours notes both under the lock; a file added or removed by hand shows in the time, and the index heals.
 */
export interface CaptureIndex {
  current(query?: IndexQuery): Promise<IndexView>;
  /** As `current`, for callers that hold the lock of the captures. */
  currentLocked(query?: IndexQuery): Promise<IndexView>;
  /** Notes a file that was just written. Under the lock. */
  put(entry: CaptureEntry, options: { isNew: boolean }): Promise<void>;
  /** Notes that a file has gone. Under the lock. */
  drop(filename: string): Promise<void>;
  /** Looks at every file's size and time, for those changed in place by hand. */
  verify(): Promise<void>;
}

export function openCaptureIndex({ layout, log, lockedAtOnce }: StoreContext): CaptureIndex {
  const { captures } = layout;
  const file = openIndexFile(layout.run);
  /** The result of the last healing here: enough where nothing can be written, and the base of the next one. */
  let memory: IndexView | undefined;

  async function intact(query: IndexQuery = {}): Promise<IndexView | undefined> {
    const [folder, view] = await Promise.all([stampOf(captures), file.read(query)]);
    return [view, memory].find((known) => known?.folder === folder);
  }

  async function current(query?: IndexQuery): Promise<IndexView> {
    // Mostly a writer is between its file and its note: after it the index is right again.
    const view = (await intact(query)) ?? (await unlessImpossible(() => lockedAtOnce("captures", () => intact(query))));
    if (view !== undefined) return view;
    // A long look at many files happens before the lock; under it only what changed meanwhile is left.
    const healed = await heal();
    return (await unlessImpossible(() => lockedAtOnce("captures", () => currentLocked(query)))) ?? healed;
  }

  async function currentLocked(query: IndexQuery = {}): Promise<IndexView> {
    const [folder, view] = await Promise.all([stampOf(captures), file.read(query)]);
    if (view?.folder === folder) return view;
    return save(memory?.folder === folder ? memory : await heal());
  }

  /** Looks at the folder: only files that are new or look changed are opened. */
  async function heal(): Promise<IndexView> {
    const before = [...((await file.read({ whole: true }))?.recent ?? []), ...(memory?.recent ?? [])];
    memory = await lookInto(captures, before, log);
    return memory;
  }

  async function save(view: IndexView): Promise<IndexView> {
    try {
      await file.replace(view.recent, view.folder);
    } catch (error) {
      // Only a cache: the next process looks for itself.
      log(`the index of captures could not be written: ${reasonOf(error)}`);
    }
    return view;
  }

  async function note(line: { put: CaptureEntry } | { drop: string }, change: -1 | 0 | 1): Promise<void> {
    try {
      const view = await file.read();
      if (view === undefined) return;
      const folder = view.folder === unsettled ? unsettled : await stampOf(captures);
      await file.append({ ...line, count: Math.max(0, view.count + change), folder });
      const grown = file.isLong() ? await file.read({ whole: true }) : undefined;
      if (grown !== undefined) await save(grown);
    } catch (error) {
      // The file itself is stored; the folder's time tells the next reader to look.
      log(`the index of captures could not be written: ${reasonOf(error)}`);
    }
  }

  return {
    current,
    currentLocked,
    put: (entry, { isNew }) => note({ put: entry }, isNew ? 1 : 0),
    drop: (filename) => note({ drop: filename }, -1),
    verify: async () => {
      await heal();
      await lockedAtOnce("captures", async () => save(await heal()));
    },
  };
}

/** Reading goes on where the lock cannot be had: a read-only or full disk, or a writer that takes very long. */
async function unlessImpossible<T>(fn: () => Promise<T>): Promise<T | undefined> {
  try {
    return await fn();
  } catch (error) {
    const isBusy = error instanceof ServiceError && error.code === "conflict";
    if (isBusy || isWriteFailure(error) || hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
