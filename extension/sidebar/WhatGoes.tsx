import { For, Show } from "solid-js";
import type { SidebarState } from "./create-sidebar.js";
import type { Reading } from "./ports.js";
import { RemovedRows } from "./RemovedRows.js";
import { texts } from "./texts.js";

/** One line before Send: what goes and how much was left out. It opens to the whole list. */
export function WhatGoes(props: { readonly state: SidebarState; readonly isBlocked: boolean }) {
  const summary = ({ capture }: Reading) => {
    const removed = Object.values(capture.removed).reduce((sum, amount) => sum + amount, 0);
    return texts.summary(capture.nodes.count, props.state.notes.list().length, props.isBlocked) + texts.without(removed);
  };
  const beside = () => {
    const config = props.state.config.current();
    return [
      ...(config?.includeScreenshot === true ? [texts.goesPicture] : []),
      ...(config?.includeSnapshot === true ? [texts.goesHtml] : []),
      ...(config?.auditOnCapture === true ? [texts.goesAudit] : []),
    ];
  };
  return (
    <Show when={props.state.reading.current()} fallback={<p class="faint">{texts.reading}</p>}>
      {(reading) => (
        <details class="removed">
          <summary>{summary(reading())}</summary>
          <ul>
            <For each={beside()}>{(what) => <li>{what}</li>}</For>
            <li>{texts.whatWasRemoved}</li>
            <RemovedRows reading={reading()} />
          </ul>
        </details>
      )}
    </Show>
  );
}
