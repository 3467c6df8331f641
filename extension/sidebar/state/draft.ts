import { createSignal } from "solid-js";
import type { AnnotationTarget } from "../../../host/contract/annotation.js";
import type { Ask } from "../connect.js";
import type { AnnotationFields, Annotations, PersonEntryKind } from "./annotations.js";
import type { Tasks } from "./tasks.js";

/** An annotation being written: a new one for a target, or the one with `id`. */
export interface Draft {
  readonly target: AnnotationTarget;
  readonly id?: string;
  /** It is no annotation but an entry of this kind for the thread of the one with `id`. */
  readonly entry?: Exclude<PersonEntryKind, "accept">;
  /** What was written so far. */
  readonly fields?: AnnotationFields;
}

/** The draft outlives the sidebar, reloads and navigation within the site. */
export type DraftState = ReturnType<typeof createDraft>;

export const freshFields: AnnotationFields = { comment: "", kind: "bug", severity: "medium" };

/** Whether it can be saved without a word: what is reopened needs no reason. */
export function needsWords({ entry }: Draft): boolean {
  return entry !== "reopen";
}

export function createDraft(ask: Ask, annotations: Annotations, { fail, notify }: Tasks) {
  const [current, setCurrent] = createSignal<Draft>();
  // Changes with each letter, and nothing is drawn anew for it.
  let written: AnnotationFields | undefined;

  function set(draft: Draft | undefined): void {
    written = draft?.fields;
    setCurrent(draft);
    store();
  }

  function store(): void {
    const draft = current();
    const text = draft === undefined ? "" : JSON.stringify({ ...draft, fields: written });
    void ask("storage:save", { kind: "draft", text }).catch(fail);
  }

  function discard(): void {
    const draft = current();
    const fields = written;
    set(undefined);
    if (draft === undefined || fields === undefined || fields.comment.trim() === "") return;
    notify({ kind: "done", text: "The unsaved note was discarded.", undo: () => set({ ...draft, fields }) });
  }

  return {
    current,
    /** What was written so far. */
    written: () => written,
    /** Begins a draft. What was being written moves along to a new target; before another note is edited it is put aside, and can be undone. */
    begin: (draft: Draft) => {
      const isMoved = draft.id === undefined && current()?.id === undefined;
      if (!isMoved) discard();
      set(isMoved && written !== undefined && draft.fields === undefined ? { ...draft, fields: written } : draft);
    },
    /** Stores what is written, letter by letter. */
    write: (fields: AnnotationFields) => {
      written = fields;
      store();
    },
    /** Makes the draft an annotation or an entry, or changes the one that it is about; returns the id. Undefined when nothing is written. */
    save: () => {
      const draft = current();
      if (draft === undefined) return undefined;
      const { comment, ...rest } = written ?? freshFields;
      const fields = { ...rest, comment: comment.trim() };
      if (fields.comment === "" && needsWords(draft)) return undefined;
      const { id = annotations.add(draft.target, fields), entry } = draft;
      if (entry !== undefined) annotations.append(id, entry, fields.comment);
      else if (draft.id !== undefined) annotations.edit(id, fields);
      set(undefined);
      return id;
    },
    /** The user wants no note; what was written can be brought back. */
    discard,
    /** Shows what was stored for a page, as JSON, and nothing else. */
    show: (stored: string) => {
      const draft: Draft | undefined = stored === "" ? undefined : JSON.parse(stored);
      written = draft?.fields;
      setCurrent(draft);
    },
  };
}
