import { type Accessor, createEffect, createMemo, mapArray, on } from "solid-js";
import type { Annotation, Box } from "../../host/contract/annotation.js";
import type { MarkKind } from "../inspect/ports.js";
import type { SidebarState } from "./create-sidebar.js";
import { createViewport } from "./create-viewport.js";

export interface PlacedNote {
  readonly note: Annotation;
  readonly number: Accessor<number>;
  /** In CSS pixels of the window; empty for notes of the page and those whose elements are gone. */
  readonly boxes: Accessor<readonly Box[]>;
}

export interface Places {
  readonly placed: Accessor<readonly PlacedNote[]>;
  /** The boxes of the note being written. */
  readonly drafted: Accessor<readonly Box[]>;
  /** What the Inspect tab outlines. */
  readonly marked: Accessor<readonly { readonly box: Box; readonly kind: MarkKind }[]>;
}

/** Where the notes are in the window: found again after each scroll, resize, reading, and soon after the page has changed. */
export function createPlaces({ notes, draft, marks, ports, reading, read, tasks }: SidebarState): Places {
  const isFollowing = () => notes.list().length > 0 || marks().length > 0 || draft() !== undefined;
  const viewport = createViewport(isFollowing);
  let isSearching = false;

  /** Computed anew whenever something may have moved; nothing is drawn anew for what has not. */
  function following<T>(compute: () => T): Accessor<T> {
    const moved = () => {
      viewport();
      reading.current();
      return compute();
    };
    return createMemo(moved, undefined, { equals: (one, other) => JSON.stringify(one) === JSON.stringify(other) });
  }

  /** The page may have made an element anew, which only another reading can tell: one for each time that something goes. */
  async function search(): Promise<void> {
    if (isSearching) return;
    isSearching = true;
    try {
      await read({});
    } catch (error) {
      tasks.fail(error);
    } finally {
      isSearching = false;
    }
  }

  function place(note: Annotation, index: Accessor<number>): PlacedNote {
    const boxes = following(() => ports.page.boxes(note.target));
    createEffect(
      on(boxes, (now, before = []) => {
        if (note.target.type === "element" && now.length === 0 && before.length > 0) void search();
      }),
    );
    return { note, number: () => index() + 1, boxes };
  }

  return {
    placed: mapArray(notes.list, place),
    drafted: following(() => {
      const target = draft()?.target;
      return target === undefined ? [] : ports.page.boxes(target);
    }),
    marked: following(() => marks().flatMap(({ target, kind }) => ports.page.boxes(target).map((box) => ({ box, kind })))),
  };
}
