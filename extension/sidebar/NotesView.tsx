import { For, Show } from "solid-js";
import type { SidebarState } from "./create-sidebar.js";
import { DraftView } from "./DraftView.js";
import { NoteCard } from "./NoteCard.js";
import { Toolbar } from "./Toolbar.js";
import { texts } from "./texts.js";

/** The tools that make notes, the note being written, and the notes. */
export function NotesView(props: { readonly state: SidebarState; readonly isGone: (id: string) => boolean }) {
  const { notes, tasks, ports, setDraft } = props.state;
  let section: HTMLElement | undefined;

  /** Of the note, or of the tools where there is none. */
  function focusOn(id: string | undefined): void {
    section?.querySelector<HTMLElement>(id === undefined ? "button" : `[id="note-${id}"]`)?.focus();
  }

  function remove(id: string): void {
    const place = notes.list().findIndex((note) => note.id === id);
    const undo = notes.remove(id);
    tasks.say({
      kind: "done",
      text: texts.removedNote,
      undo: () => {
        undo();
        focusOn(id);
      },
    });
    focusOn((notes.list()[place] ?? notes.list().at(-1))?.id);
  }

  return (
    <section ref={section} class="section" aria-label={texts.notes}>
      <Toolbar state={props.state} />
      <Show when={props.state.draft()} keyed>
        {(draft) => <DraftView state={props.state} draft={draft} onDone={focusOn} />}
      </Show>
      <Show
        when={notes.list().length > 0}
        fallback={
          <Show when={props.state.draft() === undefined}>
            <p class="faint">{texts.noNotes}</p>
          </Show>
        }
      >
        <ol class="notes">
          <For each={notes.list()}>
            {(note, index) => (
              <NoteCard
                note={note}
                number={index() + 1}
                isGone={props.isGone(note.id)}
                onReveal={() => ports.page.reveal(note.target)}
                onEdit={() => setDraft({ target: note.target, id: note.id })}
                onRemove={() => remove(note.id)}
              />
            )}
          </For>
        </ol>
      </Show>
    </section>
  );
}
