import { createEffect, For, on, Show } from "solid-js";
import type { Annotation } from "../../../host/contract/annotation.js";
import type { SidebarState } from "../state/sidebar.js";
import { kindLabels, severityLabels, texts } from "../texts.js";
import { Button, Icon } from "./controls.js";
import { NoteForm, placeText } from "./NoteForm.js";

/** The tools that make notes, the note being written, and the notes. */
export function NotesView(props: { readonly state: SidebarState }) {
  const { annotations, draft, tasks, lines, gone, pointed, stopPointing } = props.state;
  let section: HTMLElement | undefined;

  /** Of the note, or of the tools where there is none. */
  function focusOn(id: string | undefined): void {
    section?.querySelector<HTMLElement>(id === undefined ? "button" : `[id="note-${id}"]`)?.focus();
  }

  function remove(id: string): void {
    const place = annotations.list().findIndex((one) => one.id === id);
    const undo = annotations.remove(id);
    tasks.notify({
      kind: "done",
      text: texts.removedNote,
      undo: () => {
        undo();
        focusOn(id);
      },
    });
    focusOn((annotations.list()[place] ?? annotations.list().at(-1))?.id);
  }

  return (
    <section ref={section} class="section" aria-label={texts.notes}>
      <Toolbar state={props.state} />
      <Show when={pointed().length === 0 && draft.current()} keyed>
        {(current) => <NoteForm state={props.state} draft={current} onDone={focusOn} />}
      </Show>
      <Show
        when={annotations.list().length > 0}
        fallback={
          <Show when={draft.current() === undefined}>
            <p class="faint">{texts.noNotes}</p>
          </Show>
        }
      >
        <ol class="notes">
          <For each={annotations.list()}>
            {(annotation, index) => (
              <NoteCard
                annotation={annotation}
                number={index() + 1}
                isGone={gone().includes(annotation.id)}
                onReveal={() => void lines.page.reveal(annotation.target).catch(tasks.fail)}
                onEdit={() => {
                  stopPointing();
                  draft.begin({ target: annotation.target, id: annotation.id });
                }}
                onRemove={() => remove(annotation.id)}
              />
            )}
          </For>
        </ol>
      </Show>
    </section>
  );
}

/** The three ways to say where a note belongs. */
function Toolbar(props: { readonly state: SidebarState }) {
  const { mode, point, notePage } = props.state;
  let bar: HTMLDivElement | undefined;
  // Whoever ends a tool by keyboard is back where it began.
  createEffect(
    on(
      mode,
      (_now, before) => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before !== undefined && before !== "idle")
          bar?.querySelectorAll<HTMLElement>("button")[before === "pick" ? 0 : 1]?.focus();
      },
      { defer: true },
    ),
  );
  return (
    <div ref={bar} class="toolbar">
      <Button label={texts.pick} pressed={mode() === "pick"} keys="P" onPress={() => point("pick")}>
        <Icon name="pick" />
        <span>{texts.pick}</span>
      </Button>
      <Button label={texts.region} pressed={mode() === "region"} keys="R" onPress={() => point("region")}>
        <Icon name="region" />
        <span>{texts.region}</span>
      </Button>
      <Button label={texts.pageNote} keys="N" onPress={notePage}>
        <Icon name="page" />
        <span>{texts.pageNote}</span>
      </Button>
    </div>
  );
}

/** One note of the list; a click on it shows its place on the page. */
function NoteCard(props: {
  readonly annotation: Annotation;
  readonly number: number;
  readonly isGone: boolean;
  readonly onReveal: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  const commentId = () => `comment-${props.annotation.id}`;
  return (
    <li
      class="note"
      classList={{ resolved: props.annotation.resolution?.action === "fixed" }}
      id={`note-${props.annotation.id}`}
      tabIndex={-1}
    >
      <button type="button" class="reveal" onClick={() => props.onReveal()}>
        <span class={`pin ${props.annotation.severity}`}>{props.number}</span>
        <span class="what">
          <span class="comment" dir="auto" id={commentId()}>
            {props.annotation.comment}
          </span>
          <span class="faint">
            {kindLabels[props.annotation.kind]} · {severityLabels[props.annotation.severity]} · {placeText(props.annotation.target)}
            {props.isGone ? ` (${texts.gone})` : ""}
          </span>
          <Show when={props.annotation.resolution}>
            {(resolution) => (
              <>
                <span class={`answer ${resolution().action}`} dir="auto">
                  {texts.resolved(resolution().action, resolution().summary)}
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
