import { For, Show } from "solid-js";
import { Button } from "./Button.js";
import { isThisPage } from "./create-automatic.js";
import type { SidebarState } from "./create-sidebar.js";
import { texts } from "./texts.js";

/** What the agent asks for: why, and what to look at; the user captures or declines. */
export function RequestCards(props: { readonly state: SidebarState }) {
  const { requests, tasks } = props.state;
  const decline = (id: string) =>
    tasks.run(texts.decline, async () => {
      await requests.decline(id);
      return { kind: "done", text: texts.declined };
    });
  const isBlocked = () => props.state.actions().send !== "enabled";
  return (
    <For each={requests.list()}>
      {({ id, url, purpose, guidance }) => (
        <section class="request" aria-label={texts.request}>
          <strong>{isThisPage(url) ? texts.request : texts.requestElsewhere}</strong>
          <Show when={!isThisPage(url)}>
            <p class="place">{url}</p>
          </Show>
          <Show when={purpose !== ""}>
            <p>{purpose}</p>
          </Show>
          <Show when={guidance !== ""}>
            <p class="faint">{guidance}</p>
          </Show>
          <div class="row">
            <Button
              label={texts.capture}
              class="primary small"
              disabled={isBlocked()}
              onPress={() => void props.state.send({ sendAnyway: false, requestId: id })}
            />
            <Button label={texts.decline} onPress={() => void decline(id)} />
          </div>
        </section>
      )}
    </For>
  );
}
