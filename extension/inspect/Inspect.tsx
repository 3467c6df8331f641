import { type Accessor, createSignal, For, Show } from "solid-js";
import { render } from "solid-js/web";
import { findingLabels, inspectTexts } from "../sidebar/texts.js";
import { IconButton, Switch } from "../sidebar/view/controls.js";
import { BaselineView } from "./BaselineView.js";
import { createInspect, type InspectState } from "./create-inspect.js";
import type { FindingGroup, Findings } from "./findings.js";
import { Group } from "./Group.js";
import type { InspectFacts, InspectPorts, MountInspect } from "./ports.js";

const groups = Object.keys(findingLabels) as FindingGroup[];

/** Shows the Inspect tab in an element of the sidebar. */
export const mountInspect: MountInspect = (place, ports, first) => {
  const [facts, update] = createSignal(first);
  const end = render(() => <Inspect ports={ports} facts={facts} />, place);
  return { update, remove: end };
};

/** What a capture of this page sees, and what has changed since the baseline. */
function Inspect(props: { readonly ports: InspectPorts; readonly facts: Accessor<InspectFacts> }) {
  const state = createInspect(props.ports, props.facts);
  return (
    <>
      <section class="section" aria-label={inspectTexts.title}>
        <div class="bar">
          <h2>{state.findings() === undefined ? inspectTexts.reading : inspectTexts.findings(totalOf(state.findings()))}</h2>
          <IconButton icon="refresh" label={inspectTexts.readAgain} disabled={state.facts().busy} onPress={() => void state.readAgain()} />
        </div>
        <Show when={state.findings()}>
          {(findings) => <For each={groups}>{(name) => <Group state={state} name={name} findings={findings()} />}</For>}
        </Show>
      </section>
      <BaselineView state={state} />
      <NamesSwitch state={state} />
    </>
  );
}

function totalOf(findings: Findings | undefined): number {
  return Object.values(findings ?? {}).reduce((sum, list) => sum + list.length, 0);
}

/** Allows the one step into the page's world, where this browser needs it for component names. */
function NamesSwitch(props: { readonly state: InspectState }) {
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
