import { createSignal, For, type JSX, Show } from "solid-js";
import type { ElementTarget } from "../../../host/contract/annotation.js";
import { isAskedFor, type PendingRequest } from "../state/project.js";
import type { SidebarState } from "../state/sidebar.js";
import { texts } from "../texts.js";
import { Button } from "./controls.js";

/** What the agent asks for: a capture, an answer about a note, or a capture that shows whether a note is done. */
export function RequestCards(props: { readonly state: SidebarState }) {
  return (
    <For each={props.state.project.requests()}>
      {(request) =>
        request.element !== undefined ? (
          <ElementQuestion state={props.state} request={request} element={request.element} />
        ) : request.kind === "question" ? (
          <Question state={props.state} request={request} />
        ) : (
          <Wanted state={props.state} request={request} />
        )
      }
    </For>
  );
}

interface CardProps {
  readonly state: SidebarState;
  readonly request: PendingRequest;
}

/** A question about a note, which is answered in the note's own form; of a note on another page the address is shown. */
function Question(props: CardProps) {
  const { annotations, draft, stopPointing, setTab, lines } = props.state;
  const { annotation: id, question = "", purpose, url } = props.request;
  const place = () => annotations.list().findIndex((one) => one.id === id);
  const note = () => annotations.list()[place()];

  function answer(): void {
    stopPointing();
    setTab("notes");
    if (id !== undefined) draft.begin({ target: note()?.target ?? { type: "page" }, id, entry: "answer" });
  }

  return (
    <Card
      {...props}
      title={`The agent asks about ${place() === -1 ? "a note on another page" : `note ${place() + 1}`}`}
      action={<Button label={texts.answer} class="primary small" disabled={id === undefined} onPress={answer} />}
    >
      <Show when={note()}>{(known) => <p class="faint">{known().comment}</p>}</Show>
      <p dir="auto">{question === "" ? purpose : question}</p>
      {note() === undefined && !isAskedFor(url, lines.url()) && <p class="place">{url}</p>}
    </Card>
  );
}

/** A question about an element, which has a pin on the page; it is answered here. */
function ElementQuestion(props: CardProps & { readonly element: ElementTarget }) {
  const { project, tasks, lines } = props.state;
  const [text, setText] = createSignal("");
  const { id, question = "", url } = props.request;
  const answer = () =>
    tasks.run(texts.answer, async () => {
      await project.reply(id, text().trim());
      return { kind: "done", text: "The agent has your answer." };
    });
  const show = () => lines.page.reveal({ type: "element", elements: [props.element] });
  return (
    <Card
      {...props}
      title={`The agent asks about ${props.element.label ?? "an element"}`}
      action={<Button label={texts.answer} class="primary small" disabled={text().trim() === ""} onPress={() => void answer()} />}
    >
      <button type="button" class="reveal" onClick={() => void show().catch(tasks.fail)}>
        <span dir="auto">{question}</span>
      </button>
      {!isAskedFor(url, lines.url()) && <p class="place">{url}</p>}
      <textarea aria-label="Your answer" rows={2} dir="auto" value={text()} onInput={(event) => setText(event.currentTarget.value)} />
    </Card>
  );
}

function Wanted(props: CardProps) {
  const { lines, sending, send, annotations } = props.state;
  const { id, kind, url, purpose, guidance, annotation } = props.request;
  const isHere = () => isAskedFor(url, lines.url());
  const note = () => annotations.list().find((one) => one.id === annotation);
  const capture = () => void send("check", { requestId: id });
  return (
    <Card
      {...props}
      title={kind === "verify" ? texts.verify : isHere() ? texts.request : "The agent asks for another page of this site"}
      action={
        <Button
          label={kind === "verify" ? "Check now" : "Send page"}
          class="primary small"
          disabled={sending() !== "enabled"}
          onPress={capture}
        />
      }
    >
      <Show when={note()}>{(known) => <p>{known().comment}</p>}</Show>
      {!isHere() && <p class="place">{url}</p>}
      {purpose !== "" && <p>{purpose}</p>}
      {guidance !== "" && <p class="faint">{guidance}</p>}
      <p class="faint">This sends the page to the agent.</p>
    </Card>
  );
}

function Card(props: CardProps & { readonly title: string; readonly action: JSX.Element; readonly children: JSX.Element }) {
  const { project, tasks } = props.state;
  const decline = () =>
    tasks.run(texts.decline, async () => {
      await project.decline(props.request.id);
      return { kind: "done", text: "The agent was told no." };
    });
  return (
    <section class="request" aria-label={props.title} id={`note-${props.request.id}`} tabIndex={-1}>
      <strong>{props.title}</strong>
      {props.children}
      <div class="row">
        {props.action}
        <Button label={texts.decline} onPress={() => void decline()} />
      </div>
    </section>
  );
}
