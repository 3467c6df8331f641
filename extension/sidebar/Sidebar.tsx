import { createMemo, For, Match, onMount, Show, Switch } from "solid-js";
import { Banner } from "./Banner.js";
import type { Layout } from "./create-layout.js";
import { createPlaces } from "./create-places.js";
import { createSidebar, type SidebarState } from "./create-sidebar.js";
import { Footer } from "./Footer.js";
import { Header } from "./Header.js";
import { InspectPanel } from "./InspectPanel.js";
import { NotesView } from "./NotesView.js";
import { Outline } from "./Outline.js";
import { PickLayer } from "./PickLayer.js";
import { Pins } from "./Pins.js";
import type { Ports } from "./ports.js";
import { ReadingView } from "./ReadingView.js";
import { RegionLayer } from "./RegionLayer.js";
import { RequestCards } from "./RequestCards.js";
import { Resizer } from "./Resizer.js";
import { Settings } from "./Settings.js";
import { Strip } from "./Strip.js";
import { TabPanel, Tabs } from "./Tabs.js";
import { texts } from "./texts.js";

/** Everything that is shown: what lies over the page, and the panel. */
export function Sidebar(props: { readonly ports: Ports }) {
  const state = createSidebar(props.ports);
  const places = createPlaces(state);
  const isGone = (id: string) =>
    places.placed().some(({ note, boxes }) => note.id === id && note.target.type === "element" && boxes().length === 0);
  let layer: HTMLDivElement | undefined;

  function openCard(id: string): void {
    state.setTab("notes");
    layer?.querySelector<HTMLElement>(`[id="note-${id}"]`)?.focus();
  }

  onMount(() => void state.open());
  return (
    <div class="layer" ref={layer} dir={props.ports.isRightToLeft ? "rtl" : "ltr"} style={roomFor(state.layout.current())}>
      <Pins places={places.placed()} onOpen={openCard} />
      <For each={places.marked()}>{({ box, kind }) => <Outline box={box} kind={kind} />}</For>
      <For each={places.drafted()}>{(box) => <Outline box={box} kind="chosen" />}</For>
      <Switch>
        <Match when={state.mode() === "pick"}>
          <PickLayer state={state} />
        </Match>
        <Match when={state.mode() === "region"}>
          <RegionLayer state={state} />
        </Match>
      </Switch>
      <Show when={state.layout.current()}>{(layout) => <Panel state={state} layout={layout()} isGone={isGone} />}</Show>
    </div>
  );
}

/** What is docked at the window's edge. */
function Panel(props: { readonly state: SidebarState; readonly layout: Layout; readonly isGone: (id: string) => boolean }) {
  // Once opened it stays, hidden or not.
  const isInspected = createMemo((was: boolean) => was || props.state.tab() === "inspect", false);
  return (
    <Show when={!props.layout.isCollapsed} fallback={<Strip state={props.state} side={props.layout.side} />}>
      <aside class={`panel ${props.layout.side}`} aria-label={texts.title}>
        <Resizer layout={props.state.layout} side={props.layout.side} width={props.layout.width} />
        <Header state={props.state} side={props.layout.side} />
        <Tabs
          label={texts.tabs}
          names={{ notes: texts.notes, inspect: texts.inspect }}
          chosen={props.state.tab()}
          onChoose={props.state.setTab}
        />
        <div class="body">
          <Banner state={props.state} />
          <RequestCards state={props.state} />
          <TabPanel name="notes" chosen={props.state.tab()}>
            <ReadingView state={props.state} />
            <NotesView state={props.state} isGone={props.isGone} />
            <Settings state={props.state} />
          </TabPanel>
          <TabPanel name="inspect" chosen={props.state.tab()}>
            <Show when={isInspected()}>
              <InspectPanel state={props.state} />
            </Show>
          </TabPanel>
        </div>
        <Footer state={props.state} />
      </aside>
    </Show>
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
