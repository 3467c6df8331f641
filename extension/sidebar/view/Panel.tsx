import { createEffect, createMemo, createSignal, For, type JSX, Show } from "solid-js";
import type { OperationOutput } from "../../../host/contract/operations.js";
import { isOneDocument, pageKey } from "../../../host/contract/page.js";
import { type LayoutState, widths } from "../state/layout.js";
import { askOperation } from "../state/project.js";
import type { Tab } from "../state/sidebar.js";
import { count, texts } from "../texts.js";
import { Banner } from "./Banner.js";
import { Footer } from "./Footer.js";
import { Header, Strip } from "./Header.js";
import { InspectView } from "./InspectView.js";
import { NotesView } from "./NotesView.js";
import { SettingsView } from "./SettingsView.js";
import { useSidebar } from "./use-sidebar.js";

export function Panel() {
  const { layout, panel } = useSidebar();
  return (
    <Show when={!layout.current().isCollapsed} fallback={<Strip />}>
      {panel() === "folded" && <Strip />}
      <aside class={`panel ${layout.dock()}`} tabIndex={-1} aria-label={texts.title} hidden={panel() !== "open"}>
        <Header />
        <Resizer layout={layout} />
        <Content />
        <Footer />
      </aside>
    </Show>
  );
}

function Content() {
  const { tab, setTab, isSetting } = useSidebar();
  // Once opened it stays, hidden or not.
  const isInspected = createMemo((was: boolean) => was || tab() === "inspect", false);
  return (
    <>
      <Show when={isSetting()}>
        <SettingsView />
      </Show>
      <div class="views" hidden={isSetting()}>
        <Tabs chosen={tab()} onChoose={setTab} />
        <div class="body">
          <TabPanel name="notes" chosen={tab()}>
            <NotesView />
            <OtherPages />
          </TabPanel>
          <TabPanel name="inspect" chosen={tab()}>
            {isInspected() && (
              <>
                <Banner />
                <InspectView />
              </>
            )}
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
        store({ width: current().width });
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** Stated again: Firefox exposes the width only with a role of its own. */
const splitter = "separator";

type CaptureRow = OperationOutput<"captures:list">["captures"][number];

/** As many captures are asked for, the newest first. */
const rowsMax = 200;

/** The project's other pages that have open notes, by their newest captures; nothing where there is none. */
function OtherPages() {
  const { lines, project, tasks } = useSidebar();
  const [pages, setPages] = createSignal<readonly CaptureRow[]>([]);
  const connected = createMemo(() => (project.connected() === undefined ? undefined : lines.url()));

  async function load(here: string): Promise<void> {
    const { captures } = await askOperation(lines.ask, "captures:list", { limit: rowsMax });
    setPages(withOpenNotes(captures, here));
  }

  createEffect(() => {
    const here = connected();
    if (here !== undefined) load(here).catch(tasks.fail);
  });
  const notes = () => pages().reduce((sum, { unresolved }) => sum + unresolved, 0);
  return (
    <Show when={notes() > 0}>
      <details class="other-pages">
        <summary>{`${count(notes(), "note")} on other pages`}</summary>
        <ul>
          <For each={pages()}>
            {({ url, title, unresolved }) => (
              <li>
                <a href={url} target="_blank" rel="noreferrer">
                  {title === "" ? url : title}
                </a>
                <span class="faint">{[...otherHost(url, lines.url()), count(unresolved, "note")].join(" · ")}</span>
              </li>
            )}
          </For>
        </ul>
      </details>
    </Show>
  );
}

/** A server that now listens at another port has pages of the same titles. */
function otherHost(url: string, here: string): readonly string[] {
  const [there, own] = [url, here].map((address) => new URL(address).host);
  return there === undefined || there === own ? [] : [there];
}

/** The newest capture of each other page with unresolved annotations, as far as a browser opens its address as a page. */
function withOpenNotes(captures: readonly CaptureRow[], here: string): readonly CaptureRow[] {
  const newest = new Map<string, CaptureRow>();
  for (const row of captures) {
    const page = pageKey(row.url);
    if (/^https?:/.test(page) && !newest.has(page) && !isOneDocument(row.url, here)) newest.set(page, row);
  }
  return [...newest.values()].filter(({ unresolved }) => unresolved > 0);
}

const tabId = (name: string) => `tab-${name}`;
const panelId = (name: string) => `panel-${name}`;

const names: Readonly<Record<Tab, string>> = { notes: texts.notes, inspect: "Inspect" };
const tabs = Object.keys(names) as Tab[];

/** Tabs by the keyboard pattern of WAI-ARIA: one stop for Tab, arrow keys choose. */
function Tabs(props: { readonly chosen: Tab; readonly onChoose: (name: Tab) => void }) {
  let list: HTMLDivElement | undefined;

  function onKeyDown(event: KeyboardEvent): void {
    const [place, count] = [tabs.indexOf(props.chosen), tabs.length];
    const places: Readonly<Record<string, number>> = { ArrowRight: (place + 1) % count, ArrowLeft: place - 1, Home: 0, End: -1 };
    const next = tabs.at(places[event.key] ?? count);
    if (next === undefined) return;
    event.preventDefault();
    props.onChoose(next);
    list?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  }

  return (
    <div ref={list} class="tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
      <For each={tabs}>
        {(name) => (
          <button
            type="button"
            role="tab"
            class="tab"
            id={tabId(name)}
            aria-controls={panelId(name)}
            aria-selected={props.chosen === name}
            tabIndex={props.chosen === name ? 0 : -1}
            onClick={() => props.onChoose(name)}
          >
            {names[name]}
          </button>
        )}
      </For>
    </div>
  );
}

/** What a tab shows; it stays when another is chosen. */
function TabPanel(props: { readonly name: string; readonly chosen: string; readonly children: JSX.Element }) {
  return (
    <div role="tabpanel" id={panelId(props.name)} aria-labelledby={tabId(props.name)} hidden={props.chosen !== props.name}>
      {props.children}
    </div>
  );
}
