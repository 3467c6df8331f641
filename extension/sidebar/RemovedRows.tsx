import { For } from "solid-js";
import type { Reading } from "./ports.js";
import { removedRows } from "./reading-facts.js";
import { texts } from "./texts.js";

/** What was left out of a reading, a list item for each kind with how many there were. */
export function RemovedRows(props: { readonly reading: Reading }) {
  return (
    <For each={removedRows(props.reading)} fallback={<li>{texts.nothingRemoved}</li>}>
      {([what, amount]) => (
        <li>
          <span>{what}</span>
          <span class="number">{amount}</span>
        </li>
      )}
    </For>
  );
}
