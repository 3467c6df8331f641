import { type Accessor, createSignal } from "solid-js";
import type { AnnotationTarget } from "../../host/contract/annotation.js";
import type { NoteFields } from "./create-notes.js";
import type { Tasks } from "./create-task.js";
import type { Ask } from "./ports.js";
import { texts } from "./texts.js";

/** A note being written: a new one for a target, or the one with `id`. */
export interface Draft {
  readonly target: AnnotationTarget;
  readonly id?: string;
  /** What was written so far. */
  readonly fields?: NoteFields;
}

/** The note being written outlives the sidebar, reloads and navigation within the site. */
export interface DraftState {
  readonly current: Accessor<Draft | undefined>;
  /** Begins a note. What was being written moves along to a new target; before another note is edited it is put away, with a way back. */
  set(draft: Draft): void;
  /** What was written so far. */
  written(): NoteFields | undefined;
  /** Remembers what is written, letter by letter. */
  write(fields: NoteFields): void;
  /** The note is saved. */
  done(): void;
  /** The user wants none; what was written can be brought back. */
  putAway(): void;
  /** Brings back what was being written on the page at this address, and nothing else. */
  load(): Promise<void>;
}

export function createDraft(ask: Ask, { fail, say }: Tasks): DraftState {
  const [current, setCurrent] = createSignal<Draft>();
  // Changes with each letter, and nothing is drawn anew for it.
  let written: NoteFields | undefined;
  let loads = 0;

  function show(draft: Draft | undefined): void {
    written = draft?.fields;
    setCurrent(draft);
    keep();
  }

  function keep(): void {
    const draft = current();
    const text = draft === undefined ? "" : JSON.stringify({ ...draft, fields: written });
    void ask("kept:save", { kind: "draft", text }).catch(fail);
  }

  function putAway(): void {
    const draft = current();
    const fields = written;
    show(undefined);
    if (draft === undefined || fields === undefined || fields.comment.trim() === "") return;
    say({ kind: "done", text: texts.putAway, undo: () => show({ ...draft, fields }) });
  }

  return {
    current,
    written: () => written,
    set: (draft) => {
      const isMoved = draft.id === undefined && current()?.id === undefined;
      if (!isMoved) putAway();
      show(isMoved && written !== undefined && draft.fields === undefined ? { ...draft, fields: written } : draft);
    },
    write: (fields) => {
      written = fields;
      keep();
    },
    done: () => show(undefined),
    putAway,
    load: async () => {
      const turn = ++loads;
      written = undefined;
      setCurrent(undefined);
      const kept = await ask("kept:load", { kind: "draft" });
      // The page may be another one by now, and what the user has begun meanwhile goes before.
      if (kept === "" || turn !== loads || current() !== undefined) return;
      const draft: Draft = JSON.parse(kept);
      written = draft.fields;
      setCurrent(draft);
    },
  };
}
