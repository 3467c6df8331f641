import { type Accessor, createMemo } from "solid-js";
import type { Annotation, Box } from "../../host/contract/annotation.js";
import type { MarkKind } from "../inspect/ports.js";
import type { SidebarState } from "./create-sidebar.js";
import { createViewport } from "./create-viewport.js";

export interface PlacedNote {
  readonly note: Annotation;
  readonly number: number;
  /** In CSS pixels of the window; empty for notes of the page and those whose elements are gone. */
  readonly boxes: readonly Box[];
}

export interface Places {
  readonly placed: Accessor<readonly PlacedNote[]>;
  /** The boxes of the note being written. */
  readonly drafted: Accessor<readonly Box[]>;
  /** What the Inspect tab outlines. */
  readonly marked: Accessor<readonly { readonly box: Box; readonly kind: MarkKind }[]>;
}

/** Where the notes are in the window, found again after each scroll, resize and reading. */
export function createPlaces({ notes, draft, marks, ports, reading }: SidebarState): Places {
  const viewport = createViewport();

  function follow(): void {
    viewport();
    reading.current();
  }

  const drafted = createMemo(() => {
    follow();
    const target = draft()?.target;
    return target === undefined ? [] : ports.page.boxes(target);
  });
  const placed = createMemo(() => {
    follow();
    return notes.list().map((note, index) => ({ note, number: index + 1, boxes: ports.page.boxes(note.target) }));
  });
  const marked = createMemo(() => {
    follow();
    return marks().flatMap(({ target, kind }) => ports.page.boxes(target).map((box) => ({ box, kind })));
  });
  return { placed, drafted, marked };
}
