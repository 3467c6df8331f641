import { createSignal, onMount, Show } from "solid-js";
import type { Box } from "../../../host/contract/annotation.js";
import { Outline } from "./Outline.js";
import { boxBetween, KeyHints, usePageScroll } from "./PickLayer.js";
import { useSidebar } from "./use-sidebar.js";

/** A drag shorter than this, in CSS pixels, was a click. */
const smallest = 4;

/** Lies over the page while a region is drawn: dragged, or moved and sized by the arrow keys. */
export function RegionLayer() {
  const { noteRegion, tasks } = useSidebar();
  const scrollPage = usePageScroll();
  const [from, setFrom] = createSignal<readonly [number, number]>();
  const [box, setBox] = createSignal<Box>();
  let layer: HTMLDivElement | undefined;
  onMount(() => layer?.focus());

  function drag(event: PointerEvent): void {
    const start = from();
    if (start !== undefined) setBox(boxBetween(start, [event.clientX, event.clientY]));
  }

  function take(): void {
    const drawn = box();
    setFrom(undefined);
    setBox(undefined);
    if (drawn === undefined || drawn[2] < smallest || drawn[3] < smallest) return;
    noteRegion(drawn).catch(tasks.fail);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const moved = regionByKey(box() ?? firstRegion(), event);
    if (event.key === "Enter") take();
    else if (moved === undefined) return;
    else setBox(moved);
    event.preventDefault();
  }

  function begin(event: PointerEvent & { readonly currentTarget: HTMLElement }): void {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom([event.clientX, event.clientY]);
  }

  return (
    <div
      ref={layer}
      class="cover"
      role="application"
      tabIndex={-1}
      aria-label="Drag over a region · Or arrow keys: move, with Shift: size, Enter: take · Esc: stop"
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={take}
      onWheel={(event) => from() === undefined && scrollPage(event)}
      onKeyDown={onKeyDown}
    >
      <Show when={box()}>{(drawn) => <Outline box={drawn()} kind="chosen" label={`${drawn()[2]} × ${drawn()[3]}`} />}</Show>
      <div class="hint">
        <KeyHints hints={hints} />
      </div>
      <p class="spoken" role="status">
        {from() === undefined && spokenOf(box())}
      </p>
    </div>
  );
}

const hints = [
  ["Drag", "over an area"],
  ["Arrow keys", "move"],
  ["Shift", "size"],
  ["Enter", "take"],
  ["Esc", "back"],
] as const;

function spokenOf(box: Box | undefined): string {
  if (box === undefined) return "";
  const [x, y, width, height] = box;
  return `Region ${width} × ${height} at ${x}, ${y}`;
}

/** How far a key moves a region or its edge, and the least side of one, in CSS pixels. */
const step = 20;

const directions: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

function firstRegion(): Box {
  const [width, height] = [step * 10, step * 6];
  return [Math.round((innerWidth - width) / 2), Math.round((innerHeight - height) / 2), width, height];
}

/** The region after a key: arrow keys move it, with Shift its lower right corner. Undefined for other keys. It stays in the window. */
function regionByKey([x, y, width, height]: Box, { key, shiftKey }: KeyboardEvent): Box | undefined {
  const [dx, dy] = directions[key] ?? [];
  if (dx === undefined || dy === undefined) return undefined;
  if (shiftKey) return [x, y, within(width + dx, step, innerWidth - x), within(height + dy, step, innerHeight - y)];
  return [within(x + dx, 0, innerWidth - width), within(y + dy, 0, innerHeight - height), width, height];
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
