import { type BigIntStats, type FSWatcher, statSync, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { hasCode } from "../failures.js";
import { type Folder, folderPath } from "./folder.js";

const debounceMs = 20;

/**
 * Calls back after something changed in one of the folders since the call: at once where the system notifies, else within `pollMs` (network
 * folders, used-up watches). Does not keep the process alive. Returns a disposer.
 */
export function watchFolders(folders: readonly Folder[], onChange: () => void, { pollMs = 2_000 }: { pollMs?: number } = {}): () => void {
  let debounce: NodeJS.Timeout | undefined;
  const notify = () => {
    debounce ??= setTimeout(() => {
      debounce = undefined;
      onChange();
    }, debounceMs).unref();
  };
  const stops = folders.map((folder) => watchFolder(folderPath(folder), notify, pollMs));
  return () => {
    clearTimeout(debounce);
    for (const stop of stops) stop();
  };
}

function watchFolder(path: string, notify: () => void, pollMs: number): () => void {
  // Both synchronous: what changes after this call is a change, however late the first poll comes.
  let watcher = openWatcher(path, notify);
  let seen = stampNow(path);
  let isStopped = false;

  async function poll(): Promise<void> {
    const now = await stampOf(path);
    if (isStopped) return;
    const [folder] = now.split(" ");
    // Another folder stands there now: the system still watches the old one.
    if (seen.split(" ")[0] !== folder) {
      watcher?.close();
      watcher = now === "" ? undefined : openWatcher(path, notify);
    }
    if (seen !== now) notify();
    seen = now;
  }

  const timer = setInterval(() => void poll(), pollMs).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    watcher?.close();
  };
}

function openWatcher(path: string, notify: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, notify);
    // The folder was removed, or the system has no more watches: polling goes on.
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ENOSPC", "EMFILE", "ENOSYS", "EACCES", "EPERM")) return undefined;
    throw error;
  }
}

const identityAndTime = ({ dev, ino, mtimeNs }: BigIntStats) => `${dev}-${ino} ${mtimeNs}`;

function emptyIfMissing(error: unknown): "" {
  if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES")) return "";
  throw error;
}

/** The folder's identity and the time of its last change; empty while there is none. */
async function stampOf(path: string): Promise<string> {
  return stat(path, { bigint: true }).then(identityAndTime, emptyIfMissing);
}

function stampNow(path: string): string {
  try {
    return identityAndTime(statSync(path, { bigint: true }));
  } catch (error) {
    return emptyIfMissing(error);
  }
}
