import { Show } from "solid-js";
import { Choice } from "./Choice.js";
import type { SidebarState } from "./create-sidebar.js";
import { texts, themeLabels } from "./texts.js";

/** What the user turns on or off for the page's project, and how the sidebar looks everywhere. */
export function Settings(props: { readonly state: SidebarState }) {
  const { config, layout, ports, tasks } = props.state;
  const allow = (allowed: boolean) => void ports.ask("requests:automatic", { allowed }).then(config.look).catch(tasks.fail);
  return (
    <section class="section settings" aria-label={texts.settings}>
      <Show when={config.current()}>
        {(settings) => (
          <label class="switch">
            <input
              type="checkbox"
              checked={settings().autoAnswerRequests}
              onChange={(event) => event.isTrusted && allow(event.currentTarget.checked)}
            />
            <span>{texts.automatic}</span>
          </label>
        )}
      </Show>
      <Choice
        label={texts.theme}
        options={themeLabels}
        value={layout.current()?.theme ?? "system"}
        onChoose={(theme) => {
          layout.change({ theme });
          layout.keep();
        }}
      />
    </section>
  );
}
