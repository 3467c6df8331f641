import { type Progress, progressFileSchema } from "../../contract/annotation.js";
import { isWriteFailure, reasonOf } from "../failures.js";
import { writeInside } from "../fs/atomic-write.js";
import { openJsonFile } from "../fs/json-file.js";
import { debugLog } from "../log.js";
import type { StoreContext } from "./context.js";

/** `.svc/progress.json`: which agent has read or works on which annotation; captures are large. One whose mark was lost is unread. */
export interface ProgressStore {
  read(): Map<string, Progress>;
  /** Marks annotations, all in one write. A store that cannot be written stays as it is. */
  mark(ids: readonly string[], step: keyof Progress, agent: string): Promise<void>;
}

const fileName = "progress.json";
/** The oldest marks go first. */
const marksMax = 3_000;

export function openProgress({ layout: { store: folder }, locked }: StoreContext): ProgressStore {
  const file = openJsonFile(folder, fileName, progressFileSchema, {});
  const read = () => new Map(Object.entries(file.read() ?? {}));

  return {
    read,
    mark: async (ids: readonly string[], step: keyof Progress, agent: string) => {
      if (ids.length === 0) return;
      try {
        await locked("progress", async () => {
          const marks = read();
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
