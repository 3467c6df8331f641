import { For, Show } from "solid-js";
import type { FindingGroup, Findings } from "../../inspect/findings.js";
import { createInspect, type InspectState } from "../state/inspect.js";
import type { SidebarState } from "../state/sidebar.js";
import { findingLabels, inspectTexts } from "../texts.js";
import { BaselineView } from "./BaselineView.js";
import { Button, IconButton, Switch } from "./controls.js";
import { FindingList } from "./FindingList.js";

const groups = Object.keys(findingLabels) as FindingGroup[];

/** What a capture of this page sees, and what has changed since the baseline. */
export function InspectView(props: { readonly state: SidebarState }) {
  const state = createInspect(props.state);
  return (
    <>
      <section class="section" aria-label={inspectTexts.title}>
        <div class="bar">
          <h2>{state.findings() === undefined ? inspectTexts.reading : inspectTexts.findings(totalOf(state.findings()))}</h2>
          <IconButton icon="refresh" label={inspectTexts.readAgain} disabled={state.isBusy()} onPress={() => void state.readAgain()} />
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

/** One kind of findings, with how far the list can be relied on; it is open when there are some. */
function Group(props: { readonly state: InspectState; readonly name: FindingGroup; readonly findings: Findings }) {
  const { accessibility, isBusy, runAxe, sidebar } = props.state;
  const list = () => props.findings[props.name];
  return (
    <details class="group" open={list().length > 0 && props.name !== "test-ids"}>
      <summary>
        <span>{findingLabels[props.name]}</span>
        <span class="count" classList={{ some: list().length > 0 }}>
          {list().length}
        </span>
      </summary>
      <Show when={props.name === "accessibility"}>
        <p class="faint">{inspectTexts.judged[accessibility().status](accessibility().engine ?? "axe-core")}</p>
        <Show when={accessibility().status === "not-run"}>
          <Button label={inspectTexts.runAxe} disabled={isBusy()} onPress={() => void runAxe()} />
        </Show>
      </Show>
      <Show when={props.name === "console"}>
        <p class="faint">{sidebar.lines.facts.hidesWorld ? inspectTexts.errorsHidden : inspectTexts.onlyWhileOpen}</p>
      </Show>
      <Show when={list().length > 0} fallback={<p class="faint">{inspectTexts.none}</p>}>
        <FindingList state={props.state} findings={list()} />
      </Show>
    </details>
  );
}

/** Allows the one step into the page's world, where this browser needs it for component names. */
function NamesSwitch(props: { readonly state: InspectState }) {
  const { isBusy, sidebar } = props.state;
  const { allowNames, lines, project } = sidebar;
  const isUntrusted = () => project.trust() === "untrusted";
  return (
    <Show when={lines.facts.hidesWorld && project.config()}>
      {(config) => (
        <section class="section" aria-label={inspectTexts.names}>
          <h2>{inspectTexts.names}</h2>
          <Switch
            label={inspectTexts.readNames}
            isOn={config().componentNames && !isUntrusted()}
            disabled={isBusy() || isUntrusted()}
            describedBy="names-help"
            onChange={allowNames}
          />
          <p class="faint" id="names-help">
            {isUntrusted() ? inspectTexts.namesUntrusted : inspectTexts.namesHelp}
          </p>
        </section>
      )}
    </Show>
  );
}
