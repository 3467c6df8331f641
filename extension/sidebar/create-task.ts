import { type Accessor, createSignal } from "solid-js";

/** A line for the user about what just happened; `undo` takes it back. */
export interface Notice {
  readonly kind: "done" | "error";
  readonly text: string;
  readonly undo?: () => void;
}

export interface Tasks {
  /** What runs now, in words; empty when nothing does. */
  readonly running: Accessor<string>;
  readonly notice: Accessor<Notice | undefined>;
  /** Runs one task at a time; its failure becomes the notice. */
  run(what: string, task: () => Promise<Notice | undefined>): Promise<void>;
  say(notice: Notice | undefined): void;
  /** Tells the user of a failure. */
  fail(error: unknown): void;
}

export function createTasks(): Tasks {
  const [running, setRunning] = createSignal("");
  const [notice, say] = createSignal<Notice>();

  function fail(error: unknown): void {
    say({ kind: "error", text: error instanceof Error ? error.message : String(error) });
  }

  return {
    running,
    notice,
    say,
    fail,
    run: async (what, task) => {
      if (running() !== "") return;
      setRunning(what);
      try {
        say(await task());
      } catch (error) {
        fail(error);
      } finally {
        setRunning("");
      }
    },
  };
}
