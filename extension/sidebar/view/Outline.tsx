import { Show } from "solid-js";
import type { Box } from "../../../host/contract/annotation.js";

/** A frame over the page while something is pointed at; `box` in CSS pixels of the window. */
export function Outline(props: { readonly box: Box; readonly kind: "hover" | "chosen"; readonly label?: string }) {
  return (
    <div class={`outline ${props.kind}`} style={placeOf(props.box)}>
      <Show when={props.label}>
        <span class="tag" classList={{ [labelPlace(props.box)]: true }}>
          {props.label}
        </span>
      </Show>
    </div>
  );
}

function placeOf([x, y, width, height]: Box): Record<string, string> {
  const hidden = { "--above": `${Math.max(0, -y)}px`, "--before": `${Math.max(0, -x)}px` };
  return { ...hidden, transform: `translate(${x}px, ${y}px)`, width: `${width}px`, height: `${height}px` };
}

/** What a label needs, in CSS pixels. */
const labelHeight = 26;

/** Above its frame; where there is no room, below it; else inside, at the upper edge of what is seen of it. */
function labelPlace([, y, , height]: Box): "above" | "below" | "inside" {
  if (y >= labelHeight) return "above";
  return y + height + labelHeight <= innerHeight ? "below" : "inside";
}
