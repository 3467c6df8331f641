import { For, Show } from "solid-js";
import type { Box } from "../../host/contract/annotation.js";
import type { PlacedNote } from "./create-places.js";
import { Outline } from "./Outline.js";
import { isReal } from "./real-event.js";

/** A numbered pin and a frame for each note, where its place is in the window now. */
export function Pins(props: { readonly places: readonly PlacedNote[]; readonly onOpen: (id: string) => void }) {
  return (
    <For each={props.places}>
      {({ note, number, boxes }) => (
        <>
          <For each={boxes()}>{(box) => <Outline box={box} kind="noted" />}</For>
          <Show when={boxes()[0]}>
            {(box) => (
              <button
                type="button"
                class={`pin placed ${note.severity}`}
                style={{ transform: placeOf(box()) }}
                aria-label={`${number()}: ${note.comment}`}
                onClick={(event) => isReal(event) && props.onOpen(note.id)}
              >
                {number()}
              </button>
            )}
          </Show>
        </>
      )}
    </For>
  );
}

/** Beside the upper left corner, so that the pin hides little; at the window's edge as long as anything of the place is seen. */
function placeOf([x, y, width, height]: Box): string {
  return `translate(${x + width > 0 ? Math.max(2, x - 20) : x - 40}px, ${y + height > 0 ? Math.max(2, y - 20) : y - 40}px)`;
}
