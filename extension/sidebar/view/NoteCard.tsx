import { createSignal, For, Show } from "solid-js";
import type { AnnotationState, ThreadEntry } from "../../../host/contract/annotation.js";
import { threadOf, wantsTest } from "../../../host/contract/annotation-state.js";
import { sourceOf } from "../../../host/contract/targets.js";
import { resolutionWords } from "../../export/facts.js";
import { stateLooks } from "../../page-api.js";
import { isApart, type Note, shownState } from "../state/annotations.js";
import type { Draft } from "../state/draft.js";
import type { SidebarState } from "../state/sidebar.js";
import { kindLabels, placeText, severityLabels, stateTexts, texts } from "../texts.js";
import { Button, IconButton, OpenSource } from "./controls.js";
import { PickedPicture } from "./PickedPicture.js";
import { VerdictView } from "./VerdictView.js";

/** Longest comment and conversation that are shown whole: characters and entries. Comments are whole while their note has the focus. */
const commentMax = 240;
const entriesMax = 3;

const answered: readonly AnnotationState[] = ["fixed", "wontfix", "duplicate", "invalid"];

/** One note of the list: where it stands, the conversation about it, and what can be done. A click on it shows its place on the page. */
export function NoteCard(props: {
  readonly state: SidebarState;
  readonly note: Note;
  readonly number: number;
  readonly isGone: boolean;
  readonly onRemove: () => void;
}) {
  const { annotations, lines, draft, exported, accept, keep, stopPointing, beginMove, openSource, tasks } = props.state;
  const commentId = () => `comment-${props.note.id}`;
  const state = () => shownState(props.note);
  const isAsked = () => state() === "question" || props.state.project.isAsked(props.note.id);
  const isApartHere = () => isApart(props.note, lines.url());
  const isAnswered = () => answered.includes(state());
  const begin = (entry?: Draft["entry"]) => {
    stopPointing();
    const { id, target } = props.note;
    draft.begin(entry === undefined ? { target, id } : { target, id, entry });
  };
  return (
    <li class={`note ${state()}`} id={`note-${props.note.id}`} tabIndex={-1}>
      <button type="button" class="reveal" onClick={() => void lines.page.reveal(props.note.target).catch(tasks.fail)}>
        <span class="pin" style={{ background: stateLooks[state()][0] }}>
          {props.number}
        </span>
        <span class="what">
          <span class="comment" classList={{ long: props.note.comment.length > commentMax }} dir="auto" id={commentId()}>
            {props.note.comment}
          </span>
          <span class="faint">
            {kindLabels[props.note.kind]} · {severityLabels[props.note.severity]} · {placeText(props.note.target)}
            {props.isGone || isApartHere() ? ` · ${texts.gone}` : ""}
          </span>
        </span>
      </button>
      <Show when={props.note.origin}>
        <p class="foreign">
          <span>{originText(props.note)}</span>
          <Button
            label={texts.takeOver}
            class="small"
            title={texts.takeOverHint}
            describedBy={commentId()}
            onPress={() => annotations.takeOver(props.note.id)}
          />
        </p>
      </Show>
      <p class="standing">
        <span class="sign" data-sign={stateLooks[state()][1]} /> <span>{stateTexts[state()](props.note.by ?? texts.agent)}</span>
        {props.note.isChanged === true && <span class="faint">(not sent yet)</span>}
      </p>
      <Show when={props.note.verdict}>{(verdict) => <VerdictView state={props.state} note={props.note} verdict={verdict()} />}</Show>
      <Show when={(props.isGone || isApartHere()) && props.note.taken}>{(id) => <PickedPicture state={props.state} id={id()} />}</Show>
      <Thread note={props.note} />
      <div class="tools">
        <Show when={isApartHere() && props.note.url}>
          {(url) => (
            <Button
              label={texts.goThere}
              class="small"
              describedBy={commentId()}
              onPress={() => void lines.page.goTo(url()).catch(tasks.fail)}
            />
          )}
        </Show>
        {isAnswered() && <Button label="Accept" class="small" describedBy={commentId()} onPress={() => accept(props.note.id)} />}
        {state() === "accepted" && !wantsTest(props.note) && (
          <Button label="Keep as test" class="small" describedBy={commentId()} onPress={() => keep(props.note.id)} />
        )}
        <Show when={isAnswered() || state() === "accepted"}>
          <Button label={texts.reopen} class="small" describedBy={commentId()} onPress={() => begin("reopen")} />
        </Show>
        <Show when={state() !== "draft" && state() !== "accepted"}>
          <Button
            label={texts.reply}
            class={isAsked() ? "primary small" : "small"}
            describedBy={commentId()}
            onPress={() => begin(isAsked() ? "answer" : "reply")}
          />
        </Show>
        <span class="icons">
          <Show when={sourceOf(props.note.target)}>
            {(source) => <OpenSource source={source()} onOpen={openSource} describedBy={commentId()} />}
          </Show>
          <Show when={props.note.target.type !== "page"}>
            <IconButton icon="move" label="Move to another element" describedBy={commentId()} onPress={() => beginMove(props.note.id)} />
          </Show>
          <IconButton
            icon="copy"
            label="Copy as prompt"
            describedBy={commentId()}
            onPress={() => void exported.copyPrompt(props.note.id)}
          />
          <IconButton icon="edit" label="Edit" describedBy={commentId()} onPress={() => begin()} />
          <IconButton icon="trash" label="Delete" describedBy={commentId()} onPress={props.onRemove} />
        </span>
      </div>
    </li>
  );
}

/** Whose words a note that is not the user's holds. */
function originText({ origin, from = "", isRewritten }: Note): string {
  if (isRewritten === true) return texts.rewritten;
  return origin === "imported" ? texts.fromReport(from) : texts.fromRepository;
}

/** The messages of agent and user, by time. */
function Thread(props: { readonly note: Note }) {
  const [isWhole, setWhole] = createSignal(false);
  const entries = () => threadOf(props.note).filter(({ text, kind }) => text !== "" || kind === "resolution");
  const shown = () => (isWhole() ? entries() : entries().slice(-entriesMax));
  return (
    <Show when={entries().length > 0}>
      <ul class="thread">
        <Show when={shown().length < entries().length}>
          <li>
            <Button label={`Show all ${entries().length} messages`} class="quiet small" onPress={() => setWhole(true)} />
          </li>
        </Show>
        <For each={shown()}>{(entry) => <Entry entry={entry} />}</For>
      </ul>
    </Show>
  );
}

function Entry(props: { readonly entry: ThreadEntry }) {
  const { by, kind, text, agent = texts.agent, action = "fixed", files = [], origin } = props.entry;
  const user = origin === undefined ? "You" : origin === "imported" ? texts.inReport : texts.fromRepository;
  return (
    <li class={by}>
      <span class="faint">{by === "user" ? user : agent || texts.agent}</span>
      <Show when={kind === "resolution"} fallback={<span dir="auto">{text}</span>}>
        <span class={`answer ${action}`} dir="auto">
          {text === "" ? resolutionWords[action] : `${resolutionWords[action]}: ${text}`}
        </span>
      </Show>
      {files.length > 0 && <span class="faint">{`In ${files.join(", ")}`}</span>}
    </li>
  );
}
