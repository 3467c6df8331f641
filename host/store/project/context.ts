import { constants, existsSync } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "../../contract/limits.js";
import { storeFolderName } from "../../contract/names.js";
import { explainWriteFailure, hasCode } from "../failures.js";
import { writeInside } from "../fs/atomic-write.js";
import { ensureFolder, type Folder, folderPath, readInside } from "../fs/folder.js";
import { withLock } from "../fs/lock.js";
import { folderGone, isGone } from "../project-root.js";
import type { Receipts } from "../user/receipts.js";

type LockName = "captures" | "config" | "progress" | "requests" | "session-key";

export interface StoreContext {
  readonly layout: StoreLayout;
  readonly receipts: Receipts;
  /** Runs one read-modify-write at a time, over all processes. Not reentrant. Throws ServiceError for a full or read-only disk. */
  locked<T>(name: LockName, fn: () => Promise<T>): Promise<T>;
  /** Delays every following write, for instance until a watcher has read the present state. */
  holdWritesFor(started: Promise<unknown>): void;
  /** A write that nobody waits for: it begins once what is being answered is out. */
  meanwhile(write: () => Promise<void>): void;
  /** Resolves when no write of this store is under way. */
  settled(): Promise<void>;
}

/** Longer than the rest of an answer takes, and shorter than anybody notices at the end of a program. */
const answerMs = 10;

/** What the parts of one open store share. */
export function openContext(layout: StoreLayout, receipts: Receipts): StoreContext {
  let ready: Promise<unknown> = Promise.resolve();
  const writes = new Set<Promise<unknown>>();

  const noted = <T>(write: Promise<T>) => {
    writes.add(write);
    return write.finally(() => writes.delete(write));
  };

  async function write<T>(name: LockName, fn: () => Promise<T>): Promise<T> {
    await ready;
    await ensureThere(layout);
    const run = () => withLock(layout.run, `${name}.lock`, fn);
    try {
      return await run().catch(async (error: unknown) => {
        if (!hasCode(error, "ENOENT")) throw error;
        // The folder was removed meanwhile: nothing was written yet.
        await prepareFolders(layout);
        return run();
      });
    } catch (error) {
      throw explainWriteFailure(error);
    }
  }

  return {
    layout,
    receipts,
    locked: <T>(name: LockName, fn: () => Promise<T>) => noted(write(name, fn)),
    meanwhile: (write) => void noted(sleep(answerMs).then(write)),
    settled: async () => {
      while (writes.size > 0) await Promise.allSettled(writes);
    },
    holdWritesFor: (started: Promise<unknown>) => {
      ready = Promise.allSettled([ready, started]);
    },
  };
}

export interface StoreLayout {
  readonly root: string;
  readonly store: Folder;
  readonly captures: Folder;
  readonly snapshots: Folder;
  readonly baselines: Folder;
  readonly requests: Folder;
  readonly archive: Folder;
  /** Locks and derived data; nothing here is worth keeping. */
  readonly run: Folder;
}

/** Longer files are no captures; the margin is for what the store adds. */
export const storedFileMaxBytes = limits.captureMaxBytes + limits.smallBodyMaxBytes * 8;

/** The folders of a project's store; `root`: real path of the project. */
export function layoutOf(root: string): StoreLayout {
  const folder = (...parts: readonly string[]): Folder => ({ base: root, parts: [storeFolderName, ...parts] });
  return {
    root,
    store: folder(),
    captures: folder("captures"),
    snapshots: folder("snapshots"),
    baselines: folder("baselines"),
    requests: folder("requests"),
    archive: folder("archive"),
    run: folder("run"),
  };
}

const ignoreFile = "# Written by svc: only the configuration is worth sharing.\n*\n!config.json\n";

/** Throws ServiceError `not-found` where the project's folder has gone: nothing is made in its place. */
export async function ensureThere({ root }: StoreLayout): Promise<void> {
  // At once, as each call asks: another thread would take longer to be asked than all else of a short one.
  if (!existsSync(root) && (await isGone(root))) throw folderGone(basename(root));
}

export async function prepareFolders(layout: StoreLayout): Promise<void> {
  for (const folder of [layout.captures, layout.snapshots, layout.baselines, layout.requests, layout.archive, layout.run]) {
    await ensureFolder(folder);
  }
  if ((await readInside(layout.store, ".gitignore", 64 * 1024)) !== undefined) return;
  await writeInside(layout.store, ".gitignore", ignoreFile);
}

/** Whether a capture could be written now: permissions, read-only mounts and space for the largest one. Writes nothing. */
export async function isWritable({ store, captures, run }: StoreLayout): Promise<boolean> {
  try {
    await Promise.all([store, captures, run].map((folder) => access(folderPath(folder), constants.W_OK | constants.X_OK)));
    const { bavail, bsize } = await statfs(folderPath(captures));
    return bavail * bsize > limits.captureMaxBytes;
  } catch {
    // What prevents the check prevents a write.
    return false;
  }
}
