import { createSignal, For, Show } from "solid-js";
import type { SidebarState } from "../state/sidebar.js";
import { followTexts } from "../texts.js";
import { Button } from "./controls.js";

/** Longest name that the contract takes, less what is added to it. */
const nameMax = 60;

/** Reads the page in several states and widths, as one named set, while the person resizes the window or switches the page's state. */
export function FollowView(props: { readonly state: SidebarState }) {
  const { following, sending, tasks } = props.state;
  const [name, setName] = createSignal("");
  const [state, setState] = createSignal("");
  const take = async () => {
    await following.take(state().trim());
    setState("");
  };
  return (
    <details class="follow">
      <summary>{followTexts.title}</summary>
      <Show
        when={following.set()}
        fallback={
          <>
            <p class="faint">{followTexts.help}</p>
            <div class="row">
              <input
                type="text"
                aria-label={followTexts.name}
                placeholder={followTexts.name}
                maxLength={nameMax}
                value={name()}
                onInput={(event) => setName(event.currentTarget.value)}
              />
              <Button
                label={followTexts.begin}
                class="small"
                disabled={name().trim() === "" || sending() !== "enabled"}
                onPress={() => following.begin(name().trim())}
              />
            </div>
          </>
        }
      >
        {(set) => (
          <>
            <p role="status">
              <strong>{followTexts.follows(set())}</strong>
            </p>
            <ul>
              <For each={following.read()}>{(one) => <li>{one}</li>}</For>
            </ul>
            <div class="row">
              <input
                type="text"
                aria-label={followTexts.state}
                placeholder={followTexts.state}
                maxLength={30}
                value={state()}
                onInput={(event) => setState(event.currentTarget.value)}
              />
              <Button
                label={followTexts.take}
                class="small"
                disabled={state().trim() === ""}
                onPress={() => void take().catch(tasks.fail)}
              />
              <Button label={followTexts.end} class="primary small" onPress={following.end} />
            </div>
          </>
        )}
      </Show>
    </details>
  );
}
