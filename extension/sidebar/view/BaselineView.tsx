import { Show } from "solid-js";
import { createBaseline } from "../state/baseline.js";
import type { InspectState } from "../state/inspect.js";
import { inspectTexts } from "../texts.js";
import { Button } from "./controls.js";
import { FindingList } from "./FindingList.js";

/** Sets the page's baseline, and shows what has changed since: in a list and on the page. */
export function BaselineView(props: { readonly state: InspectState }) {
  const { isBusy, shown, sidebar, toggle } = props.state;
  const { changes, compare, current, set } = createBaseline(props.state);
  const canStore = () => sidebar.sending() === "enabled";
  const isOff = () => isBusy() || !canStore();
  const standing = () => {
    const row = current();
    if (!canStore()) return inspectTexts.baselineBlocked;
    return row === undefined ? inspectTexts.noBaseline : inspectTexts.baselineOf(new Date(row.capturedAt).toLocaleString(), row.elements);
  };
  return (
    <section class="section" aria-label={inspectTexts.baseline}>
      <h2>{inspectTexts.baseline}</h2>
      <p class="faint">{inspectTexts.baselineHelp}</p>
      <p>{standing()}</p>
      <div class="row">
        <Button label={inspectTexts.setBaseline} disabled={isOff()} onPress={() => void set()} />
        <Button label={inspectTexts.compare} disabled={isOff() || current() === undefined} onPress={() => void compare()} />
      </div>
      <Show when={changes()}>
        {(found) => (
          <>
            <div class="bar" role="status">
              <p class="total">{inspectTexts.changes(found().length)}</p>
              <Show when={found().some(({ change }) => change !== "removed")}>
                <Button label={inspectTexts.showAll} pressed={shown() === found()} onPress={() => toggle(found(), found())} />
              </Show>
            </div>
            <FindingList state={props.state} findings={found()} />
          </>
        )}
      </Show>
    </section>
  );
}
