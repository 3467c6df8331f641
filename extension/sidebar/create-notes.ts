import { type Accessor, createEffect, createSignal, on } from "solid-js";
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
  /** Brings back what was written here before. */
  load(): Promise<void>;
  add(target: AnnotationTarget, fields: NoteFields): void;
  edit(id: string, fields: NoteFields): void;
  /** Gives the function that takes the deletion back. */
  remove(id: string): () => void;
  /** The agent's answer to a note. */
  resolve(id: string, resolution: Resolution): void;
}

/** The user's notes on this page; they outlive the sidebar, reloads and navigation within the site. */
export function createNotes(ask: Ask, fail: (error: unknown) => void): Notes {
  const [list, setList] = createSignal<readonly Annotation[]>([]);
  // What is loaded needs no saving.
  createEffect(on(list, (notes) => void ask("notes:save", { notes: JSON.stringify(notes) }).catch(fail), { defer: true }));
  return {
    list,
    load: async () => {
      const kept = await ask("notes:load", {});
      if (kept !== "") setList((notes) => [...JSON.parse(kept), ...notes]);
    },
    add: (target, fields) =>
      setList((notes) => [...notes, { id: makeId(), target, ...fields, status: "unresolved", createdAt: new Date().toISOString() }]),
    edit: (id, fields) => setList((notes) => notes.map((note) => (note.id === id ? { ...note, ...fields } : note))),
    remove: (id) => {
      const before = list();
      setList(before.filter((note) => note.id !== id));
      return () => setList((now) => before.filter((note) => note.id === id || now.includes(note)));
    },
    resolve: (id, resolution) =>
      setList((notes) => notes.map((note) => (note.id === id ? { ...note, status: "resolved", resolution } : note))),
  };
}
