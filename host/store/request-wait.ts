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
  const isOver = AbortSignal.any([AbortSignal.timeout(Math.max(0, timeoutMs)), ...(signal === undefined ? [] : [signal])]);
  let wake: () => void = () => undefined;
  // Watching starts before the first look, so that no change falls between the two.
  const stop = watchFolders([folder], () => wake(), { pollMs: 500 });
  isOver.addEventListener("abort", () => wake());
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const request = await read();
      if (!isOpen(request) || isOver.aborted) return request;
      const expiry = setTimeout(wake, Math.max(0, Date.parse(request.expiresAt) - Date.now()) + 1);
      await changed.finally(() => clearTimeout(expiry));
    }
  } finally {
    stop();
  }
}
