import { type Progress, progressFileSchema } from "../../contract/annotation.js";
import { isWriteFailure, reasonOf } from "../failures.js";
import { writeInside } from "../fs/atomic-write.js";
import { openJsonFile } from "../fs/json-file.js";
import { lifeOf, ownIdentity } from "../fs/process-identity.js";
import { debugLog } from "../log.js";
import type { StoreContext } from "./context.js";

/** `.svc/progress.json`: which agent has read or works on which annotation; captures are large. One whose mark was lost is unread. */
export interface ProgressStore {
  /** As it stands now: what a process works on that has ended is seen, and no more. */
  read(): Map<string, Progress>;
  /** Marks annotations, all in one write. A store that cannot be written stays as it is. */
  mark(ids: readonly string[], step: keyof Progress, agent: string): Promise<void>;
  /** This process is about to end, and with it what it works on. */
  end(): Promise<void>;
}

const fileName = "progress.json";
/** The oldest marks go first. */
const marksMax = 3_000;

export function openProgress({ layout: { store: folder }, locked }: StoreContext): ProgressStore {
  const file = openJsonFile(folder, fileName, progressFileSchema, {});
  const read = () => new Map(Object.entries(file.read() ?? {}).map(([id, progress]) => [id, atPresent(progress)]));
  const { nonce: _nonce, ...maker } = ownIdentity();

  /** `edit` returns what is known of an annotation from now on. */
  async function change(ids: readonly string[], edit: (before: Progress) => Progress): Promise<void> {
    if (ids.length === 0) return;
    try {
      await locked("progress", async () => {
        const marks = read();
        for (const id of ids) {
          const before = marks.get(id) ?? {};
          marks.delete(id);
          marks.set(id, edit(before));
        }
        await writeInside(folder, fileName, JSON.stringify(Object.fromEntries([...marks].slice(-marksMax))), { durable: false });
      });
    } catch (error) {
      // Reading goes on without marks.
      if (!isWriteFailure(error)) throw error;
      debugLog(`what an agent has read could not be noted: ${reasonOf(error)}`);
    }
  }

  return {
    read,
    mark: (ids: readonly string[], step: keyof Progress, agent: string) => {
      const mark = { at: new Date().toISOString(), agent: agent.slice(0, 200), ...(step === "working" ? { maker } : {}) };
      return change(ids, (before) => ({ ...before, [step]: mark }));
    },
    end: () => {
      const isOwn = ({ working }: Progress) => working?.maker?.pid === maker.pid && working.maker.startTime === maker.startTime;
      return change(
        [...read()].flatMap(([id, progress]) => (isOwn(progress) ? [id] : [])),
        asSeen,
      );
    },
  };
}

/** For so long a process that cannot be asked for counts as working on what it began, in milliseconds. */
const unknownMs = 30 * 60_000;

function atPresent(progress: Progress): Progress {
  const { at = "", maker } = progress.working ?? {};
  const life = maker === undefined ? "alive" : lifeOf(maker);
  return life === "dead" || (life === "unknown" && Date.now() - Date.parse(at) > unknownMs) ? asSeen(progress) : progress;
}

const asSeen = ({ seen, working }: Progress): Progress => ({ seen: working ?? seen });
