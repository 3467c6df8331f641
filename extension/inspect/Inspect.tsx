import { type Accessor, For, Show } from "solid-js";
import { findingLabels, inspectTexts } from "../sidebar/texts.js";
import { Button, Icon } from "../sidebar/view/controls.js";
import { BaselineView } from "./BaselineView.js";
import { createInspect } from "./create-inspect.js";
import type { FindingGroup, Findings } from "./findings.js";
import { Group } from "./Group.js";
import { NamesSwitch } from "./NamesSwitch.js";
import type { InspectFacts, InspectPorts } from "./ports.js";

const groups = Object.keys(findingLabels) as FindingGroup[];

/** What a capture of this page sees, and what has changed since the baseline. */
export function Inspect(props: { readonly ports: InspectPorts; readonly facts: Accessor<InspectFacts> }) {
  const state = createInspect(props.ports, props.facts);
  return (
    <>
      <section class="section" aria-label={inspectTexts.title}>
        <div class="bar">
          <h2>{state.findings() === undefined ? inspectTexts.reading : inspectTexts.findings(totalOf(state.findings()))}</h2>
          <Button
            label={inspectTexts.readAgain}
            class="quiet square"
            title={inspectTexts.readAgain}
            disabled={state.facts().busy}
            onPress={() => void state.readAgain()}
          >
            <Icon name="refresh" />
          </Button>
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
