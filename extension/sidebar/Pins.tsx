import { For, Show } from "solid-js";
import type { PlacedNote } from "./create-places.js";
import { Outline } from "./Outline.js";

/** A numbered pin and a frame for each note, where its place is in the window now. */
export function Pins(props: { readonly places: readonly PlacedNote[]; readonly onOpen: (id: string) => void }) {
  return (
    <For each={props.places}>
      {({ note, number, boxes }) => (
        <>
          <For each={boxes}>{(box) => <Outline box={box} kind="noted" />}</For>
          <Show when={boxes[0]}>
            {(box) => (
              <button
                type="button"
                class={`pin placed ${note.severity}`}
                style={{ transform: `translate(${box()[0] - 11}px, ${box()[1] - 11}px)` }}
                aria-label={`${number}: ${note.comment}`}
                onClick={(event) => event.isTrusted && props.onOpen(note.id)}
              >
                {number}
              </button>
            )}
          </Show>
        </>
      )}
    </For>
  );
}
