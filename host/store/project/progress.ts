import { type Progress, progressFileSchema } from "../../contract/annotation.js";
import { isWriteFailure, reasonOf } from "../failures.js";
import { writeInside } from "../fs/atomic-write.js";
import { readJson } from "../fs/json-file.js";
import { debugLog } from "../log.js";
import type { StoreContext } from "./context.js";

/** `.svc/progress.json`: which agent has read or works on which annotation; captures are large. One whose mark was lost is unread. */
export interface ProgressStore {
  read(): Promise<Map<string, Progress>>;
  /** Marks annotations, all in one write. A store that cannot be written stays as it is. */
  mark(ids: readonly string[], step: keyof Progress, agent: string): Promise<void>;
}

const fileName = "progress.json";
const fileMaxBytes = 1024 * 1024;
/** The oldest marks go first; at some 150 bytes each the file stays below its bound. */
const marksMax = 3_000;

export function openProgress({ layout: { store: folder }, locked }: StoreContext): ProgressStore {
  async function read(): Promise<Map<string, Progress>> {
    return new Map(Object.entries((await readJson(folder, fileName, fileMaxBytes, progressFileSchema)) ?? {}));
  }

  return {
    read,
    mark: async (ids: readonly string[], step: keyof Progress, agent: string) => {
      if (ids.length === 0) return;
      try {
        await locked("progress", async () => {
          const marks = await read();
          const mark = { at: new Date().toISOString(), agent: agent.slice(0, 200) };
          for (const id of ids) {
            const before = marks.get(id);
            marks.delete(id);
            marks.set(id, { ...before, [step]: mark });
          }
          await writeInside(folder, fileName, JSON.stringify(Object.fromEntries([...marks].slice(-marksMax))), { durable: false });
        });
      } catch (error) {
        // Reading goes on without marks.
        if (!isWriteFailure(error)) throw error;
        debugLog(`what an agent has read could not be noted: ${reasonOf(error)}`);
      }
    },
  };
}
