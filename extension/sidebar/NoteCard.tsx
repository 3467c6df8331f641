import { Show } from "solid-js";
import type { Annotation } from "../../host/contract/annotation.js";
import { Button } from "./Button.js";
import { Icon } from "./Icon.js";
import { placeText } from "./note-place.js";
import { isReal } from "./real-event.js";
import { kindLabels, severityLabels, texts } from "./texts.js";

/** One note of the list; a click on it shows its place on the page. */
export function NoteCard(props: {
  readonly note: Annotation;
  readonly number: number;
  readonly isGone: boolean;
  readonly onReveal: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  const commentId = () => `comment-${props.note.id}`;
  return (
    <li class="note" classList={{ resolved: props.note.status === "resolved" }} id={`note-${props.note.id}`} tabIndex={-1}>
      <button type="button" class="reveal" onClick={(event) => isReal(event) && props.onReveal()}>
        <span class={`pin ${props.note.severity}`}>{props.number}</span>
        <span class="what">
          <span class="comment" dir="auto" id={commentId()}>
            {props.note.comment}
          </span>
          <span class="faint">
            {kindLabels[props.note.kind]} · {severityLabels[props.note.severity]} · {placeText(props.note.target)}
            {props.isGone ? ` (${texts.gone})` : ""}
          </span>
          <Show when={props.note.resolution}>
            {(resolution) => (
              <>
                <span class="answer" dir="auto">
                  {texts.resolved(resolution().summary)}
                </span>
                <Show when={resolution().files.length > 0}>
                  <span class="faint">{texts.files(resolution().files)}</span>
                </Show>
              </>
            )}
          </Show>
        </span>
      </button>
      <div class="tools">
        <Button label={texts.edit} class="quiet square" title={texts.edit} describedBy={commentId()} onPress={props.onEdit}>
          <Icon name="edit" />
        </Button>
        <Button label={texts.remove} class="quiet square" title={texts.remove} describedBy={commentId()} onPress={props.onRemove}>
          <Icon name="trash" />
        </Button>
      </div>
    </li>
  );
}
