import { createSignal, onMount, Show } from "solid-js";
import { sourceOf } from "../../../host/contract/targets.js";
import type { AnnotationFields } from "../state/annotations.js";
import { type Draft, freshFields, needsWords } from "../state/draft.js";
import type { SidebarState } from "../state/sidebar.js";
import { kindLabels, placeText, severityLabels, texts } from "../texts.js";
import { CheckFields } from "./CheckFields.js";
import { Button, Choice, OpenSource, Switch } from "./controls.js";
import { TryValues } from "./TryValues.js";

/** Longest comment that the contract takes, in characters. */
const commentMax = 4_000;

/** Writes a note or changes one. */
export function NoteForm(props: {
  readonly state: SidebarState;
  readonly draft: Draft;
  /** The form is gone; `id`: the note that it was about, if there is one. */
  readonly onDone: (id: string | undefined) => void;
}) {
  const { annotations, draft, sending, layout, arePicturesOn, lines, tasks } = props.state;
  const { entry } = props.draft;
  const old = entry === undefined ? annotations.list().find(({ id }) => id === props.draft.id) : undefined;
  const [fields, setFields] = createSignal<AnnotationFields>(draft.written() ?? old ?? { ...freshFields, withPicture: arePicturesOn() });
  const isEmpty = () => fields().comment.trim() === "" && needsWords(props.draft);
  let comment: HTMLTextAreaElement | undefined;
  onMount(() => {
    comment?.focus();
    // A page that was picked on by key has the focus still.
    if (!document.hasFocus()) void lines.page.takeFocus({ isOpening: false }).catch(tasks.fail);
  });

  function write(part: Partial<AnnotationFields>): void {
    const { comment, kind, severity, withPicture = false, wanted, checks } = { ...fields(), ...part };
    const optional = { ...(wanted === undefined ? {} : { wanted }), ...(checks === undefined ? {} : { checks }) };
    draft.write(setFields({ comment, kind, severity, withPicture, ...optional }));
  }

  /** The next note begins with the same choice. */
  async function choosePicture(withPicture: boolean): Promise<void> {
    write({ withPicture });
    layout.store({ withPictures: withPicture });
  }

  function save(): void {
    // What was opened for editing and not changed is what was written.
    draft.write(fields());
    const id = props.state.saveDraft();
    if (id !== undefined) props.onDone(id);
  }

  function saveAndSend(): void {
    save();
    void props.state.send("shortcut");
  }

  function cancel(): void {
    const { id } = props.draft;
    draft.discard();
    props.onDone(id);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Of an input method: Escape and Enter end the composition and nothing else.
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      if (isEmpty()) return;
      if (event.shiftKey) saveAndSend();
      else save();
    } else if (event.key === "Escape") cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <form class="form" onSubmit={(event) => event.preventDefault()} onKeyDown={onKeyDown}>
      <div class="place-row">
        <p class="place">{entry === undefined ? placeText(props.draft.target) : entryTexts[entry].title}</p>
        <Show when={entry === undefined && sourceOf(props.draft.target)}>
          {(source) => <OpenSource source={source()} onOpen={props.state.openSource} />}
        </Show>
      </div>
      <textarea
        ref={comment}
        rows={3}
        dir="auto"
        maxLength={commentMax}
        aria-label="Note"
        placeholder={entry === undefined ? "What should change here?" : entryTexts[entry].placeholder}
        value={fields().comment}
        onInput={(event) => write({ comment: event.currentTarget.value })}
      />
      <Show when={entry === undefined}>
        <Choice label="Kind" options={kindLabels} value={fields().kind} onChoose={(kind) => write({ kind })} />
        <Choice label="Severity" options={severityLabels} value={fields().severity} onChoose={(severity) => write({ severity })} />
        <Show when={/^elements?$/.test(props.draft.target.type)}>
          <TryValues
            state={props.state}
            target={props.draft.target}
            wanted={fields().wanted ?? []}
            onChange={(wanted) => write({ wanted })}
          />
          <CheckFields checks={fields().checks ?? []} onChange={(checks) => write({ checks })} />
        </Show>
        <Show when={props.draft.target.type !== "page"}>
          <Switch label="With a picture of the place" isOn={fields().withPicture === true} onChange={choosePicture} />
        </Show>
      </Show>
      <div class="row end">
        <Button label="Cancel" class="quiet" keys="Escape" onPress={cancel} />
        <Button label="Save" class="primary small" keys="Control+Enter" disabled={isEmpty()} onPress={save} />
        <Button
          label="Send"
          class="small"
          keys="Control+Shift+Enter"
          disabled={isEmpty() || sending() !== "enabled"}
          onPress={saveAndSend}
        />
      </div>
    </form>
  );
}

const entryTexts: Readonly<Record<NonNullable<Draft["entry"]>, { readonly title: string; readonly placeholder: string }>> = {
  reply: { title: texts.reply, placeholder: "Your reply" },
  answer: { title: texts.answer, placeholder: "Your answer" },
  reopen: { title: texts.reopen, placeholder: "What is still wrong?" },
};
