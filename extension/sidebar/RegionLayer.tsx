import { createSignal, onMount, Show } from "solid-js";
import type { Box } from "../../host/contract/annotation.js";
import type { SidebarState } from "./create-sidebar.js";
import { Outline } from "./Outline.js";
import { isReal } from "./real-event.js";
import { firstRegion, regionByKey } from "./region-keys.js";
import { scrollPage } from "./scroll-page.js";
import { texts } from "./texts.js";

/** A drag shorter than this, in CSS pixels, was a click. */
const smallest = 4;

/** Lies over the page while a region is drawn: dragged, or moved and sized by the arrow keys. */
export function RegionLayer(props: { readonly state: SidebarState }) {
  const [from, setFrom] = createSignal<readonly [number, number]>();
  const [box, setBox] = createSignal<Box>();
  let layer: HTMLDivElement | undefined;
  onMount(() => layer?.focus());

  function drag(event: PointerEvent): void {
    const start = from();
    if (start === undefined) return;
    const [x, y] = [Math.min(start[0], event.clientX), Math.min(start[1], event.clientY)];
    setBox([x, y, Math.abs(event.clientX - start[0]), Math.abs(event.clientY - start[1])]);
  }

  function take(): void {
    const drawn = box();
    setFrom(undefined);
    setBox(undefined);
    if (drawn === undefined || drawn[2] < smallest || drawn[3] < smallest) return;
    const [x, y, width, height] = drawn;
    props.state.setMode("idle");
    props.state.setDraft({ target: { type: "region", box: [x + scrollX, y + scrollY, width, height], elements: [] } });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape") return void props.state.setMode("idle");
    const moved = regionByKey(box() ?? firstRegion(), event);
    if (event.key === "Enter") take();
    else if (moved === undefined) return;
    else setBox(moved);
    event.preventDefault();
  }

  return (
    <div
      ref={layer}
      class="cover"
      role="application"
      tabIndex={-1}
      aria-label={texts.regionHelp}
      onPointerDown={(event) => event.isTrusted && setFrom([event.clientX, event.clientY])}
      onPointerMove={drag}
      onPointerUp={(event) => event.isTrusted && take()}
      onWheel={(event) => from() === undefined && scrollPage(props.state.ports.page, event)}
      onKeyDown={(event) => isReal(event) && onKeyDown(event)}
    >
      <Show when={box()}>{(drawn) => <Outline box={drawn()} kind="chosen" label={`${drawn()[2]} × ${drawn()[3]}`} />}</Show>
      <p class="hint">{texts.regionHelp}</p>
      <p class="spoken" role="status">
        <Show when={from() === undefined && box()}>{(drawn) => texts.regionAt(...drawn())}</Show>
      </p>
    </div>
  );
}
