import type { CaptureRequest } from "../contract/request.js";
import type { Folder } from "./folder.js";
import { watchFolders } from "./folder-watch.js";
import { isOpen } from "./request-rules.js";

/** Reads a request again after each change of its folder until it has ended, `timeoutMs` are over or the signal aborts. */
export async function waitForRequest(
  folder: Folder,
  read: () => Promise<CaptureRequest>,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<CaptureRequest> {
  let wake: () => void = () => undefined;
  // Not AbortSignal.any: Node may collect a timeout that only a joined signal listens to, and then it never comes.
  let isOver = signal?.aborted === true;
  const end = () => {
    isOver = true;
    wake();
  };
  const timer = setTimeout(end, Math.max(0, timeoutMs));
  signal?.addEventListener("abort", end);
  // Watching starts before the first look, so that no change falls between the two.
  const stop = watchFolders([folder], () => wake(), { pollMs: 500 });
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const request = await read();
      if (!isOpen(request) || isOver) return request;
      const expiry = setTimeout(wake, Math.max(0, Date.parse(request.expiresAt) - Date.now()) + 1);
      await changed.finally(() => clearTimeout(expiry));
    }
  } finally {
    stop();
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
