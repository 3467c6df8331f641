import { createSignal, For, Show } from "solid-js";
import type { FindingGroup, Findings, ListedFinding } from "../../inspect/findings.js";
import { createInspect, type InspectState } from "../state/inspect.js";
import { count, findingLabels, severityLabels, texts } from "../texts.js";
import { Button, IconButton } from "./controls.js";
import { useSidebar } from "./use-sidebar.js";

const groups = Object.keys(findingLabels) as FindingGroup[];

export function InspectView() {
  const state = createInspect(useSidebar());
  return (
    <section class="section" aria-label="What a capture sees">
      <div class="bar">
        <h2>
          {state.findings() === undefined
            ? texts.reading
            : totalOf(state.findings()) === 0
              ? "Nothing found"
              : count(totalOf(state.findings()), "finding")}
        </h2>
        <IconButton icon="refresh" label="Read again" disabled={state.isBusy()} onPress={() => void state.readAgain()} />
      </div>
      <Show when={state.findings()}>
        {(findings) => <For each={worstFirst(findings())}>{(name) => <Group state={state} name={name} findings={findings()} />}</For>}
      </Show>
    </section>
  );
}

/** Groups by their worst finding; those without any come last, and missing test ids before them. */
function worstFirst(findings: Findings): readonly FindingGroup[] {
  const weights = ["low", "medium", "high"];
  const weightOf = (name: FindingGroup) =>
    findings[name].length === 0
      ? 0
      : name === "test-ids"
        ? 0.5
        : Math.max(...findings[name].map(({ severity }) => 1 + weights.indexOf(severity)));
  return groups.toSorted((one, other) => weightOf(other) - weightOf(one));
}

/** Without missing test ids: those are no faults. */
function totalOf(findings: Findings | undefined): number {
  return groups.reduce((sum, name) => sum + (name === "test-ids" ? 0 : (findings?.[name].length ?? 0)), 0);
}

/** One kind of findings, with how far the list can be relied on; it is open when there are some. */
function Group(props: { readonly state: InspectState; readonly name: FindingGroup; readonly findings: Findings }) {
  const { sidebar } = props.state;
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
        <p class="faint">Found by svc's own rules. axe-core finds more: the settings can send it along.</p>
      </Show>
      <Show when={props.name === "console"}>
        <p class="faint">
          {sidebar.lines.facts.hidesWorld
            ? "This browser does not show extensions a page's errors; its console has them."
            : "Errors are seen only while this sidebar is open."}
        </p>
      </Show>
      <Show when={list().length > 0} fallback={<p class="faint">None.</p>}>
        <FindingList state={props.state} findings={list()} />
      </Show>
    </details>
  );
}

/** Long lists begin with this many. */
const firstMost = 20;

function FindingList(props: { readonly state: InspectState; readonly findings: readonly ListedFinding[] }) {
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
        <button type="button" class="what" aria-pressed={isShown()} title="Show on the page" onClick={() => toggle(props.finding)}>
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

function textOf({ title, detail, severity }: ListedFinding) {
  return (
    <>
      <span class={`dot-of ${severity}`} role="img" aria-label={severityLabels[severity]} />
      <span class="said">
        <span>{title}</span>
        <span class="faint">{detail}</span>
      </span>
    </>
  );
}
