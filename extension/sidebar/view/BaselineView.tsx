import { Show } from "solid-js";
import { createBaseline } from "../state/baseline.js";
import type { InspectState } from "../state/inspect.js";
import { count } from "../texts.js";
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
    if (!canStore()) return "Needs a connected project and a page that may be sent.";
    return row === undefined
      ? "This page has none yet."
      : `Set ${new Date(row.capturedAt).toLocaleString()}, ${count(row.elements, "element")}.`;
  };
  return (
    <section class="section" aria-label="Baseline">
      <h2>Baseline</h2>
      <p class="faint">Keeps how the page is now, to see later what has changed. Both store a capture in the project.</p>
      <p>{standing()}</p>
      <div class="row">
        <Button label="Set baseline" disabled={isOff()} onPress={() => void set()} />
        <Button label="Compare with baseline" disabled={isOff() || current() === undefined} onPress={() => void compare()} />
      </div>
      <Show when={changes()}>
        {(found) => (
          <>
            <div class="bar" role="status">
              <p class="total">
                {found().length === 0 ? "Nothing has changed since the baseline." : `${count(found().length, "change")} since the baseline`}
              </p>
              <Show when={found().some(({ change }) => change !== "removed")}>
                <Button label="Show on the page" pressed={shown() === found()} onPress={() => toggle(found(), found())} />
              </Show>
            </div>
            <FindingList state={props.state} findings={found()} />
          </>
        )}
      </Show>
    </section>
  );
}
