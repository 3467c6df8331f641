import { type JSX, Match, Show, Switch } from "solid-js";
import { findingLabels, inspectTexts } from "../sidebar/texts.js";
import { Button } from "../sidebar/view/controls.js";
import type { InspectState } from "./create-inspect.js";
import { FindingList } from "./FindingList.js";
import type { FindingGroup, Findings } from "./findings.js";

/** One kind of findings; it is open when there are some. */
export function Group(props: { readonly state: InspectState; readonly name: FindingGroup; readonly findings: Findings }) {
  const list = () => props.findings[props.name];
  return (
    <details class="group" open={list().length > 0 && props.name !== "test-ids"}>
      <summary>
        <span>{findingLabels[props.name]}</span>
        <span class="count" classList={{ some: list().length > 0 }}>
          {list().length}
        </span>
      </summary>
      <Remark state={props.state} name={props.name} />
      <Show when={list().length > 0} fallback={<p class="faint">{inspectTexts.none}</p>}>
        <FindingList state={props.state} findings={list()} />
      </Show>
    </details>
  );
}

/** How far the list can be relied on. */
function Remark(props: { readonly state: InspectState; readonly name: FindingGroup }): JSX.Element {
  return (
    <Switch>
      <Match when={props.name === "accessibility"}>
        <p class="faint">{sourceOf(props.state)}</p>
        <Show when={props.state.accessibility().status === "not-run"}>
          <Button label={inspectTexts.runAxe} disabled={props.state.facts().busy} onPress={() => void props.state.runAxe()} />
        </Show>
      </Match>
      <Match when={props.name === "console"}>
        <p class="faint">{props.state.facts().seesErrors ? inspectTexts.onlyWhileOpen : inspectTexts.errorsHidden}</p>
      </Match>
    </Switch>
  );
}

function sourceOf({ accessibility }: InspectState): string {
  const { status, engine = "axe-core" } = accessibility();
  if (status === "not-run") return inspectTexts.ownRules;
  return status === "partial" ? inspectTexts.axePartial(engine) : inspectTexts.axeDone(engine);
}
