import { createEffect, createMemo, createSignal, For, on, Show } from "solid-js";
import { isOpen, type Note, shownState } from "../state/annotations.js";
import type { SidebarState } from "../state/sidebar.js";
import { filterLabels, texts } from "../texts.js";
import { Button, Choice, Icon, IconButton } from "./controls.js";
import { NoteCard } from "./NoteCard.js";
import { NoteForm } from "./NoteForm.js";
import { FreezeButton } from "./PickLayer.js";

type Filter = keyof typeof filterLabels;

const filters: Readonly<Record<Filter, (note: Note) => boolean>> = {
  all: () => true,
  open: isOpen,
  answered: (note) => ["question", "fixed", "wontfix", "duplicate", "invalid"].includes(shownState(note)),
  done: (note) => shownState(note) === "accepted",
};

/** As many notes are seen at a glance: more can be filtered. */
const filterFrom = 4;

/** The tools that make notes, the note being written, and the notes. */
export function NotesView(props: { readonly state: SidebarState }) {
  const { annotations, draft, tasks, pointed, mode } = props.state;
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
  const places = createMemo(() => new Map(annotations.list().map(({ id }, place) => [id, place])));
  return (
    <section ref={section} class="section" aria-label={texts.notes}>
      <Toolbar state={props.state} />
      <Show when={newDraft()} keyed>
        {(current) => <NoteForm state={props.state} draft={current} onDone={focusOn} />}
      </Show>
      <Show
        when={annotations.list().length > 0}
        fallback={
          <Show when={draft.current() === undefined}>
            <p class="faint">
              Point at what is wrong: pick an element, drag over a region, or write a note for the whole page. Notes go to the agent with
              the capture.
            </p>
          </Show>
        }
      >
        <ListTools state={props.state} filter={filter()} onFilter={setFilter} />
        <ol class="notes">
          <For each={ids()} fallback={<li class="faint">No note is in this state.</li>}>
            {(id) => <Item state={props.state} id={id} place={places().get(id) ?? -1} onRemove={() => remove(id)} onDone={focusOn} />}
          </For>
        </ol>
      </Show>
    </section>
  );
}

/** A note of the list, or its form in its place. */
function Item(props: {
  readonly state: SidebarState;
  readonly id: string;
  /** In the whole list, from 0. */
  readonly place: number;
  readonly onRemove: () => void;
  readonly onDone: (id: string | undefined) => void;
}) {
  const { annotations, draft, gone } = props.state;
  const note = () => annotations.list()[props.place];
  const ownDraft = () => (draft.current()?.id === props.id ? draft.current() : undefined);
  return (
    <>
      <Show when={ownDraft()?.entry !== undefined || ownDraft() === undefined ? note() : undefined}>
        {(current) => (
          <NoteCard
            state={props.state}
            note={current()}
            number={props.place + 1}
            isGone={gone().includes(props.id)}
            onRemove={props.onRemove}
          />
        )}
      </Show>
      <Show when={ownDraft()} keyed>
        {(current) => (
          <li>
            <NoteForm state={props.state} draft={current} onDone={props.onDone} />
          </li>
        )}
      </Show>
    </>
  );
}

/** What holds for all notes: which are shown, their pins, and a prompt of those that are open. */
function ListTools(props: { readonly state: SidebarState; readonly filter: Filter; readonly onFilter: (filter: Filter) => void }) {
  const { annotations, layout, exported } = props.state;
  const options = () => {
    const amount = (name: Filter) => annotations.list().filter(filters[name]).length;
    return Object.fromEntries(Object.entries(filterLabels).map(([name, label]) => [name, `${label} (${amount(name as Filter)})`]));
  };
  const arePinsHidden = () => layout.current().arePinsHidden;
  const unreceipted = () => annotations.list().filter(({ isUnreceipted }) => isUnreceipted === true).length;
  return (
    <div class="bar list-tools">
      <Show when={annotations.list().length >= filterFrom}>
        <Choice
          label="Show"
          options={options() as Record<Filter, string>}
          value={props.filter}
          onChoose={(chosen) => props.onFilter(chosen)}
        />
      </Show>
      <Show when={unreceipted() > 0}>
        <Button label={texts.takeOverOwn(unreceipted())} title={texts.takeOverOwnHint} onPress={annotations.takeOverOwn} />
      </Show>
      <IconButton icon="copy" label="Copy open notes as prompt" onPress={() => void exported.copyPrompt()} />
      <IconButton
        icon={arePinsHidden() ? "pin-off" : "pin"}
        label={arePinsHidden() ? "Show pins" : "Hide pins"}
        onPress={() => layout.store({ arePinsHidden: !arePinsHidden() })}
      />
    </div>
  );
}

/** The three ways to say where a note belongs. */
function Toolbar(props: { readonly state: SidebarState }) {
  const { lines, mode, point, notePage, frozen, isTextSelected, noteSelection, tasks } = props.state;
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
      <Tool
        icon="pick"
        label={texts.pick}
        title={texts.pickFrom(lines.opened)}
        pressed={mode() === "pick"}
        keys="P"
        onPress={() => point("pick")}
      />
      <Tool icon="region" label="Select region" pressed={mode() === "region"} keys="R" onPress={() => point("region")} />
      <Tool icon="page" label="Page note" keys="N" onPress={notePage} />
      {frozen() !== undefined && <FreezeButton state={props.state} class="wide" />}
      <Show when={isTextSelected()}>
        <Tool icon="quote" label="Note on selected text" keys="T" class="wide" onPress={() => void noteSelection().catch(tasks.fail)} />
      </Show>
    </div>
  );
}

function Tool(props: Parameters<typeof IconButton>[0] & { readonly class?: string }) {
  return (
    <Button {...props}>
      <Icon name={props.icon} />
      <span>{props.label}</span>
    </Button>
  );
}
