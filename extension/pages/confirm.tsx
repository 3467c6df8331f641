import { createResource, createSignal, For, Match, onMount, Show, Switch } from "solid-js";
import { render } from "solid-js/web";
import type { ConsentDetails, ConsentKind } from "../messages.js";
import { ask } from "../platform.js";

/** Time in milliseconds for which the window must have been in front, so that a click meant for the page does not count. */
const settleMs = 700;

/** What the person is asked, and the button that agrees; it has the name of the one that led here. */
const questions: Readonly<Record<ConsentKind, { readonly agree: string; text(details: ConsentDetails): string }>> = {
  "send-anyway": {
    agree: "Send anyway",
    text: ({ host, project, elements }) =>
      `Send this page of ${host} (${elements} elements) to the project “${project}”, this once? Its content may not be yours to share.`,
  },
  "add-trust": {
    agree: "Add to trusted",
    text: ({ host, project }) => `Trust ${host} in the project “${project}”? Its pages can then be sent with one click.`,
  },
  automatic: {
    agree: "Answer automatically",
    text: ({ project }) =>
      `Let the agents of “${project}” read pages of this machine without asking you each time? It works while the sidebar is open on the page.`,
  },
  "page-world": {
    agree: "Allow",
    text: ({ project }) =>
      `Show file and line of elements on pages of “${project}”? For that the page's own frameworks are asked, in the page's world. It only reads, and never on a page that is not trusted.`,
  },
};

/** Asks for consent in a window of its own, which no page can cover. */
function Confirm() {
  const id = location.hash.slice(1);
  const [details] = createResource(() => ask("consent:details", { id }));
  const [isSettled, setSettled] = createSignal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle(): void {
    clearTimeout(timer);
    setSettled(false);
    if (document.visibilityState === "visible") timer = setTimeout(() => setSettled(true), settleMs);
  }

  async function answer(agreed: boolean): Promise<void> {
    if (agreed && !isSettled()) return;
    await ask("consent:answer", { id, agreed });
    window.close();
  }

  onMount(() => {
    settle();
    addEventListener("focus", settle);
    document.addEventListener("visibilitychange", settle);
  });
  return (
    <main class="confirm">
      <header>
        <img src="icons/icon-48.png" alt="" width="32" height="32" />
        <h1>svc</h1>
      </header>
      <Switch>
        <Match when={details.error !== undefined}>
          <p role="alert">{String(details.error?.message ?? details.error)}</p>
        </Match>
        <Match when={details()}>
          {(known) => (
            <section>
              <p>{questions[known().kind].text(known())}</p>
              <Show when={known().notes.length > 0}>
                <h2>Your notes go along:</h2>
                <ul class="quotes">
                  <For each={known().notes}>{(note) => <li dir="auto">{note}</li>}</For>
                </ul>
              </Show>
              <div class="answers">
                <button type="button" onClick={() => void answer(false)}>
                  Cancel
                </button>
                <button type="button" class="primary" disabled={!isSettled()} onClick={(event) => event.isTrusted && void answer(true)}>
                  {questions[known().kind].agree}
                </button>
              </div>
            </section>
          )}
        </Match>
      </Switch>
    </main>
  );
}

render(() => <Confirm />, document.body);
