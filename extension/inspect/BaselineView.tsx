import { Show } from "solid-js";
import { inspectTexts } from "../sidebar/texts.js";
import { Button } from "../sidebar/view/controls.js";
import { createBaseline, marksOf } from "./create-baseline.js";
import type { InspectState } from "./create-inspect.js";
import { FindingList } from "./FindingList.js";

/** Sets the page's baseline, and shows what has changed since: in a list and on the page. */
export function BaselineView(props: { readonly state: InspectState }) {
  const baseline = createBaseline(props.state);
  const isOff = () => props.state.facts().busy || !props.state.facts().canStore;
  const standing = () => {
    const row = baseline.current();
    if (!props.state.facts().canStore) return inspectTexts.baselineBlocked;
    return row === undefined ? inspectTexts.noBaseline : inspectTexts.baselineOf(new Date(row.capturedAt).toLocaleString(), row.elements);
  };
  return (
    <section class="section" aria-label={inspectTexts.baseline}>
      <h2>{inspectTexts.baseline}</h2>
      <p class="faint">{inspectTexts.baselineHelp}</p>
      <p>{standing()}</p>
      <div class="row">
        <Button label={inspectTexts.setBaseline} disabled={isOff()} onPress={() => void baseline.set()} />
        <Button
          label={inspectTexts.compare}
          disabled={isOff() || baseline.current() === undefined}
          onPress={() => void baseline.compare()}
        />
      </div>
      <Show when={baseline.changes()}>
        {(changes) => (
          <>
            <div class="bar" role="status">
              <p class="total">{inspectTexts.changes(changes().length)}</p>
              <Show when={marksOf(changes()).length > 0}>
                <Button
                  label={inspectTexts.showAll}
                  pressed={props.state.shown() === changes()}
                  onPress={() => props.state.show(changes(), marksOf(changes()))}
                />
              </Show>
            </div>
            <FindingList state={props.state} findings={changes()} />
          </>
        )}
      </Show>
    </section>
  );
}
