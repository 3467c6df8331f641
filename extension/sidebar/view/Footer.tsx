import { For, Show } from "solid-js";
import { goesAlong, shownState, unsentOf } from "../state/annotations.js";
import type { Reading } from "../state/reading.js";
import type { SidebarState } from "../state/sidebar.js";
import { count, grouped, texts, withoutBackticks } from "../texts.js";
import { Button, Icon } from "./controls.js";
import { useSidebar } from "./use-sidebar.js";

/** One line that states what is true now, and one row: Send, and what is taken along without a project. */
export function Footer() {
  const { annotations, project, tasks, sending, exported, send, beginSend } = useSidebar();
  const isBusy = () => tasks.running() !== "";
  const isHidden = () => sending() === "hidden";
  const unsent = () => unsentOf(annotations.list());
  return (
    <footer class="footer">
      <div class="status-row">
        <NoticeLine />
        <Working />
        <WhatGoes />
      </div>
      {sending() === "blocked" && <Gate />}
      <div class="send-row" onPointerEnter={() => void project.refreshConfig().catch(console.debug)}>
        <Show when={!isHidden()}>
          <Button
            label={texts.send}
            class="primary send"
            disabled={isBusy() || sending() === "blocked"}
            {...(unsent() > 0 ? { title: count(unsent(), "new note") } : {})}
            onPointerDown={beginSend}
            onPress={() => void send("button")}
          >
            {texts.send}
            <Show when={unsent() > 0}>
              <span class="drawn" data-text={`· ${unsent()} new`} />
            </Show>
          </Button>
        </Show>
        <Take label="Copy MD" icon="copy" isWord={isHidden()} isOff={isBusy()} onPress={() => void exported.copy()} />
        <Take label="Download Report" icon="download" isWord={isHidden()} isOff={isBusy()} onPress={() => void exported.report()} />
      </div>
    </footer>
  );
}

/** An icon beside Send; where there is no Send, a word. */
function Take(props: {
  readonly label: string;
  readonly icon: "copy" | "download";
  readonly isWord: boolean;
  readonly isOff: boolean;
  readonly onPress: () => void;
}) {
  return (
    <Button label={props.label} title={props.label} class={props.isWord ? "wide" : "square"} disabled={props.isOff} onPress={props.onPress}>
      <Icon name={props.icon} />
      {props.isWord && <span>{props.label}</span>}
    </Button>
  );
}

/** Stands before Send on an untrusted page: trust its host for good, or send this once. A window of the extension asks again. */
function Gate() {
  const { project, tasks, send } = useSidebar();
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

function WhatGoes() {
  const { reading, readAgain, project, annotations, tasks } = useSidebar();
  const notes = () => annotations.list().filter(goesAlong).length;
  const removed = ({ capture }: Reading) => Object.entries(capture.removed).filter(([, amount]) => amount > 0);
  const facts = ({ capture: { holes } }: Reading) => {
    const config = project.config();
    return [
      ...(config?.includeScreenshot === true ? ["A picture of the window"] : []),
      ...(config?.includeSnapshot === true ? ["The page as an HTML file"] : []),
      ...(config?.auditOnCapture === true ? ["axe-core's findings"] : []),
      ...(holes.length > 0 ? [`${count(holes.length, "place")} could not be read, frames of other sites for example`] : []),
    ];
  };
  const isBusy = () => tasks.running() !== "";
  return (
    <details class="what-goes">
      <summary>
        <span>What goes</span>
      </summary>
      <Show
        when={reading()}
        fallback={
          <p class="faint">{isBusy() ? texts.reading : "Not read yet: the page has changed since it was last read. Sending reads it."}</p>
        }
      >
        {(read) => (
          <ul>
            <li>{[count(read().capture.nodes.count, "element"), ...(notes() > 0 ? [count(notes(), "note")] : [])].join(" and ")}</li>
            <For each={facts(read())}>{(what) => <li>{what}</li>}</For>
            <li>{removed(read()).length === 0 ? "Nothing had to be left out" : "Left out for privacy"}</li>
            <For each={removed(read())}>
              {([what, amount]) => (
                <li class="amount">
                  <span>{what.replaceAll("-", " ")}</span>
                  <span class="number">{grouped(amount)}</span>
                </li>
              )}
            </For>
          </ul>
        )}
      </Show>
      <Show when={tasks.notice()?.detail}>{(file) => <p class="faint">{`Sent as ${file()}`}</p>}</Show>
      <Button label="Read again" disabled={isBusy()} onPress={() => void readAgain()} />
    </details>
  );
}

const workingOf = ({ annotations }: SidebarState) => annotations.list().filter((note) => shownState(note) === "working");

/** It is more news than what is offered back, which stays beside it. */
function Working() {
  const state = useSidebar();
  const { tasks } = state;
  const isOffer = () => tasks.notice()?.isOffer === true;
  return (
    <Show when={tasks.running() === "" && (isOffer() || tasks.notice() === undefined) && workingOf(state)[0]}>
      {(first) => (
        <p class="status">
          <span>{`${first().by ?? texts.agent} is working on ${count(workingOf(state).length, "note")}`}</span>
          <Show when={isOffer()}>
            <UndoButton label="Undo discard" />
          </Show>
        </p>
      )}
    </Show>
  );
}

/** What runs now, else the result of the last task. Read out by screen readers. */
function NoticeLine() {
  const state = useSidebar();
  const { exported, tasks } = state;
  const shown = () => (tasks.notice()?.isOffer === true && workingOf(state).length > 0 ? undefined : tasks.notice());
  return (
    <div class="notices" aria-live="polite">
      <Show when={tasks.running() === ""} fallback={<Progress what={tasks.running()} />}>
        <Show when={shown()}>
          {(notice) => (
            <p class={`status ${notice().kind}`}>
              <span title={withoutBackticks(notice().text)}>{withoutBackticks(notice().text)}</span>
              <Show when={notice().copy}>
                {(copy) => (
                  <>
                    <q dir="ltr" title={copy()}>
                      {copy()}
                    </q>
                    <Button label="Copy" class="word" onPress={() => void exported.copyText(copy())} />
                  </>
                )}
              </Show>
              <UndoButton />
            </p>
          )}
        </Show>
      </Show>
    </div>
  );
}

export function UndoButton(props: { readonly label?: string }) {
  const { tasks, draft, stopPointing } = useSidebar();
  return (
    <Show when={tasks.notice()?.undo}>
      {(undo) => (
        <Button
          label={props.label ?? "Undo"}
          class="word"
          onPress={() => {
            undo()();
            tasks.notify(undefined);
            // A form that is back stands in the panel.
            if (draft.current() !== undefined) stopPointing();
          }}
        />
      )}
    </Show>
  );
}

function Progress(props: { readonly what: string }) {
  return (
    <div class="working">
      <p class="status">{props.what}</p>
      <progress aria-label={props.what} />
    </div>
  );
}
