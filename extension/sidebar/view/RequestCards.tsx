import { For, Show } from "solid-js";
import { isAskedFor } from "../state/project.js";
import type { SidebarState } from "../state/sidebar.js";
import { texts } from "../texts.js";
import { Button } from "./controls.js";

/** What the agent asks for: why, and what to look at; the user captures or declines. */
export function RequestCards(props: { readonly state: SidebarState }) {
  const { project, tasks, lines, actions, send } = props.state;
  const decline = (id: string) =>
    tasks.run(texts.decline, async () => {
      await project.decline(id);
      return { kind: "done", text: texts.declined };
    });
  return (
    <For each={project.requests()}>
      {({ id, url, purpose, guidance }) => (
        <section class="request" aria-label={texts.request}>
          <strong>{isAskedFor(url, lines.url()) ? texts.request : texts.requestElsewhere}</strong>
          <Show when={!isAskedFor(url, lines.url())}>
            <p class="place">{url}</p>
          </Show>
          <Show when={purpose !== ""}>
            <p>{purpose}</p>
          </Show>
          <Show when={guidance !== ""}>
            <p class="faint">{guidance}</p>
          </Show>
          <p class="faint">{texts.captureHelp}</p>
          <div class="row">
            <Button
              label={texts.capture}
              class="primary small"
              disabled={actions().send !== "enabled"}
              onPress={() => void send({ sendAnyway: false, requestId: id })}
            />
            <Button label={texts.decline} onPress={() => void decline(id)} />
          </div>
        </section>
      )}
    </For>
  );
}
