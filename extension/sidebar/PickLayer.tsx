import { createEffect, For, on, onMount, Show } from "solid-js";
import { createPicking, walkKeys } from "./create-picking.js";
import type { SidebarState } from "./create-sidebar.js";
import { createViewport } from "./create-viewport.js";
import { Outline } from "./Outline.js";
import type { Glimpse } from "./ports.js";
import { isReal } from "./real-event.js";
import { scrollPage } from "./scroll-page.js";
import { texts } from "./texts.js";

/** Lies over the page while an element is picked: the page itself sees no pointer. */
export function PickLayer(props: { readonly state: SidebarState }) {
  const { ports, setMode, setDraft } = props.state;
  const picking = createPicking(ports.page, (elements) => {
    setMode("idle");
    setDraft({ target: ports.page.target(elements) });
  });
  let layer: HTMLDivElement | undefined;
  onMount(() => layer?.focus());
  const viewport = createViewport(() => true);
  createEffect(on(viewport, picking.follow, { defer: true }));

  function onKeyDown(event: KeyboardEvent): void {
    const step = walkKeys[event.key];
    if (step !== undefined) picking.walk(step);
    else if (event.key === "Enter") picking.choose(event.shiftKey);
    else if (event.key === "Escape") setMode("idle");
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
      onPointerMove={(event) => picking.hover(event.clientX, event.clientY)}
      onWheel={(event) => scrollPage(ports.page, event)}
      onClick={(event) => isReal(event) && picking.choose(event.shiftKey)}
      onKeyDown={(event) => isReal(event) && onKeyDown(event)}
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
