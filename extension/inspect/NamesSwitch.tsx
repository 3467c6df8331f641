import { Show } from "solid-js";
import { inspectTexts } from "../sidebar/texts.js";
import type { InspectState } from "./create-inspect.js";

/** Allows the one step into the page's world, where this browser needs it for component names. */
export function NamesSwitch(props: { readonly state: InspectState }) {
  const { ports, facts } = props.state;

  function allow(allowed: boolean): void {
    void ports.run(inspectTexts.namesChanging, async () => {
      await ports.allowNames(allowed);
      await ports.read(false);
      return { kind: "done", text: allowed ? inspectTexts.namesOn : inspectTexts.namesOff };
    });
  }

  return (
    <Show when={facts().names !== undefined}>
      <section class="section" aria-label={inspectTexts.names}>
        <h2>{inspectTexts.names}</h2>
        <label class="switch">
          <input
            type="checkbox"
            aria-describedby="names-help"
            checked={facts().names === true && facts().trust !== "untrusted"}
            disabled={facts().busy || facts().trust === "untrusted"}
            onChange={(event) => event.isTrusted && allow(event.currentTarget.checked)}
          />
          <span>{inspectTexts.readNames}</span>
        </label>
        <p class="faint" id="names-help">
          {facts().trust === "untrusted" ? inspectTexts.namesUntrusted : inspectTexts.namesHelp}
        </p>
      </section>
    </Show>
  );
}
