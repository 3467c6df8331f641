import { createMemo, Show } from "solid-js";
import { type LayoutState, widths } from "../state/layout.js";
import type { SidebarState } from "../state/sidebar.js";
import { texts } from "../texts.js";
import { Banner } from "./Banner.js";
import { Footer } from "./Footer.js";
import { Header, Strip } from "./Header.js";
import { InspectView } from "./InspectView.js";
import { NotesView } from "./NotesView.js";
import { OtherPages } from "./OtherPages.js";
import { SettingsView } from "./SettingsView.js";
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
  const { tab, setTab, isSetting } = props.state;
  // Once opened it stays, hidden or not.
  const isInspected = createMemo((was: boolean) => was || tab() === "inspect", false);
  return (
    <>
      <Show when={isSetting()}>
        <SettingsView state={props.state} />
      </Show>
      <div class="views" hidden={isSetting()}>
        <Tabs chosen={tab()} onChoose={setTab} />
        <div class="body">
          <Banner state={props.state} />
          <TabPanel name="notes" chosen={tab()}>
            <NotesView state={props.state} />
            <OtherPages state={props.state} />
          </TabPanel>
          <TabPanel name="inspect" chosen={tab()}>
            {isInspected() && <InspectView state={props.state} />}
          </TabPanel>
        </div>
      </div>
    </>
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
