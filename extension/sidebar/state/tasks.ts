import { createSignal } from "solid-js";

/** A line for the user about what just happened; `undo` takes it back. */
export interface Notice {
  readonly kind: "done" | "error";
  readonly text: string;
  /** A technical detail. */
  readonly detail?: string;
  /** What the user may copy for the next step. */
  readonly copy?: string;
  readonly undo?: () => void;
}

export type Tasks = ReturnType<typeof createTasks>;

export function createTasks() {
  const [running, setRunning] = createSignal("");
  const [notice, notify] = createSignal<Notice>();
  let last: Promise<void> = Promise.resolve();

  function fail(error: unknown): void {
    notify({ kind: "error", text: error instanceof Error ? error.message : String(error) });
  }

  async function runNow(what: string, task: () => Promise<Notice | undefined>): Promise<void> {
    setRunning(what);
    try {
      notify(await task());
    } catch (error) {
      fail(error);
    } finally {
      setRunning("");
    }
  }

  return {
    /** What runs now, in words; empty when nothing does. */
    running,
    notice,
    notify,
    /** Reports a failure to the user. */
    fail,
    /** Runs tasks one after the other, in the order of the calls; the outcome of each, a failure too, becomes the notice. */
    run: (what: string, task: () => Promise<Notice | undefined>) => {
      last = last.then(() => runNow(what, task));
      return last;
    },
  };
}
