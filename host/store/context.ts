import { explainWriteFailure, hasCode } from "./failures.js";
import { type Folder, folderPath } from "./folder.js";
import type { Layout } from "./layout.js";
import { withLock } from "./lock.js";
import type { Log } from "./log.js";
import { prepareFolders } from "./prepare.js";
import type { Receipts } from "./receipts.js";

/** What the parts of one open store share. */
export interface StoreContext {
  readonly layout: Layout;
  readonly log: Log;
  readonly receipts: Receipts;
  /** Runs one read-modify-write at a time, over all processes. Not reentrant. A full or read-only disk is told in words. */
  locked<T>(name: LockName, fn: () => Promise<T>): Promise<T>;
  /** As `locked`, also while writes are held back: for derived data that a reader mends. */
  lockedAtOnce<T>(name: LockName, fn: () => Promise<T>): Promise<T>;
  /** Makes every following write wait, for instance until a watcher knows what was there before. */
  holdWritesFor(ready: Promise<unknown>): void;
}

export type LockName = "captures" | "config" | "requests" | "session-key";

export function openContext(layout: Layout, receipts: Receipts, log: Log): StoreContext {
  let ready: Promise<unknown> = Promise.resolve();

  async function lockedAtOnce<T>(name: LockName, fn: () => Promise<T>): Promise<T> {
    return withLock(lockPath(layout.run, name), fn).catch((error: unknown) => {
      throw explainWriteFailure(error);
    });
  }

  return {
    layout,
    log,
    receipts,
    lockedAtOnce,
    locked: async (name, fn) => {
      await ready;
      try {
        return await lockedAtOnce(name, fn);
      } catch (error) {
        if (!hasCode(error, "ENOENT")) throw error;
        // Somebody has removed the folder under us: nothing was written yet.
        await prepareFolders(layout);
        return lockedAtOnce(name, fn);
      }
    },
    holdWritesFor: (started) => {
      ready = Promise.allSettled([ready, started]);
    },
  };
}

function lockPath(run: Folder, name: LockName): string {
  return `${folderPath(run)}/${name}.lock`;
}
