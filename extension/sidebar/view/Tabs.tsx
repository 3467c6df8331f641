import { For, type JSX } from "solid-js";
import type { Tab } from "../state/sidebar.js";
import { texts } from "../texts.js";

/** Ids that join a tab and its panel. */
const tabId = (name: string) => `tab-${name}`;
const panelId = (name: string) => `panel-${name}`;

const names: Readonly<Record<Tab, string>> = { notes: texts.notes, inspect: "Inspect" };
const tabs = Object.keys(names) as Tab[];

/** Tabs by the keyboard pattern of WAI-ARIA: one stop for Tab, arrow keys choose. */
export function Tabs(props: { readonly chosen: Tab; readonly onChoose: (name: Tab) => void }) {
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
export function TabPanel(props: { readonly name: string; readonly chosen: string; readonly children: JSX.Element }) {
  return (
    <div role="tabpanel" id={panelId(props.name)} aria-labelledby={tabId(props.name)} hidden={props.chosen !== props.name}>
      {props.children}
    </div>
  );
}
