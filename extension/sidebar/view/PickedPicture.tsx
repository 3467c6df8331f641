import { createEffect, createSignal, Show } from "solid-js";
import { bitmapOf, bytesOf } from "../state/pictures.js";
import type { SidebarState } from "../state/sidebar.js";
import { texts } from "../texts.js";

/** The picture that was taken when a note's element was picked; nothing where it is not stored any more. */
export function PickedPicture(props: { readonly state: SidebarState; readonly id: string }) {
  const { lines, tasks } = props.state;
  const [picture, setPicture] = createSignal<ImageBitmap>();
  createEffect(() => void load(props.id).then(setPicture, tasks.fail));

  async function load(id: string): Promise<ImageBitmap | undefined> {
    const png = await lines.ask("picture:stored", { id });
    return png === "" ? undefined : bitmapOf(bytesOf(png));
  }

  return (
    <Show when={picture()}>
      {(shown) => (
        <canvas
          ref={(canvas) => createEffect(() => canvas.getContext("2d")?.drawImage(shown(), 0, 0))}
          class="picked"
          role="img"
          aria-label={texts.pickedPicture}
          width={shown().width}
          height={shown().height}
        />
      )}
    </Show>
  );
}
