import { For, Show } from "solid-js";
import type { Reading } from "../state/reading.js";
import type { SidebarState } from "../state/sidebar.js";
import { texts, withoutBackticks } from "../texts.js";
import { Button } from "./controls.js";
import { RemovedRows, removedTotal } from "./ReadingView.js";

/** What goes, and the buttons that let it go. */
export function Footer(props: { readonly state: SidebarState }) {
  const { tasks, sending, exported, send } = props.state;
  const isBusy = () => tasks.running() !== "";
  return (
    <footer class="footer">
      <NoticeLine state={props.state} />
      {sending() === "blocked" && <Gate state={props.state} />}
      <Show when={sending() !== "hidden"}>
        <WhatGoes state={props.state} isBlocked={sending() === "blocked"} />
        <Button
          label="Send to Agent"
          class="primary"
          disabled={isBusy() || sending() === "blocked"}
          onPress={() => void send({ sendAnyway: false })}
        />
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
          onPress={() => void tasks.run(texts.confirming, project.addToTrusted)}
        />
        <Button label="Send anyway" onPress={() => void send({ sendAnyway: true })} />
      </div>
    </section>
  );
}

/** One line before Send: what goes and how much was left out. It opens to the whole list. */
function WhatGoes(props: { readonly state: SidebarState; readonly isBlocked: boolean }) {
  const { reading, project, annotations, tasks } = props.state;
  const summary = (read: Reading) =>
    texts.summary(read.capture.nodes.count, annotations.list().length, props.isBlocked) + texts.without(removedTotal(read));
  const attached = () => {
    const config = project.config();
    return [
      ...(config?.includeScreenshot === true ? ["A picture of the window goes along"] : []),
      ...(config?.includeSnapshot === true ? ["The page as an HTML file goes along"] : []),
      ...(config?.auditOnCapture === true ? ["axe-core's findings go along"] : []),
    ];
  };
  return (
    <Show when={reading()} fallback={<p class="faint">{tasks.running() === "" ? texts.notReadYet : texts.reading}</p>}>
      {(read) => (
        <details class="removed">
          <summary>{summary(read())}</summary>
          <ul>
            <For each={attached()}>{(what) => <li>{what}</li>}</For>
            <li>{texts.whatWasRemoved}</li>
            <RemovedRows reading={read()} />
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
