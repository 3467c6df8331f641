import { For, type JSX } from "solid-js";

/** Ids that join a tab and its panel. */
const tabId = (name: string) => `tab-${name}`;
const panelId = (name: string) => `panel-${name}`;

/** Tabs by the keyboard pattern of WAI-ARIA: one stop for Tab, arrow keys choose. */
export function Tabs<T extends string>(props: {
  readonly label: string;
  readonly names: Readonly<Record<T, string>>;
  readonly chosen: T;
  readonly onChoose: (name: T) => void;
}) {
  const names = () => Object.keys(props.names) as T[];
  let list: HTMLDivElement | undefined;

  function onKeyDown(event: KeyboardEvent): void {
    const [place, count] = [names().indexOf(props.chosen), names().length];
    const places: Readonly<Record<string, number>> = { ArrowRight: (place + 1) % count, ArrowLeft: place - 1, Home: 0, End: -1 };
    const next = names().at(places[event.key] ?? count);
    if (next === undefined) return;
    event.preventDefault();
    props.onChoose(next);
    list?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  }

  return (
    <div ref={list} class="tabs" role="tablist" aria-label={props.label} onKeyDown={onKeyDown}>
      <For each={names()}>
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
            {props.names[name]}
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
