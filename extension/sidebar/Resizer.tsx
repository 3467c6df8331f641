import { type LayoutState, type Side, widths } from "./create-layout.js";
import { isReal } from "./real-event.js";
import { texts } from "./texts.js";

/** The panel's inner edge: dragged, or moved by the arrow keys, it makes the panel wider or narrower. */
export function Resizer(props: { readonly layout: LayoutState; readonly side: Side; readonly width: number }) {
  const outward = () => (props.side === "right" ? 1 : -1);

  // Where the pointer took hold, so that the edge does not jump to it.
  let grip = 0;

  function take(event: PointerEvent & { readonly currentTarget: HTMLElement }): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip = props.width + event.clientX * outward();
  }

  function drag(event: PointerEvent & { readonly currentTarget: HTMLElement }): void {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) props.layout.change({ width: grip - event.clientX * outward() });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const wider = widths.step * outward();
    const moves: Readonly<Record<string, number>> = { ArrowLeft: wider, ArrowRight: -wider, Home: -widths.max, End: widths.max };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    props.layout.change({ width: props.width + move });
    props.layout.keep();
  }

  return (
    <hr
      class="resizer"
      role={splitter}
      aria-orientation="vertical"
      aria-label={texts.width}
      aria-valuemin={widths.min}
      aria-valuemax={widths.max}
      aria-valuenow={props.width}
      tabIndex={0}
      onPointerDown={(event) => event.isTrusted && take(event)}
      onPointerMove={drag}
      onLostPointerCapture={() => props.layout.keep()}
      onKeyDown={(event) => isReal(event) && onKeyDown(event)}
    />
  );
}

/** Said again: Firefox tells the width only with a role of its own. */
const splitter = "separator";
