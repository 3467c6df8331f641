import { type FSWatcher, statSync, watch } from "node:fs";
import { hasCode } from "../failures.js";
import { nameToBe } from "./atomic-write.js";
import { type Folder, folderPath } from "./folder.js";

const lockEnding = ".lock";
/** Changes that follow a call back within this time are reported together after it. */
const restMs = 5;

/**
 * Calls back after something changed in one of the folders since the call: at once where the system notifies, else within `pollMs` (network
 * folders, used-up watches), `waitMs` after it. What is still being written beside its file is no change, and a lock is none: `onWriting` gets the
 * name of the former, where the system notifies. Does not keep the process alive. Returns a disposer.
 */
export function watchFolders(
  folders: readonly Folder[],
  onChange: () => void,
  { pollMs = 2_000, waitMs = 0, onWriting }: { readonly pollMs?: number; readonly waitMs?: number; readonly onWriting?: OnWriting } = {},
): () => void {
  let rest: NodeJS.Timeout | undefined;
  let calledAtMs = Number.NEGATIVE_INFINITY;
  const call = () => {
    clearTimeout(rest);
    rest = undefined;
    calledAtMs = performance.now();
    onChange();
  };
  const notify = () => {
    const dueMs = Math.max(waitMs, calledAtMs + restMs - performance.now());
    // The shortest timer takes a millisecond.
    if (dueMs > 0) rest ??= setTimeout(call, dueMs).unref();
    else call();
  };
  const stops = folders.map((folder) => watchFolder(folderPath(folder), notify, pollMs, onWriting));
  return () => {
    clearTimeout(rest);
    for (const stop of stops) stop();
  };
}

type OnWriting = ((temporary: string) => void) | undefined;

function watchFolder(path: string, notify: () => void, pollMs: number, onWriting: OnWriting): () => void {
  let watcher = openWatcher(path, notify, onWriting);
  let seen = stampOf(path);

  function poll(): void {
    const now = stampOf(path);
    // Another folder stands there now: the system still watches the old one.
    if (now.folder !== seen.folder) {
      watcher?.close();
      watcher = now.folder === "" ? undefined : openWatcher(path, notify, onWriting);
    }
    if (now.folder !== seen.folder || now.time !== seen.time) notify();
    seen = now;
  }

  const timer = setInterval(poll, pollMs).unref();
  return () => {
    clearInterval(timer);
    watcher?.close();
  };
}

function openWatcher(path: string, notify: () => void, onWriting: OnWriting): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, (event, name) => {
      if (name === null || (nameToBe(name) === undefined && !name.endsWith(lockEnding))) notify();
      else if (event === "change") onWriting?.(name);
    });
    // The folder was removed, or the system has no more watches: polling goes on.
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ENOSPC", "EMFILE", "ENOSYS", "EACCES", "EPERM")) return undefined;
    throw error;
  }
}

/** The folder's identity and the time of its last change; empty while there is none. */
function stampOf(path: string): { readonly folder: string; readonly time: bigint } {
  try {
    const { dev, ino, mtimeNs } = statSync(path, { bigint: true });
    return { folder: `${dev}-${ino}`, time: mtimeNs };
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES")) return { folder: "", time: 0n };
    throw error;
  }
}
