import { createSignal, For, Show } from "solid-js";
import type { ListedFinding } from "../../inspect/findings.js";
import type { InspectState } from "../state/inspect.js";
import { severityLabels } from "../texts.js";
import { Button } from "./controls.js";

/** Long lists begin with this many. */
const firstMost = 20;

/** Findings, each of which can be shown on the page and become a note. */
export function FindingList(props: { readonly state: InspectState; readonly findings: readonly ListedFinding[] }) {
  const [isWhole, setIsWhole] = createSignal(false);
  const rest = () => props.findings.length - firstMost;
  return (
    <>
      <ul class="findings">
        <For each={isWhole() ? props.findings : props.findings.slice(0, firstMost)}>
          {(finding) => <FindingRow state={props.state} finding={finding} />}
        </For>
      </ul>
      <Show when={!isWhole() && rest() > 0}>
        <Button label={`Show ${rest().toLocaleString("en")} more`} class="quiet" onPress={() => setIsWhole(true)} />
      </Show>
    </>
  );
}

function FindingRow(props: { readonly state: InspectState; readonly finding: ListedFinding }) {
  const { toggle, shown, note, isNoted } = props.state;
  const isShown = () => shown() === props.finding;
  return (
    <li class="finding" classList={{ shown: isShown() }}>
      <Show when={props.finding.target.type === "element"} fallback={<div class="what">{textOf(props.finding)}</div>}>
        <button
          type="button"
          class="what"
          aria-pressed={isShown()}
          title="Show on the page"
          onClick={() => toggle(props.finding, [props.finding])}
        >
          {textOf(props.finding)}
        </button>
      </Show>
      <Button
        label={isNoted(props.finding) ? `Noted: ${props.finding.title}` : `Add note: ${props.finding.title}`}
        class="quiet note-it"
        disabled={isNoted(props.finding)}
        onPress={() => note(props.finding)}
      >
        {isNoted(props.finding) ? "Noted" : "Add note"}
      </Button>
    </li>
  );
}

function textOf({ title, reason, detail, severity, change }: ListedFinding) {
  return (
    <>
      <Show when={change} fallback={<span class={`dot-of ${severity}`} role="img" aria-label={severityLabels[severity]} />}>
        {(kind) => <span class={`dot-of ${kind()}`} />}
      </Show>
      <span class="said">
        <span>{title}</span>
        <Show when={reason !== ""}>
          <span class="reason" title={reason}>
            {reason}
          </span>
        </Show>
        <span class="faint">{detail}</span>
      </span>
    </>
  );
}
