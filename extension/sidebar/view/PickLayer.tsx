import { For, onCleanup, onMount, Show } from "solid-js";
import type { Glimpse } from "../../page-api.js";
import { createPicking, walkKeys } from "../state/picking.js";
import type { SidebarState } from "../state/sidebar.js";
import { texts } from "../texts.js";
import { Outline } from "./Outline.js";

/** Lies over the page while an element is picked: the page itself sees no pointer. */
export function PickLayer(props: { readonly state: SidebarState }) {
  const { lines, setMode, draftFor, tasks } = props.state;
  const pick = (handles: readonly number[]) => {
    setMode("idle");
    void draftFor(handles).catch(tasks.fail);
  };
  const picking = createPicking(lines.page, pick, tasks.fail);
  let layer: HTMLDivElement | undefined;
  onMount(() => layer?.focus());
  onCleanup(lines.onPage((event) => event.type === "viewport" && picking.follow()));

  function onKeyDown(event: KeyboardEvent): void {
    const step = walkKeys[event.key];
    if (step !== undefined) picking.walk(step);
    else if (event.key === "Enter") picking.choose(event.shiftKey);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={layer}
      class="cover"
      role="application"
      tabIndex={-1}
      aria-label={texts.pickHelp}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={(event) => picking.hover(event.clientX, event.clientY)}
      onWheel={(event) => scrollPage(props.state, event)}
      onClick={(event) => event.isTrusted && picking.choose(event.shiftKey, [event.clientX, event.clientY])}
      onKeyDown={onKeyDown}
    >
      <For each={picking.chosen()}>{({ box }) => <Outline box={box} kind="chosen" />}</For>
      <Show when={picking.hovered()}>{(glimpse) => <Outline box={glimpse().box} kind="hover" label={labelOf(glimpse())} />}</Show>
      <p class="hint">{texts.pickHelp}</p>
      <p class="spoken" role="status">
        <Show when={picking.isWalked() && picking.hovered()}>{(glimpse) => labelOf(glimpse())}</Show>
      </p>
    </div>
  );
}

function labelOf({ tag, role, name, source, box: [, , width, height] }: Glimpse): string {
  const named = name === "" ? "" : `“${name.length > 40 ? `${name.slice(0, 39)}…` : name}”`;
  const size = `${Math.round(width)} × ${Math.round(height)}`;
  return [tag, role === tag ? "" : role, named, size, source].filter((part) => part !== "").join("  ");
}

/** Pixels of a line, as browsers count them. */
const linePx = 16;

/** The wheel over a layer of ours moves what lies below it: the browser itself would scroll the whole page alone. */
export function scrollPage({ lines, tasks }: SidebarState, event: WheelEvent): void {
  // Zooms.
  if (event.ctrlKey) return;
  event.preventDefault();
  const unit = [1, linePx, innerHeight][event.deltaMode] ?? 1;
  lines.page.scroll(event.clientX, event.clientY, event.deltaX * unit, event.deltaY * unit).catch(tasks.fail);
}
