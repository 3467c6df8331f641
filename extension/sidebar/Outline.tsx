import { Show } from "solid-js";
import type { Box } from "../../host/contract/annotation.js";
import type { MarkKind } from "../inspect/ports.js";

/** A frame over the page; `box` in CSS pixels of the window. */
export function Outline(props: { readonly box: Box; readonly kind: "hover" | "chosen" | "noted" | MarkKind; readonly label?: string }) {
  return (
    <div class={`outline ${props.kind}`} style={placeOf(props.box)}>
      <Show when={props.label}>
        <span class="tag" classList={{ below: props.box[1] < 26 }}>
          {props.label}
        </span>
      </Show>
    </div>
  );
}

function placeOf([x, y, width, height]: Box): Record<string, string> {
  return { transform: `translate(${x}px, ${y}px)`, width: `${width}px`, height: `${height}px` };
}
