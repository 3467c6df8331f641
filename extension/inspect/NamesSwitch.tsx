import { Show } from "solid-js";
import { inspectTexts } from "../sidebar/texts.js";
import { Switch } from "../sidebar/view/controls.js";
import type { InspectState } from "./create-inspect.js";

/** Allows the one step into the page's world, where this browser needs it for component names. */
export function NamesSwitch(props: { readonly state: InspectState }) {
  const { ports, facts } = props.state;

  const allow = (allowed: boolean) =>
    ports.run(inspectTexts.namesChanging, async () => {
      const isAllowed = await ports.allowNames(allowed);
      await ports.read(false);
      return { kind: "done", text: isAllowed ? inspectTexts.namesOn : inspectTexts.namesOff };
    });

  return (
    <Show when={facts().names !== undefined}>
      <section class="section" aria-label={inspectTexts.names}>
        <h2>{inspectTexts.names}</h2>
        <Switch
          label={inspectTexts.readNames}
          isOn={facts().names === true && facts().trust !== "untrusted"}
          disabled={facts().busy || facts().trust === "untrusted"}
          describedBy="names-help"
          onChange={allow}
        />
        <p class="faint" id="names-help">
          {facts().trust === "untrusted" ? inspectTexts.namesUntrusted : inspectTexts.namesHelp}
        </p>
      </section>
    </Show>
  );
}
