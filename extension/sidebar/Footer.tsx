import { Show } from "solid-js";
import { Button } from "./Button.js";
import type { SidebarState } from "./create-sidebar.js";
import { Gate } from "./Gate.js";
import { NoticeLine } from "./NoticeLine.js";
import { texts } from "./texts.js";
import { WhatGoes } from "./WhatGoes.js";

/** What goes, and the buttons that let it go. */
export function Footer(props: { readonly state: SidebarState }) {
  const busy = () => props.state.tasks.running() !== "";
  const send = () => props.state.actions().send;
  return (
    <footer class="footer">
      <NoticeLine tasks={props.state.tasks} />
      <Show when={send() === "blocked"}>
        <Gate state={props.state} />
      </Show>
      <Show when={send() !== "hidden"}>
        <WhatGoes state={props.state} isBlocked={send() === "blocked"} />
        <Button
          label={texts.send}
          class="primary"
          disabled={busy() || send() === "blocked"}
          onPress={() => void props.state.send({ sendAnyway: false })}
        />
      </Show>
      <div class="pair">
        <Button label={texts.copy} disabled={busy()} onPress={() => void props.state.exported.copy()} />
        <Button label={texts.report} disabled={busy()} onPress={() => void props.state.exported.report()} />
      </div>
    </footer>
  );
}
