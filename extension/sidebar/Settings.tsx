import { Show } from "solid-js";
import type { SidebarState } from "./create-sidebar.js";
import { texts } from "./texts.js";

/** What the user turns on or off for the page's project. */
export function Settings(props: { readonly state: SidebarState }) {
  const { config, ports, tasks } = props.state;
  const allow = (allowed: boolean) => void ports.ask("requests:automatic", { allowed }).then(config.look).catch(tasks.fail);
  return (
    <Show when={config.current()}>
      {(settings) => (
        <section class="section" aria-label={texts.settings}>
          <label class="switch">
            <input
              type="checkbox"
              checked={settings().autoAnswerRequests}
              onChange={(event) => event.isTrusted && allow(event.currentTarget.checked)}
            />
            <span>{texts.automatic}</span>
          </label>
        </section>
      )}
    </Show>
  );
}
