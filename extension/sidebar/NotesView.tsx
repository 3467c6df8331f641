import { For, Show } from "solid-js";
import type { SidebarState } from "./create-sidebar.js";
import { DraftView } from "./DraftView.js";
import { NoteCard } from "./NoteCard.js";
import { Toolbar } from "./Toolbar.js";
import { texts } from "./texts.js";

/** The tools that make notes, the note being written, and the notes. */
export function NotesView(props: { readonly state: SidebarState; readonly isGone: (id: string) => boolean }) {
  const { notes, tasks, ports, setDraft } = props.state;
  const remove = (id: string) => tasks.say({ kind: "done", text: texts.removedNote, undo: notes.remove(id) });
  return (
    <section class="section" aria-label={texts.notes}>
      <Toolbar state={props.state} />
      <Show when={props.state.draft()} keyed>
        {(draft) => <DraftView state={props.state} draft={draft} />}
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
