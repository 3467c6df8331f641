import { type Accessor, createSignal } from "solid-js";
import type { Annotation, AnnotationTarget, Resolution } from "../../host/contract/annotation.js";
import { makeId } from "./make-id.js";

export interface NoteFields {
  readonly comment: string;
  readonly kind: Annotation["kind"];
  readonly severity: Annotation["severity"];
}

export interface Notes {
  readonly list: Accessor<readonly Annotation[]>;
  add(target: AnnotationTarget, fields: NoteFields): void;
  edit(id: string, fields: NoteFields): void;
  /** Gives the function that takes the deletion back. */
  remove(id: string): () => void;
  /** The agent's answer to a note. */
  resolve(id: string, resolution: Resolution): void;
}

/** The user's notes on this page. */
export function createNotes(): Notes {
  const [list, setList] = createSignal<readonly Annotation[]>([]);
  return {
    list,
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
