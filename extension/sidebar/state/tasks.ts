import { type Accessor, createSignal } from "solid-js";

export interface Notice {
  readonly kind: "done" | "error";
  readonly text: string;
  readonly detail?: string;
  readonly copy?: string;
  readonly undo?: () => void;
  /** It is what is offered back. */
  readonly isOffer?: boolean;
  /** It is true no longer, and is not shown. */
  readonly isOver?: () => boolean;
}

export interface Tasks {
  /** What runs now, in words; empty when nothing does. */
  readonly running: Accessor<string>;
  readonly notice: Accessor<Notice | undefined>;
  notify(notice: Notice | undefined): void;
  /** What is offered back: the notice from now on, wherever there is no other, until another is offered, or none. */
  offer(notice: Notice | undefined): void;
  fail(error: unknown): void;
  /** Another list is shown: what could be taken back was done in the one before. */
  forgetUndo(): void;
  /** The way to the project is back: that it was broken is shown no longer. */
  recover(): void;
  /** Waits for an answer in another window, to which `words` point, empty where nobody is asked. Never rejects: reports a failure. */
  confirm(words: string, question: () => Promise<unknown>): Promise<void>;
  /** Runs tasks one after the other; each outcome becomes the notice. `say` replaces `what` meanwhile. Never rejects. */
  run(what: string, task: (say: (words: string) => void) => Promise<Notice | undefined>): Promise<void>;
}

const drawnAfterMs = 50;

export function createTasks(): Tasks {
  const [running, setRunning] = createSignal("");
  const [notice, notify] = createSignal<Notice>();
  const [offered, setOffered] = createSignal<Notice>();
  let last: Promise<void> = Promise.resolve();

  function fail(error: unknown): void {
    notify({ kind: "error", text: error instanceof Error ? error.message : String(error) });
  }

  async function runNow(...[what, task]: Parameters<Tasks["run"]>): Promise<void> {
    // What is done within a moment is not drawn as running: the frame that it takes would hold the task up.
    const drawing = setTimeout(setRunning, drawnAfterMs, what);
    const say = (words: string) => {
      clearTimeout(drawing);
      setRunning(words);
    };
    const before = notice();
    try {
      const outcome = await task(say);
      // Without one, what another has stated meanwhile stays.
      notify((now) => outcome ?? (now === before ? undefined : now));
    } catch (error) {
      fail(error);
    } finally {
      clearTimeout(drawing);
      setRunning("");
    }
  }

  async function confirm(words: string, question: () => Promise<unknown>): Promise<void> {
    const [isOver, setOver] = createSignal(words === "");
    notify({ kind: "done", text: words, isOver });
    try {
      await question();
    } catch (error) {
      fail(error);
    } finally {
      setOver(true);
    }
  }

  return {
    running,
    confirm,
    notice: () => (notice()?.isOver?.() === true ? undefined : notice()) ?? offered(),
    notify: (one) => void notify(one),
    offer: (one) => {
      setOffered(one && { ...one, isOffer: true });
      if (one !== undefined) notify(undefined);
    },
    fail,
    forgetUndo: () => notify((now) => (now?.undo === undefined ? now : undefined)),
    recover: () => notify((now) => (now?.kind === "error" ? undefined : now)),
    run: (what, task) => {
      last = last.then(() => runNow(what, task));
      return last;
    },
  };
}
