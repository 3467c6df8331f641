import { createMemo, Show } from "solid-js";
import { type LayoutState, widths } from "../state/layout.js";
import type { SidebarState } from "../state/sidebar.js";
import { detailLabels, editorLabels, texts, themeLabels } from "../texts.js";
import { Banner } from "./Banner.js";
import { Choice, IconButton, Switch } from "./controls.js";
import { Footer } from "./Footer.js";
import { Header, Strip } from "./Header.js";
import { InspectView } from "./InspectView.js";
import { NamesCard } from "./NamesCard.js";
import { NotesView } from "./NotesView.js";
import { OtherPages } from "./OtherPages.js";
import { RequestCards } from "./RequestCards.js";
import { TabPanel, Tabs } from "./Tabs.js";

/** What is docked at the window's edge. */
export function Panel(props: { readonly state: SidebarState }) {
  const { layout, panel } = props.state;
  return (
    <Show when={!layout.current().isCollapsed} fallback={<Strip state={props.state} />}>
      {panel() === "folded" && <Strip state={props.state} />}
      <aside class={`panel ${layout.dock()}`} tabIndex={-1} aria-label={texts.title} hidden={panel() !== "open"}>
        <Header state={props.state} />
        <Resizer layout={layout} />
        <Content state={props.state} />
        <Footer state={props.state} />
      </aside>
    </Show>
  );
}

function Content(props: { readonly state: SidebarState }) {
  const { tab, setTab } = props.state;
  // Once opened it stays, hidden or not.
  const isInspected = createMemo((was: boolean) => was || tab() === "inspect", false);
  return (
    <>
      <Tabs chosen={tab()} onChoose={setTab} />
      <div class="body">
        <Banner state={props.state} />
        <RequestCards state={props.state} />
        <NamesCard state={props.state} />
        <TabPanel name="notes" chosen={tab()}>
          <NotesView state={props.state} />
          <OtherPages state={props.state} />
          <section class="section bar" aria-label="This page">
            <h2>This page</h2>
            <IconButton icon="refresh" label="Read again" onPress={() => void props.state.readAgain()} />
          </section>
          <Settings state={props.state} />
        </TabPanel>
        <TabPanel name="inspect" chosen={tab()}>
          {isInspected() && <InspectView state={props.state} />}
        </TabPanel>
      </div>
    </>
  );
}

/** What the user turns on or off for the page's project, and how the sidebar looks everywhere. */
function Settings(props: { readonly state: SidebarState }) {
  const { project, layout, tasks } = props.state;
  const allow = (isOn: boolean) => tasks.confirm(isOn ? texts.confirming : "", () => project.allowAutomatic(isOn));
  return (
    <section class="section settings" aria-label="Settings">
      <Show when={project.config()}>
        {(config) => (
          <Switch
            label="Let the agent capture pages of this machine without asking each time"
            isOn={config().autoAnswerRequests}
            onChange={allow}
          />
        )}
      </Show>
      <Choice
        label="Detail of copied prompts"
        options={detailLabels}
        value={layout.current().promptDetail}
        onChoose={(promptDetail) => layout.store({ promptDetail })}
      />
      <Choice label="Editor" options={editorLabels} value={layout.current().editor} onChoose={(editor) => layout.store({ editor })} />
      <Choice label="Theme" options={themeLabels} value={layout.current().theme} onChoose={(theme) => layout.store({ theme })} />
    </section>
  );
}

/** The panel's inner edge: dragged, or moved by the arrow keys, it makes the panel wider or narrower. */
function Resizer(props: { readonly layout: LayoutState }) {
  const { current, change, setDragged, store } = props.layout;
  const outward = () => (current().side === "right" ? 1 : -1);

  // Where the pointer took hold, so that the edge does not jump to it.
  let grip = 0;

  function take(event: PointerEvent & { readonly currentTarget: HTMLElement }): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
    grip = current().width + event.clientX * outward();
  }

  function drag(event: PointerEvent & { readonly currentTarget: HTMLElement }): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    // Released where the frame did not have the pointer yet.
    if (event.buttons === 0) event.currentTarget.releasePointerCapture(event.pointerId);
    else change({ width: grip - event.clientX * outward() });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const wider = widths.step * outward();
    const moves: Readonly<Record<string, number>> = { ArrowLeft: wider, ArrowRight: -wider, Home: -widths.max, End: widths.max };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    store({ width: current().width + move });
  }

  return (
    <hr
      class="resizer"
      role={splitter}
      aria-orientation="vertical"
      aria-label="Width of the sidebar"
      aria-valuemin={widths.min}
      aria-valuemax={widths.max}
      aria-valuenow={current().width}
      tabIndex={0}
      onPointerDown={take}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        setDragged(false);
        store();
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** Stated again: Firefox exposes the width only with a role of its own. */
const splitter = "separator";
