import type { Draft } from "./create-draft.js";
import type { NoteFields } from "./create-notes.js";
import type { SidebarState } from "./create-sidebar.js";
import { NoteForm } from "./NoteForm.js";
import { placeText } from "./note-place.js";

const fresh: NoteFields = { comment: "", kind: "bug", severity: "medium" };

/** The form for the note being written. */
export function DraftView(props: {
  readonly state: SidebarState;
  readonly draft: Draft;
  /** The form is gone; `id`: the note that it was about, if there is one. */
  readonly onDone: (id: string | undefined) => void;
}) {
  const { notes, drafts } = props.state;
  const old = () => notes.list().find(({ id }) => id === props.draft.id);

  function save(fields: NoteFields): void {
    const { id, target } = props.draft;
    if (id === undefined) notes.add(target, fields);
    else notes.edit(id, fields);
    drafts.done();
    props.onDone(id ?? notes.list().at(-1)?.id);
  }

  function cancel(): void {
    const { id } = props.draft;
    drafts.putAway();
    props.onDone(id);
  }

  return (
    <NoteForm
      place={placeText(props.draft.target)}
      fields={drafts.written() ?? old() ?? fresh}
      onWrite={drafts.write}
      onSave={save}
      onCancel={cancel}
    />
  );
}
