import { createEffect, createMemo, createSignal, For, on, Show } from "solid-js";
import { isAnswered, isOpen, type Note, shownState } from "../state/annotations.js";
import { filterLabels, texts } from "../texts.js";
import { Asks } from "./Asks.js";
import { Banner } from "./Banner.js";
import { Button, Choice, Icon, IconButton } from "./controls.js";
import { NoteCard } from "./NoteCard.js";
import { NoteForm } from "./NoteForm.js";
import { FreezeButton } from "./PickLayer.js";
import { useSidebar } from "./use-sidebar.js";

type Filter = keyof typeof filterLabels;

const filters: Readonly<Record<Filter, (note: Note) => boolean>> = {
  all: () => true,
  open: isOpen,
  answered: (note) => shownState(note) === "question" || isAnswered(note),
  done: (note) => shownState(note) === "accepted",
};

/** As many notes are seen at a glance: more can be filtered. */
const filterFrom = 4;

export function NotesView() {
  const { annotations, draft, exported, project, tasks, pointed, mode } = useSidebar();
  const [filter, setFilter] = createSignal<Filter>("all");
  let section: HTMLElement | undefined;

  /** Of the note, or of the tools where there is none. */
  function focusOn(id: string | undefined): void {
    // Else the picker has it.
    if (mode() === "idle") section?.querySelector<HTMLElement>(id === undefined ? "button" : `[id="note-${id}"]`)?.focus();
  }

  function remove(id: string): void {
    const place = annotations.list().findIndex((one) => one.id === id);
    const undo = annotations.remove(id);
    tasks.notify({
      kind: "done",
      text: "Note deleted.",
      undo: () => {
        undo();
        focusOn(id);
      },
    });
    focusOn((annotations.list()[place] ?? annotations.list().at(-1))?.id);
  }

  /** Of a new note; one that is edited or answered has its form in the list. */
  const newDraft = () => {
    const current = pointed().length === 0 ? draft.current() : undefined;
    return current?.id === undefined || !annotations.list().some(({ id }) => id === current.id) ? current : undefined;
  };
  const shown = () => annotations.list().filter((note) => filters[filter()](note) || draft.current()?.id === note.id);
  // By ids, so that a note which changes stays the same item with its focus.
  const ids = () => shown().map(({ id }) => id);
  const unreceipted = () => annotations.list().filter(({ isUnreceipted }) => isUnreceipted === true).length;
  const places = createMemo(() => new Map(annotations.list().map(({ id }, place) => [id, place])));
  return (
    <section ref={section} class="section notes-view" aria-label={texts.notes}>
      <Toolbar />
      <Banner />
      <Asks />
      <Show when={newDraft()} keyed>
        {(current) => <NoteForm draft={current} onDone={focusOn} />}
      </Show>
      <Show
        when={annotations.list().length > 0}
        fallback={
          <Show when={draft.current() === undefined && project.connection()?.state !== "broken"}>
            <p class="faint empty">Point at what should change. Your notes go to the agent with the page.</p>
          </Show>
        }
      >
        <Show when={annotations.list().length >= filterFrom}>
          <ListFilter filter={filter()} onFilter={setFilter} />
        </Show>
        <ol class="notes">
          <For each={ids()} fallback={<li class="faint empty">No note is in this state.</li>}>
            {(id) => <Item id={id} place={places().get(id) ?? -1} onRemove={() => remove(id)} onDone={focusOn} />}
          </For>
        </ol>
        <Show when={unreceipted() > 0}>
          <Button
            label={`Take over ${unreceipted()} of yours`}
            title="You wrote these in this browser, and this machine has lost its record of that. Makes them yours again."
            onPress={annotations.takeOverOwn}
          />
        </Show>
        <Show when={annotations.list().filter(isOpen).length > 1}>
          <Button label="Copy open notes as prompt" class="quiet word" onPress={() => void exported.copyPrompt()} />
        </Show>
      </Show>
    </section>
  );
}

function Item(props: {
  readonly id: string;
  /** In the whole list, from 0. */
  readonly place: number;
  readonly onRemove: () => void;
  readonly onDone: (id: string | undefined) => void;
}) {
  const { annotations, draft, gone } = useSidebar();
  const note = () => annotations.list()[props.place];
  const ownDraft = () => (draft.current()?.id === props.id ? draft.current() : undefined);
  const form = () => (
    <Show when={ownDraft()} keyed>
      {(current) => <NoteForm draft={current} onDone={props.onDone} />}
    </Show>
  );
  const isEdited = () => ownDraft() !== undefined && ownDraft()?.entry === undefined;
  return (
    <Show when={!isEdited()} fallback={<li>{form()}</li>}>
      <Show when={note()}>
        {(current) => (
          <NoteCard note={current()} number={props.place + 1} isGone={gone().includes(props.id)} onRemove={props.onRemove}>
            {form()}
          </NoteCard>
        )}
      </Show>
    </Show>
  );
}

function ListFilter(props: { readonly filter: Filter; readonly onFilter: (filter: Filter) => void }) {
  const { annotations } = useSidebar();
  const options = () => {
    const amount = (name: Filter) => annotations.list().filter(filters[name]).length;
    return Object.fromEntries(Object.entries(filterLabels).map(([name, label]) => [name, `${label} (${amount(name as Filter)})`]));
  };
  return (
    <div class="list-tools">
      <Choice
        label="Show"
        options={options() as Record<Filter, string>}
        value={props.filter}
        onChoose={(chosen) => props.onFilter(chosen)}
      />
    </div>
  );
}

function Toolbar() {
  const { lines, mode, point, notePage, frozen } = useSidebar();
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
    <>
      <div ref={bar} class="toolbar">
        <Button
          label={texts.pick}
          title={texts.pickFrom(lines.opened)}
          class="pick"
          pressed={mode() === "pick"}
          keys="P"
          onPress={() => point("pick")}
        >
          <Icon name="pick" />
          <span>{texts.pick}</span>
          <span class="key drawn" data-text="P" />
        </Button>
        <IconButton icon="region" label="Select region" pressed={mode() === "region"} keys="R" onPress={() => point("region")} />
        <IconButton icon="page" label="Page note" keys="N" onPress={notePage} />
      </div>
      {frozen() !== undefined && <FreezeButton class="wide" />}
    </>
  );
}
