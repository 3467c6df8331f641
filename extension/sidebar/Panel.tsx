import { createMemo, Show } from "solid-js";
import { Banner } from "./Banner.js";
import type { Layout } from "./create-layout.js";
import type { SidebarState } from "./create-sidebar.js";
import { Footer } from "./Footer.js";
import { Header } from "./Header.js";
import { InspectPanel } from "./InspectPanel.js";
import { NotesView } from "./NotesView.js";
import { ReadingView } from "./ReadingView.js";
import { RequestCards } from "./RequestCards.js";
import { Resizer } from "./Resizer.js";
import { Settings } from "./Settings.js";
import { Strip } from "./Strip.js";
import { TabPanel, Tabs } from "./Tabs.js";
import { texts } from "./texts.js";

interface PanelProps {
  readonly state: SidebarState;
  readonly layout: Layout;
  readonly isGone: (id: string) => boolean;
}

/** What is docked at the window's edge: at first sight its ground, and a frame later what stands on it. */
export function Panel(props: PanelProps) {
  return (
    <Show when={!props.layout.isCollapsed} fallback={<Strip state={props.state} side={props.layout.side} />}>
      <aside class={`panel ${props.layout.side}`} tabIndex={-1} aria-label={texts.title}>
        <Show when={props.state.isShown()}>
          <Header state={props.state} side={props.layout.side} />
          <Resizer layout={props.state.layout} side={props.layout.side} width={props.layout.width} />
          <Content state={props.state} isGone={props.isGone} />
          <Footer state={props.state} />
        </Show>
      </aside>
    </Show>
  );
}

function Content(props: Omit<PanelProps, "layout">) {
  // Once opened it stays, hidden or not.
  const isInspected = createMemo((was: boolean) => was || props.state.tab() === "inspect", false);
  return (
    <>
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
          <NotesView state={props.state} isGone={props.isGone} />
          <ReadingView state={props.state} />
          <Settings state={props.state} />
        </TabPanel>
        <TabPanel name="inspect" chosen={props.state.tab()}>
          <Show when={isInspected()}>
            <InspectPanel state={props.state} />
          </Show>
        </TabPanel>
      </div>
    </>
  );
}
