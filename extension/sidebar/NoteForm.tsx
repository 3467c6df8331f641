import { createSignal, onMount } from "solid-js";
import { Button } from "./Button.js";
import { Choice } from "./Choice.js";
import type { NoteFields } from "./create-notes.js";
import { isReal } from "./real-event.js";
import { kindLabels, severityLabels, texts } from "./texts.js";

/** Longest comment that the contract takes, in characters. */
const commentMax = 4_000;

/** Writes a note or changes one. */
export function NoteForm(props: {
  readonly place: string;
  readonly fields: NoteFields;
  /** Each change, so that none is lost. */
  readonly onWrite: (fields: NoteFields) => void;
  readonly onSave: (fields: NoteFields) => void;
  readonly onCancel: () => void;
}) {
  const [fields, setFields] = createSignal(props.fields);
  const isEmpty = () => fields().comment.trim() === "";
  let comment: HTMLTextAreaElement | undefined;
  onMount(() => comment?.focus());

  function write(part: Partial<NoteFields>): void {
    const { comment, kind, severity } = { ...fields(), ...part };
    props.onWrite(setFields({ comment, kind, severity }));
  }

  function save(): void {
    const { comment, kind, severity } = fields();
    if (!isEmpty()) props.onSave({ comment: comment.trim(), kind, severity });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    if (event.key !== "Escape") return;
    // Else the browser would close the page's dialog that the sidebar may stand in.
    event.preventDefault();
    props.onCancel();
  }

  return (
    <form class="form" onSubmit={(event) => event.preventDefault()} onKeyDown={(event) => isReal(event) && onKeyDown(event)}>
      <p class="place">{props.place}</p>
      <textarea
        ref={comment}
        rows={3}
        dir="auto"
        maxLength={commentMax}
        aria-label={texts.comment}
        placeholder={texts.comment}
        value={fields().comment}
        onInput={(event) => write({ comment: event.currentTarget.value })}
      />
      <Choice label={texts.kind} options={kindLabels} value={fields().kind} onChoose={(kind) => write({ kind })} />
      <Choice label={texts.severity} options={severityLabels} value={fields().severity} onChoose={(severity) => write({ severity })} />
      <div class="row end">
        <Button label={texts.cancel} class="quiet" onPress={props.onCancel} />
        <Button label={texts.save} class="primary small" disabled={isEmpty()} onPress={save} />
      </div>
    </form>
  );
}
