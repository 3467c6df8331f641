import { createSignal, For, Show } from "solid-js";
import { Button } from "../sidebar/Button.js";
import { inspectTexts, severityLabels } from "../sidebar/texts.js";
import type { InspectState } from "./create-inspect.js";
import type { Finding } from "./findings.js";
import type { MarkKind } from "./ports.js";

/** Long lists begin with this many. */
const firstMost = 20;

/** Findings, each of which can be shown on the page and become a note. */
export function FindingList(props: {
  readonly state: InspectState;
  readonly findings: readonly (Finding & { readonly mark?: MarkKind | undefined })[];
}) {
  const [isWhole, setIsWhole] = createSignal(false);
  const rest = () => props.findings.length - firstMost;
  return (
    <>
      <ul class="findings">
        <For each={isWhole() ? props.findings : props.findings.slice(0, firstMost)}>
          {(finding) => <FindingRow state={props.state} finding={finding} mark={finding.mark ?? "found"} />}
        </For>
      </ul>
      <Show when={!isWhole() && rest() > 0}>
        <Button label={inspectTexts.more(rest())} class="quiet" onPress={() => setIsWhole(true)} />
      </Show>
    </>
  );
}

function FindingRow(props: { readonly state: InspectState; readonly finding: Finding; readonly mark: MarkKind }) {
  const { show, shown, note, isNoted } = props.state;
  const isShown = () => shown() === props.finding;
  return (
    <li class="finding" classList={{ shown: isShown() }}>
      <Show when={props.finding.target.type === "element"} fallback={<div class="what">{textOf(props.finding)}</div>}>
        <button
          type="button"
          class="what"
          aria-pressed={isShown()}
          title={inspectTexts.show}
          onClick={(event) => event.isTrusted && show(props.finding, [{ target: props.finding.target, kind: props.mark }])}
        >
          {textOf(props.finding)}
        </button>
      </Show>
      <Button
        label={isNoted(props.finding) ? inspectTexts.notedFor(props.finding.title) : inspectTexts.noteFor(props.finding.title)}
        class="quiet note-it"
        disabled={isNoted(props.finding)}
        onPress={() => note(props.finding)}
      >
        {isNoted(props.finding) ? inspectTexts.noted : inspectTexts.addNote}
      </Button>
    </li>
  );
}

function textOf({ title, detail, severity }: Finding) {
  return (
    <>
      <span class={`severity ${severity}`} role="img" aria-label={severityLabels[severity]} title={severityLabels[severity]} />
      <span class="said">
        <span>{title}</span>
        <span class="faint">{detail}</span>
      </span>
    </>
  );
}
