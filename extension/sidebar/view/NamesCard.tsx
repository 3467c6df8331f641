import { Show } from "solid-js";
import { isLoopback } from "../../../host/contract/hosts.js";
import type { SidebarState } from "../state/sidebar.js";
import { Button } from "./controls.js";

/**
 * Asks once whether component names may be read, on a page that a server for development on this machine has made: there the frameworks know file
 * and line of an element. What the person answers with yes is asked again in a window that no page can cover.
 */
export function NamesCard(props: { readonly state: SidebarState }) {
  const { allowNames, lines, project, layout, tasks } = props.state;
  const isAsked = () =>
    lines.facts.hidesWorld &&
    lines.facts.isDevelopment &&
    isLoopback(new URL(lines.url()).hostname) &&
    project.trust() !== "untrusted" &&
    project.config()?.componentNames === false &&
    !layout.current().areNamesDeclined;

  function decline(): void {
    layout.store({ areNamesDeclined: true });
    tasks.notify({ kind: "done", text: "Not asked again. The Inspect tab can turn it on." });
  }

  return (
    <Show when={isAsked()}>
      <section class="request" aria-label="Show your agent the exact lines?">
        <strong>Show your agent the exact lines?</strong>
        <p>
          This page comes from a development server: its framework knows which file and line made each element. Reading that changes nothing
          on the page.
        </p>
        <div class="row">
          <Button
            label="Read component names"
            class="primary small"
            disabled={tasks.running() !== ""}
            onPress={() => void allowNames(true)}
          />
          <Button label="No, thanks" onPress={decline} />
        </div>
      </section>
    </Show>
  );
}
