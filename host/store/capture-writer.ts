import type { Capture } from "../contract/capture.js";
import type { CaptureEntry } from "./capture-entry.js";
import { writeCaptureFile } from "./capture-files.js";
import type { CaptureIndex, IndexView } from "./capture-index.js";
import type { StoreContext } from "./context.js";

/** The one way to change captures: under their lock, file and index together. */
export interface CaptureWriter {
  /** Runs `fn` alone among all processes, with an index that is right. Not reentrant. */
  change<T>(fn: (view: IndexView) => Promise<T>): Promise<T>;
  /** Writes a capture, new or changed; `json` is its text where that is made already. Within `change` only. */
  write(filename: string, capture: Capture, options: { isNew: boolean; json?: string }): Promise<CaptureEntry>;
}

export function openCaptureWriter({ layout, locked }: StoreContext, index: CaptureIndex): CaptureWriter {
  return {
    change: async (fn) => {
      // A stale index heals before the lock is taken, so that nobody waits for it.
      await index.current();
      return locked("captures", async () => fn(await index.currentLocked()));
    },
    write: async (filename, capture, { isNew, json }) => {
      const entry = await writeCaptureFile(layout.captures, filename, capture, json);
      await index.put(entry, { isNew });
      return entry;
    },
  };
}
