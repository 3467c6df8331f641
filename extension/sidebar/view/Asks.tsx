import { createMemo, createSignal, For, Show } from "solid-js";
import type { ElementTarget } from "../../../host/contract/annotation.js";
import { isLoopback } from "../../../host/contract/hosts.js";
import { isAskedFor, type PendingRequest } from "../state/project.js";
import { texts } from "../texts.js";
import { Button, IconButton } from "./controls.js";
import { useSidebar } from "./use-sidebar.js";

/** One slim bar above the notes: what the agent asks to see, one of several; where nothing is asked, whether file and line may be shown. */
export function Asks() {
  const { annotations, project } = useSidebar();
  // What is about a note of this page stands in its card.
  const waiting = () => project.requests().filter(({ annotation }) => !annotations.list().some(({ id }) => id === annotation));
  // The list is asked for anew whenever one comes or goes: what stands there stays.
  const first = createMemo(() => waiting()[0], undefined, { equals: (one, other) => one?.id === other?.id });
  return (
    <Show when={first()} keyed fallback={<NamesAsk />}>
      {(request) => (
        <Show when={request.element} fallback={<Wanted request={request} amount={waiting().length} />}>
          {(element) => <ElementQuestion request={request} element={element()} />}
        </Show>
      )}
    </Show>
  );
}

/** A question about an element, which has a pin on the page; it is answered here. */
function ElementQuestion(props: { readonly request: PendingRequest; readonly element: ElementTarget }) {
  const { project, tasks, lines } = useSidebar();
  const [text, setText] = createSignal("");
  const { id, question = "", url } = props.request;
  const title = `The agent asks about ${props.element.label ?? "an element"}`;
  const answer = () =>
    void tasks.run(texts.answer, async () => {
      await project.reply(id, text().trim());
      return { kind: "done", text: "The agent has your answer." };
    });
  const show = () => lines.page.reveal({ type: "element", elements: [props.element] });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.key !== "Enter" || event.shiftKey || text().trim() === "") return;
    event.preventDefault();
    answer();
  }

  return (
    <section class="ask" aria-label={title} id={`note-${id}`} tabIndex={-1}>
      <div class="asked">
        <span>{title}</span>
        <button type="button" class="reveal" onClick={() => void show().catch(tasks.fail)}>
          <span dir="auto">{question}</span>
        </button>
        {!isAskedFor(props.request, lines.url()) && <span class="faint">{url}</span>}
        <textarea
          aria-label="Your answer"
          rows={2}
          dir="auto"
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Button label={texts.answer} class="primary" disabled={text().trim() === ""} onPress={answer} />
      <NotNow request={props.request} />
    </section>
  );
}

function Wanted(props: { readonly request: PendingRequest; readonly amount: number }) {
  const { draft, lines, sending, send, stopPointing } = useSidebar();
  const { id, kind, annotation, url, purpose, guidance, question = "" } = props.request;
  const isHere = isAskedFor(props.request, lines.url());
  const title =
    kind === "question"
      ? "The agent asks about a note on another page"
      : isHere
        ? texts.request
        : "The agent wants to see another page of this site";
  const rest = [question || purpose, guidance].filter((part) => part !== "");

  function answer(): void {
    stopPointing();
    if (annotation !== undefined) draft.begin({ target: { type: "page" }, id: annotation, entry: "answer" });
  }

  return (
    <section class="ask" aria-label={title}>
      <p class="asked">
        <span>{title}</span>
        <For each={rest}>{(part) => <span dir="auto">{part}</span>}</For>
        {!isHere && <span class="faint">{url}</span>}
      </p>
      {props.amount > 1 && <span class="faint">{`${props.amount} wait`}</span>}
      <Show when={kind !== "question"} fallback={<Button label={texts.answer} class="primary" onPress={answer} />}>
        <Button
          label="Send page"
          class="primary"
          title="Sends this page to the agent"
          disabled={sending() !== "enabled"}
          onPress={() => void send("check", { requestId: id })}
        />
      </Show>
      <NotNow request={props.request} />
    </section>
  );
}

/** `about`: id of what names its note; then it is a word. */
export function NotNow(props: { readonly request: PendingRequest; readonly about?: string }) {
  const { project, tasks } = useSidebar();
  const decline = () =>
    void tasks.run(texts.decline, async () => {
      await project.decline(props.request.id);
      return { kind: "done", text: "Declined." };
    });
  return (
    <Show when={props.about} fallback={<IconButton icon="close" label={texts.decline} onPress={decline} />}>
      {(about) => <Button label={texts.decline} describedBy={about()} onPress={decline} />}
    </Show>
  );
}

/** Asks once whether the frameworks of a development server's page may be asked for file and line. A yes is asked again in a window that no page can cover. */
function NamesAsk() {
  const { allow, lines, project, layout, tasks } = useSidebar();
  const isAsked = () =>
    lines.facts.hidesWorld &&
    lines.facts.isDevelopment &&
    isLoopback(new URL(lines.url()).hostname) &&
    project.trust() !== "untrusted" &&
    project.config()?.componentNames === false &&
    !layout.current().areNamesDeclined;

  function decline(): void {
    layout.store({ areNamesDeclined: true });
    tasks.notify({ kind: "done", text: "Not asked again. Settings can turn it on." });
  }

  return (
    <Show when={isAsked()}>
      <section class="ask" aria-label={texts.names}>
        <p
          class="asked"
          title="The page's framework knows which file and line made each element. Reading that changes nothing on the page."
        >
          {texts.names}
        </p>
        <Button label="Allow" class="primary" disabled={tasks.running() !== ""} onPress={() => void allow("page-world", true)} />
        <IconButton icon="close" label={texts.decline} onPress={decline} />
      </section>
    </Show>
  );
}
