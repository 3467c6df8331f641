import { For, Show } from "solid-js";
import { goesAlong } from "../state/annotations.js";
import type { Reading } from "../state/reading.js";
import type { SidebarState } from "../state/sidebar.js";
import { count, grouped, texts, withoutBackticks } from "../texts.js";
import { Button } from "./controls.js";

/** What goes, and the buttons that let it go. */
export function Footer(props: { readonly state: SidebarState }) {
  const { tasks, sending, exported, send } = props.state;
  const isBusy = () => tasks.running() !== "";
  return (
    <footer class="footer">
      <NoticeLine state={props.state} />
      {sending() === "blocked" && <Gate state={props.state} />}
      <WhatGoes state={props.state} />
      <Show when={sending() !== "hidden"}>
        <Button label="Send to Agent" class="primary" disabled={isBusy() || sending() === "blocked"} onPress={() => void send("button")} />
      </Show>
      <div class="pair">
        <Button label="Copy MD" disabled={isBusy()} onPress={() => void exported.copy()} />
        <Button label="Download Report" disabled={isBusy()} onPress={() => void exported.report()} />
      </div>
    </footer>
  );
}

/** Stands before Send on an untrusted page: trust its host for good, or send this once. A window of the extension asks again. */
function Gate(props: { readonly state: SidebarState }) {
  const { project, tasks, send } = props.state;
  return (
    <section class="gate" role="status">
      <p>This page is not trusted. Its content may not be yours to share.</p>
      <div class="row">
        <Button
          label="Add to trusted"
          title={`Add to trusted writes “${project.trustPattern()}” into the project's configuration.`}
          disabled={project.trustPattern() === ""}
          onPress={() => void tasks.confirm(texts.confirming, project.addToTrusted)}
        />
        <Button label="Send anyway" onPress={() => void send("button", { sendAnyway: true })} />
      </div>
    </section>
  );
}

/** One line before Send: what goes and how much was left out. It opens to the whole list. */
function WhatGoes(props: { readonly state: SidebarState }) {
  const { reading, project, annotations, sending, tasks } = props.state;
  const removed = ({ capture }: Reading) => Object.entries(capture.removed).filter(([, amount]) => amount > 0);
  const summary = (read: Reading) =>
    texts.summary(read.capture.nodes.count, annotations.list().filter(goesAlong).length, sending()) +
    texts.without(removed(read).reduce((sum, [, amount]) => sum + amount, 0));
  const facts = ({ capture: { holes } }: Reading) => {
    const config = project.config();
    return [
      ...(config?.includeScreenshot === true ? ["A picture of the window goes along"] : []),
      ...(config?.includeSnapshot === true ? ["The page as an HTML file goes along"] : []),
      ...(config?.auditOnCapture === true ? ["axe-core's findings go along"] : []),
      ...(holes.length > 0 ? [`${count(holes.length, "place")} could not be read, frames of other sites for example`] : []),
      "Left out for privacy",
    ];
  };
  return (
    <Show
      when={reading()}
      fallback={
        <p class="faint">
          {tasks.running() === "" ? "Not read yet: the page has changed since it was last read. Sending reads it." : texts.reading}
        </p>
      }
    >
      {(read) => (
        <details class="removed">
          <summary>{summary(read())}</summary>
          <ul>
            <For each={facts(read())}>{(what) => <li>{what}</li>}</For>
            <For each={removed(read())} fallback={<li>nothing had to be left out</li>}>
              {([what, amount]) => (
                <li>
                  <span>{what.replaceAll("-", " ")}</span>
                  <span class="number">{grouped(amount)}</span>
                </li>
              )}
            </For>
          </ul>
        </details>
      )}
    </Show>
  );
}

/** What runs now, else the result of the last task. Read out by screen readers. */
function NoticeLine(props: { readonly state: SidebarState }) {
  const { exported, tasks } = props.state;
  return (
    <div class="notices" aria-live="polite">
      <Show when={tasks.running() === ""} fallback={<Progress what={tasks.running()} />}>
        <Show when={tasks.notice()}>
          {(notice) => (
            <p class={`notice ${notice().kind}`}>
              <span>{withoutBackticks(notice().text)}</span>
              <Show when={notice().copy}>
                {(copy) => (
                  <>
                    <q>{copy()}</q>
                    <Button label="Copy" class="small" onPress={() => void exported.copyText(copy())} />
                  </>
                )}
              </Show>
              <Show when={notice().detail}>{(detail) => <span class="faint detail">{detail()}</span>}</Show>
              <Show when={notice().undo}>
                {(undo) => (
                  <Button
                    label="Undo"
                    class="quiet"
                    onPress={() => {
                      undo()();
                      tasks.notify(undefined);
                    }}
                  />
                )}
              </Show>
            </p>
          )}
        </Show>
      </Show>
    </div>
  );
}

function Progress(props: { readonly what: string }) {
  return (
    <div class="working">
      <p class="faint">{props.what}</p>
      <progress aria-label={props.what} />
    </div>
  );
}
