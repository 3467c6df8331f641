import { type Accessor, createEffect, createSignal, on, onCleanup, untrack } from "solid-js";
import type { AnnotationState } from "../../../host/contract/annotation.js";
import { addToGroup } from "../../../host/contract/group-by.js";
import { stateTexts, texts } from "../texts.js";
import { type Note, shownState } from "./annotations.js";
import type { PendingRequest } from "./project.js";

/** What changes within so many milliseconds is one sentence: a send, an agent's reading, a reconnection change all annotations at once. */
const togetherMs = 500;

interface Sources {
  readonly list: Accessor<readonly Note[]>;
  readonly requests: Accessor<readonly PendingRequest[]>;
}

/** What a screen reader speaks of changed states and new requests, one text in half a second; nothing that the notice line has. */
export function createAnnouncements({ list, requests }: Sources): Accessor<string> {
  const [spoken, speak] = createSignal("");
  let states = statesOf(list());
  let asked = new Set(requests().map(({ id }) => id));
  let timer: ReturnType<typeof setTimeout> | undefined;

  function announce(): void {
    timer = undefined;
    const before = states;
    const notes = list();
    states = statesOf(notes);
    const byWords = new Map<string, number[]>();
    for (const [index, note] of notes.entries()) {
      const [state, old] = [shownState(note), before.get(note.id)];
      if (old === undefined || old === state || state === "draft" || state === "sent") continue;
      const words = stateTexts[state][1](note.by ?? texts.agent);
      addToGroup(byWords, words, index + 1);
    }
    const fresh = requests().filter(({ id, kind }) => !asked.has(id) && kind !== "question");
    asked = new Set(requests().map(({ id }) => id));
    const sentences = [
      ...Array.from(byWords, ([words, numbers]) => texts.statesChanged(numbers, words)),
      ...(fresh.length === 0 ? [] : [`${fresh.some(({ kind }) => kind === "verify") ? texts.verify : texts.request}.`]),
    ];
    if (sentences.length > 0) speak(sentences.join(" "));
  }

  createEffect(
    on(
      [list, requests],
      ([notes]) => {
        // The page has not begun with a draft that appears: an agent may answer it within the same half second.
        for (const note of notes) if (!states.has(note.id) && shownState(note) === "draft") states.set(note.id, "draft");
        timer ??= setTimeout(() => untrack(announce), togetherMs);
      },
      { defer: true },
    ),
  );
  onCleanup(() => clearTimeout(timer));
  return spoken;
}

function statesOf(notes: readonly Note[]): Map<string, AnnotationState> {
  return new Map(notes.map((note) => [note.id, shownState(note)]));
}
