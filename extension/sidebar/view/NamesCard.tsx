import { Show } from "solid-js";
import { isLoopback } from "../../../host/contract/hosts.js";
import type { SidebarState } from "../state/sidebar.js";
import { inspectTexts } from "../texts.js";
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
    tasks.notify({ kind: "done", text: inspectTexts.namesDeclined });
  }

  return (
    <Show when={isAsked()}>
      <section class="request" aria-label={inspectTexts.askNames}>
        <strong>{inspectTexts.askNames}</strong>
        <p>{inspectTexts.askNamesHelp}</p>
        <div class="row">
          <Button
            label={inspectTexts.allowNames}
            class="primary small"
            disabled={tasks.running() !== ""}
            onPress={() => void allowNames(true)}
          />
          <Button label={inspectTexts.declineNames} onPress={decline} />
        </div>
      </section>
    </Show>
  );
}
