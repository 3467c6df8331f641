import { createMemo, onMount, Show } from "solid-js";
import type { Layout } from "./create-layout.js";
import { createPlaces } from "./create-places.js";
import { createSidebar } from "./create-sidebar.js";
import { PageLayer } from "./PageLayer.js";
import { Panel } from "./Panel.js";
import type { Ports } from "./ports.js";
import { isReal } from "./real-event.js";

/** Everything that is shown: what lies over the page, and the panel. */
export function Sidebar(props: { readonly ports: Ports; readonly onShown: () => void }) {
  const state = createSidebar(props.ports);
  // At first sight nothing of the page is known, and little is styled.
  const places = createMemo(() => {
    if (!state.isShown()) return undefined;
    props.onShown();
    return createPlaces(state);
  });
  const isGone = (id: string) =>
    places()
      ?.placed()
      .some(({ note, boxes }) => note.id === id && note.target.type === "element" && boxes().length === 0) === true;
  let layer: HTMLDivElement | undefined;

  function openCard(id: string): void {
    state.layout.change({ isCollapsed: false });
    state.setTab("notes");
    layer?.querySelector<HTMLElement>(`[id="note-${id}"]`)?.focus();
  }

  /** From wherever the focus is, Escape ends what the pointer does on the page. */
  function onKeyDown(event: KeyboardEvent): void {
    if (isReal(event) && event.key === "Escape") state.setMode("idle");
  }

  onMount(() => {
    layer?.addEventListener("keydown", onKeyDown);
    void state.open();
  });
  return (
    <div
      class={`layer ${state.layout.current()?.theme ?? "system"}`}
      ref={layer}
      dir={state.layout.current()?.isRightToLeft ? "rtl" : "ltr"}
      style={roomFor(state.layout.current())}
    >
      <Show when={places()}>{(found) => <PageLayer state={state} places={found()} onOpen={openCard} />}</Show>
      <Show when={state.layout.current()}>{(layout) => <Panel state={state} layout={layout()} isGone={isGone} />}</Show>
    </div>
  );
}

/** The panel's width, and what it leaves free of the window on either side. */
function roomFor(layout: Layout | undefined): Record<string, string> {
  if (layout === undefined) return {};
  const taken = `${layout.isCollapsed ? stripWidth : layout.width}px`;
  return {
    "--width": `${layout.width}px`,
    "--left": layout.side === "left" ? taken : "0px",
    "--right": layout.side === "right" ? taken : "0px",
  };
}

/** In CSS pixels, as the style sheet has it. */
const stripWidth = 44;
