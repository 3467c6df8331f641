import { type Accessor, createSignal } from "solid-js";
import type { Annotation, AnnotationTarget, Resolution } from "../../host/contract/annotation.js";
import { makeId } from "./make-id.js";
import type { Ask } from "./ports.js";

export interface NoteFields {
  readonly comment: string;
  readonly kind: Annotation["kind"];
  readonly severity: Annotation["severity"];
}

export interface Notes {
  readonly list: Accessor<readonly Annotation[]>;
  /** Shows what was written on the page at this address before, and nothing else. */
  load(): Promise<void>;
  add(target: AnnotationTarget, fields: NoteFields): void;
  edit(id: string, fields: NoteFields): void;
  /** Gives the function that takes the deletion back. */
  remove(id: string): () => void;
  /** The agent's answer to a note. */
  resolve(id: string, resolution: Resolution): void;
}

type List = readonly Annotation[];

/** The user's notes on this page; they outlive the sidebar, reloads and navigation within the site. */
export function createNotes(ask: Ask, fail: (error: unknown) => void): Notes {
  const [list, setList] = createSignal<List>([]);
  // Ids of all that was ever shown here: another tab of the page may keep further ones.
  const seen = new Set<string>();
  let loads = 0;

  function show(edit: (notes: List) => List): List {
    const notes = setList(edit);
    for (const { id } of notes) seen.add(id);
    return notes;
  }

  /** Saved at once: a moment later the page may be another one. */
  function change(edit: (notes: List) => List): void {
    const notes = show(edit);
    const text = notes.length === 0 ? "" : JSON.stringify(notes);
    void ask("kept:save", { kind: "notes", text, known: [...seen] }).catch(fail);
  }

  const changeOne = (id: string, part: Partial<Annotation>) =>
    change((notes) => notes.map((note) => (note.id === id ? { ...note, ...part } : note)));

  return {
    list,
    load: async () => {
      const turn = ++loads;
      setList([]);
      const kept = await ask("kept:load", { kind: "notes" });
      // Another page's by now.
      if (kept !== "" && turn === loads) show((notes) => [...JSON.parse(kept), ...notes]);
    },
    add: (target, fields) =>
      change((notes) => [...notes, { id: makeId(), target, ...fields, status: "unresolved", createdAt: new Date().toISOString() }]),
    edit: changeOne,
    remove: (id) => {
      const place = list().findIndex((note) => note.id === id);
      const removed = list().slice(place, place + 1);
      change((notes) => notes.filter((note) => note.id !== id));
      return () => change((notes) => notes.toSpliced(place, 0, ...removed));
    },
    resolve: (id, resolution) => {
      if (list().some((note) => note.id === id && note.status !== "resolved")) changeOne(id, { status: "resolved", resolution });
    },
  };
}
