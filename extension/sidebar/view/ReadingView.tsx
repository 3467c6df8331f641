import { createSignal, For, Show, type Signal } from "solid-js";
import type { SidebarState } from "../state/sidebar.js";
import { Button, IconButton } from "./controls.js";

/** Reads the page again, or in several states and widths. */
export function ReadingView(props: { readonly state: SidebarState }) {
  return (
    <section class="section" aria-label="This page">
      <div class="bar">
        <h2>This page</h2>
        <IconButton icon="refresh" label="Read again" onPress={() => void props.state.readAgain()} />
      </div>
      <FollowView state={props.state} />
    </section>
  );
}

/** Reads the page in several states and widths, as one named set, while the person resizes the window or switches the page's state. */
function FollowView(props: { readonly state: SidebarState }) {
  const { following, sending, tasks } = props.state;
  // Stays, to follow the page again under the same name.
  const name = createSignal("");
  const state = createSignal("");
  const take = async (text: string) => {
    await following.take(text);
    state[1]("");
  };
  return (
    <details class="follow">
      <summary>Several states and widths</summary>
      <Show
        when={following.set()}
        fallback={
          <>
            <p class="faint">
              While you follow a page, it is read each time that the window crosses one of its own breakpoints or its colours change. It
              ends when you say so, or when the sidebar closes.
            </p>
            <div class="row">
              <Named
                label="Name of the set"
                max={60}
                name={name}
                action="Follow this page"
                isOff={sending() !== "enabled"}
                onName={following.begin}
              />
            </div>
          </>
        }
      >
        {(set) => (
          <>
            <p role="status">
              <strong>{`Following this page for “${set()}”. Resize the window, or switch the page's state.`}</strong>
            </p>
            <ul>
              <For each={following.read()}>{(one) => <li>{one}</li>}</For>
            </ul>
            <div class="row">
              <Named
                label="State, such as hovered or empty"
                max={30}
                name={state}
                action="Read this state"
                isOff={false}
                onName={(text) => void take(text).catch(tasks.fail)}
              />
              <Button label="Stop following" class="primary small" onPress={following.end} />
            </div>
          </>
        )}
      </Show>
    </details>
  );
}

/** A name, of at most so many characters that what is added to it fits the contract, and what is done under it. */
function Named(props: {
  readonly label: string;
  readonly max: number;
  readonly name: Signal<string>;
  readonly action: string;
  readonly isOff: boolean;
  readonly onName: (name: string) => void;
}) {
  const [name, setName] = props.name;
  return (
    <>
      <input
        type="text"
        aria-label={props.label}
        placeholder={props.label}
        maxLength={props.max}
        value={name()}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button
        label={props.action}
        class="small"
        disabled={name().trim() === "" || props.isOff}
        onPress={() => props.onName(name().trim())}
      />
    </>
  );
}
