import { type Accessor, createSignal } from "solid-js";
import type { AnnotationTarget } from "../../../host/contract/annotation.js";
import type { Lines } from "../connect.js";
import type { AnnotationFields, Annotations, PersonEntryKind } from "./annotations.js";
import type { Tasks } from "./tasks.js";

/** An annotation being written: a new one for a target, or the one with `id`. */
export interface Draft {
  readonly target: AnnotationTarget;
  readonly url?: string;
  /** The picture of what was picked, among those that this browser keeps. */
  readonly taken?: string | undefined;
  readonly id?: string;
  /** It is no annotation but an entry of this kind for the thread of the one with `id`. */
  readonly entry?: Exclude<PersonEntryKind, "accept">;
  readonly fields?: AnnotationFields;
}

/** What is stored. `waiting`: another draft, which is written on when this one is saved or discarded; `offered`: what was discarded last. */
interface Stored extends Partial<Draft> {
  readonly waiting?: Stored | undefined;
  readonly offered?: Draft | undefined;
}

/** The draft outlives the sidebar, reloads and navigation within the site. It is stored with each letter, under the page that it was begun on. */
export interface DraftState {
  readonly current: Accessor<Draft | undefined>;
  written(): AnnotationFields | undefined;
  /** Begins a draft. What was being written moves along to a new target; before another note is edited it is put aside, and can be undone. */
  begin(draft: Draft): void;
  write(fields: AnnotationFields): void;
  /** Makes the draft an annotation or an entry, or changes the one that it is about; returns the id. Undefined when nothing is written. `isLocal`: not even an answer leaves by it. */
  save(isLocal?: boolean): string | undefined;
  /** The user wants no note; what was written is offered back until another one is saved, also when the sidebar opens next. */
  discard(): void;
  show(stored: string, page: string): void;
  /** The page's project is another: what is being written stays on the screen, and what was stored there waits. */
  join(stored: string, page: string): void;
}

export const freshFields: AnnotationFields = { comment: "", kind: "bug", severity: "medium" };

/** Whether it can be saved without a word: what is reopened needs no reason. */
export function needsWords({ entry }: Draft): boolean {
  return entry !== "reopen";
}

export function createDraft(
  { ask, url }: Pick<Lines, "ask" | "url">,
  annotations: Annotations,
  { fail, offer }: Pick<Tasks, "fail" | "offer">,
): DraftState {
  const [current, setCurrent] = createSignal<Draft>();
  // Changes with each letter, and nothing is drawn anew for it.
  let written: AnnotationFields | undefined;
  let waiting: Stored | undefined;
  let offered: Draft | undefined;
  let page: string | undefined;

  function show({ waiting: _next, offered: back, target, ...draft }: Stored): void {
    written = draft.fields;
    setCurrent(target && { ...draft, target });
    if (back !== undefined) offerBack(back);
  }

  function offerBack(draft: Draft | undefined): void {
    offered = draft;
    offer(draft && { kind: "done", text: "The unsaved note was discarded.", undo: () => takeBack(draft) });
  }

  function takeBack(draft: Draft): void {
    offerBack(undefined);
    discard(draft);
  }

  /** From now on this is written; where it is undefined, what waits. */
  function set(draft: Draft | undefined, discarded?: Draft): void {
    const next = draft ?? waiting ?? {};
    if (draft === undefined) waiting = waiting?.waiting;
    show(next);
    // News to what takes the place of the form.
    if (discarded !== undefined) offerBack(discarded);
    store();
  }

  function store(): void {
    const draft = current();
    const isNone = draft === undefined && offered === undefined;
    const text = isNone ? "" : JSON.stringify({ ...draft, fields: written, waiting, offered });
    void ask("storage:save", { kind: "draft", text }, page).catch(fail);
  }

  /** What is written instead of what was begun: by default, what waits. */
  function discard(next?: Draft): void {
    const draft = current();
    set(next, draft !== undefined && written?.comment.trim() ? { ...draft, fields: written } : undefined);
  }

  return {
    current,
    written: () => written,
    begin: (begun) => {
      const draft = { url: url(), ...begun };
      const isMoved = draft.id === undefined && current()?.id === undefined;
      if (!isMoved) discard(draft);
      else set(written !== undefined && draft.fields === undefined ? { ...draft, fields: written } : draft);
    },
    write: (fields) => {
      written = fields;
      store();
    },
    save: (isLocal) => {
      const draft = current();
      if (draft === undefined) return undefined;
      const { comment, ...rest } = written ?? freshFields;
      const fields = { ...rest, comment: comment.trim() };
      if (fields.comment === "" && needsWords(draft)) return undefined;
      const { entry, id: about = "" } = draft;
      const isThere = entry === undefined ? annotations.edit(about, fields) : annotations.append(about, entry, fields.comment, isLocal);
      // One that is gone takes no words along.
      const id = isThere || fields.comment === "" ? about : annotations.add(draft.target, fields, draft.url ?? url(), draft.taken);
      offerBack(undefined);
      set(undefined);
      return id;
    },
    discard: () => discard(),
    show: (stored, of) => {
      page = of;
      const draft = parsed(stored);
      waiting = draft.waiting;
      offerBack(undefined);
      show(draft);
    },
    join: (stored, of) => {
      page = of;
      const draft = parsed(stored);
      waiting = draft.waiting;
      // The background has moved what was written so far.
      if (current() === undefined) show(draft);
      else store();
    },
  };
}

/** Whether a draft is written on, of what is stored. */
export function hasDraft(stored: string): boolean {
  return parsed(stored).target !== undefined;
}

function parsed(stored: string): Stored {
  const draft: Stored = stored === "" ? {} : JSON.parse(stored);
  // One that another tab has left behind waits for an offer's end, which has none.
  return draft.target === undefined && draft.waiting !== undefined ? { offered: draft.offered, ...draft.waiting } : draft;
}
