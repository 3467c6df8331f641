import { type Accessor, createSignal } from "solid-js";
import type { Annotation, AnnotationTarget, Resolution } from "../../../host/contract/annotation.js";
import type { Ask } from "../connect.js";

export interface AnnotationFields {
  readonly comment: string;
  readonly kind: Annotation["kind"];
  readonly severity: Annotation["severity"];
}

export interface Annotations {
  readonly list: Accessor<readonly Annotation[]>;
  /** Shows what was stored for a page, as JSON, and nothing else. */
  show(stored: string): void;
  add(target: AnnotationTarget, fields: AnnotationFields): string;
  edit(id: string, fields: AnnotationFields): void;
  /** Returns the function that takes the deletion back. */
  remove(id: string): () => void;
  /** The agent's answer to an annotation. */
  resolve(id: string, resolution: Resolution): void;
}

type List = readonly Annotation[];

/** The user's annotations of this page; they outlive the sidebar, reloads and navigation within the site. */
export function createAnnotations(ask: Ask, fail: (error: unknown) => void): Annotations {
  const [list, setList] = createSignal<List>([]);
  // Ids of all that was ever shown here: another tab of the page may store further ones.
  const seen = new Set<string>();

  function update(edit: (annotations: List) => List): List {
    const annotations = setList(edit);
    for (const { id } of annotations) seen.add(id);
    return annotations;
  }

  /** Saved at once: a moment later the page may be another one. */
  function change(edit: (annotations: List) => List): void {
    const annotations = update(edit);
    const text = annotations.length === 0 ? "" : JSON.stringify(annotations);
    void ask("kept:save", { kind: "notes", text, known: [...seen] }).catch(fail);
  }

  const changeOne = (id: string, part: Partial<Annotation>) =>
    change((annotations) => annotations.map((one) => (one.id === id ? { ...one, ...part } : one)));

  return {
    list,
    show: (stored) => void update(() => (stored === "" ? [] : JSON.parse(stored))),
    add: (target, fields) => {
      const id = randomId();
      const fresh: Annotation = { id, target, ...fields, status: "unresolved", createdAt: new Date().toISOString() };
      change((annotations) => [...annotations, fresh]);
      return id;
    },
    edit: changeOne,
    remove: (id) => {
      const place = list().findIndex((one) => one.id === id);
      const removed = list().slice(place, place + 1);
      change((annotations) => annotations.filter((one) => one.id !== id));
      return () => change((annotations) => annotations.toSpliced(place, 0, ...removed));
    },
    resolve: (id, resolution) => {
      if (list().some((one) => one.id === id && one.status !== "resolved")) changeOne(id, { status: "resolved", resolution });
    },
  };
}

/** 128 random bits, hex. `crypto.randomUUID` may be missing in a frame of a page without TLS. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
