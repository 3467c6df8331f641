import { For, Match, onMount, Switch } from "solid-js";
import { Banner } from "./Banner.js";
import { createPlaces } from "./create-places.js";
import { createSidebar } from "./create-sidebar.js";
import { Footer } from "./Footer.js";
import { Header } from "./Header.js";
import { NotesView } from "./NotesView.js";
import { Outline } from "./Outline.js";
import { PickLayer } from "./PickLayer.js";
import { Pins } from "./Pins.js";
import type { Ports } from "./ports.js";
import { ReadingView } from "./ReadingView.js";
import { RegionLayer } from "./RegionLayer.js";
import { RequestCards } from "./RequestCards.js";
import { texts } from "./texts.js";

/** Everything that is shown: what lies over the page, and the panel. */
export function Sidebar(props: { readonly ports: Ports }) {
  const state = createSidebar(props.ports);
  const places = createPlaces(state);
  const isGone = (id: string) =>
    places.placed().some(({ note, boxes }) => note.id === id && note.target.type === "element" && boxes.length === 0);
  let layer: HTMLDivElement | undefined;
  const openCard = (id: string) => layer?.querySelector<HTMLElement>(`[id="note-${id}"]`)?.focus();
  onMount(() => void state.open());
  return (
    <div class="layer" ref={layer}>
      <Pins places={places.placed()} onOpen={openCard} />
      <For each={places.drafted()}>{(box) => <Outline box={box} kind="chosen" />}</For>
      <Switch>
        <Match when={state.mode() === "pick"}>
          <PickLayer state={state} />
        </Match>
        <Match when={state.mode() === "region"}>
          <RegionLayer state={state} />
        </Match>
      </Switch>
      <aside class={`panel ${state.side()}`} aria-label={texts.title}>
        <Header state={state} />
        <div class="body">
          <Banner state={state} />
          <RequestCards state={state} />
          <ReadingView state={state} />
          <NotesView state={state} isGone={isGone} />
        </div>
        <Footer state={state} />
      </aside>
    </div>
  );
}
