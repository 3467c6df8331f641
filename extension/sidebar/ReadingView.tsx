import { For, Show } from "solid-js";
import { Button } from "./Button.js";
import type { SidebarState } from "./create-sidebar.js";
import { Icon } from "./Icon.js";
import type { Reading } from "./ports.js";
import { RemovedRows } from "./RemovedRows.js";
import { factsOf } from "./reading-facts.js";
import { texts } from "./texts.js";

/** What was read of the page, in figures, and what was left out. */
export function ReadingView(props: { readonly state: SidebarState }) {
  return (
    <section class="section" aria-label={texts.whatWasRead}>
      <div class="bar">
        <h2>{texts.whatWasRead}</h2>
        <Button label={texts.readAgain} class="quiet square" title={texts.readAgain} onPress={() => void props.state.readAgain()}>
          <Icon name="refresh" />
        </Button>
      </div>
      <Show when={props.state.reading.current()} fallback={<p class="faint waiting">{texts.reading}</p>}>
        {(reading) => <Figures reading={reading()} />}
      </Show>
    </section>
  );
}

function Figures(props: { readonly reading: Reading }) {
  return (
    <>
      <dl class="figures">
        <For each={factsOf(props.reading)}>
          {({ label, value, help }) => (
            <div title={help}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          )}
        </For>
      </dl>
      <details class="removed">
        <summary>{texts.whatWasRemoved}</summary>
        <ul>
          <RemovedRows reading={props.reading} />
        </ul>
      </details>
    </>
  );
}
