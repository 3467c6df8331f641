import { type Accessor, createMemo, createSignal } from "solid-js";
import type { Annotation, AnnotationState, AnnotationTarget, Origin, ThreadEntry, ThreadKind } from "../../../host/contract/annotation.js";
import {
  answerId,
  isAnswer,
  isUnresolved,
  stateOf,
  threadOf,
  withEntries,
  withoutUndefined,
} from "../../../host/contract/annotation-state.js";
import type { PlacedStateRow } from "../../../host/contract/operations.js";
import { isOneDocument, isOnePage } from "../../../host/contract/page.js";
import { isSameOrigin } from "../../../host/contract/routing.js";
import { cleanUrl } from "../../../host/contract/urls.js";
import { randomId } from "../../random-id.js";
import type { Ask } from "../connect.js";
import type { Tasks } from "./tasks.js";

export interface AnnotationFields {
  readonly comment: string;
  readonly kind: Annotation["kind"];
  readonly severity: Annotation["severity"];
  readonly wanted?: Annotation["wanted"] | undefined;
  readonly checks?: Annotation["checks"] | undefined;
  readonly withPicture?: boolean;
}

/** An annotation as this browser has it. What stands beside it here is not sent. */
export interface Note extends Annotation {
  /** Its state in the project, as far as this browser has heard; undefined before it was sent. */
  readonly state?: AnnotationState;
  /** The agent that works on it or resolved it. */
  readonly by?: string;
  /** Something of it is not sent yet. */
  readonly isChanged?: boolean;
  /** Its checks wait for a page that decides them. */
  readonly isUndecided?: boolean | undefined;
  /** A picture of its place goes along when it is sent next. */
  readonly withPicture?: boolean;
  /** Names the picture of the moment when it was picked, among those that this browser keeps. */
  readonly taken?: string | undefined;
  /** The user has deleted it: it is not shown, and goes with the next capture as accepted. */
  readonly isDeleted?: boolean;
  /** Not the user's words, and not sent along: of an imported report, which `from` names, or of the repository. Absent on the user's own. */
  readonly origin?: Exclude<Origin, "here"> | undefined;
  readonly from?: string | undefined;
  /** The user's own until the repository changed it. */
  readonly isRewritten?: boolean | undefined;
  /** Of others by what the project knows, and word for word what the user wrote in this browser: the project's receipts were lost. */
  readonly isUnreceipted?: boolean | undefined;
}

export type PersonEntryKind = Extract<ThreadKind, "reply" | "answer" | "reopen" | "accept">;

/** The user's annotations of this page. They outlive the sidebar, reloads and the browser. */
export interface Annotations {
  /** Those that are shown. */
  readonly list: Accessor<List>;
  show(stored: string, of: string): void;
  /** Another tab has stored this, as JSON: shown beside what of this one is on its way. */
  join(stored: string): void;
  /** `url`: the page that it is about; `taken`: its picture, where it goes with one. Returns its id. */
  add(target: AnnotationTarget, fields: AnnotationFields, url: string, taken?: string): string;
  /** Returns whether the annotation is there. */
  edit(id: string, part: Partial<Note>): boolean;
  /** Makes a note of others the user's own, as it stands: it goes with the next capture. */
  takeOver(id: string): void;
  /** The same for all that the user wrote in this browser. */
  takeOverOwn(): void;
  /** Points an annotation at another target; one that had a picture gets another. Returns the function that takes it back. */
  move(id: string, target: AnnotationTarget, url: string, taken?: string): () => void;
  /** Returns the function that takes the deletion back. */
  remove(id: string): () => void;
  /** Adds a person's entry to the thread. An answer to a question that is open goes to the project at once, unless it is `local`. Returns whether either has it. */
  append(id: string, kind: PersonEntryKind, text: string, isLocal?: boolean): boolean;
  /** Takes what the project has. `askedAt`, Unix ms: it was asked for all then; an open one that it lacks is unsent, one of others goes. */
  learn(rows: readonly PlacedStateRow[], askedAt?: number): void;
  /** All that are shown, as they go with a capture; `page`: those that are sent with one of this page, deleted ones too, and what is not sent yet of others. */
  outgoing(page?: string): readonly Annotation[];
  /** Those whose picture goes along with a capture of a page, and has not gone yet. */
  pictured(page: string): List;
  /** These have reached the project with a capture; `pictured`: ids of those that had a picture along. */
  markSent(sent: readonly Annotation[], pictured?: ReadonlySet<string>): void;
}

type List = readonly Note[];

/** For so long an accepted annotation stays in the list, in milliseconds. */
const acceptedMs = 14 * 24 * 3_600_000;

/** Where an annotation stands, as the user sees it: what they have done themselves counts before the project has heard of it. */
export function shownState(note: Note): AnnotationState {
  const own = stateOf(note);
  if (note.state === undefined) return own === "sent" ? "draft" : own;
  return note.isChanged === true && own !== "sent" ? own : note.state;
}

/** Whether an annotation is of another page of the document than the one that stands there: one of another route. */
export function isApart({ url }: Pick<Note, "url">, page: string): boolean {
  return url !== undefined && !isOnePage(url, page);
}

/** Whether the agent has answered and the user has not judged that yet. */
export function isAnswered(note: Note): boolean {
  return isAnswer(shownState(note));
}

export function isOpen(note: Note): boolean {
  const state = shownState(note);
  return state === "draft" || isUnresolved(state);
}

export function createAnnotations(
  ask: Ask,
  /** Sends the answer to the open question about an annotation; returns the request's id, undefined where none is open. `onLost`: it did not arrive. */
  answerNow: (id: string, text: string, onLost: () => void) => string | undefined,
  { fail, forgetUndo }: Pick<Tasks, "fail" | "forgetUndo">,
): Annotations {
  const [all, setAll] = createSignal<List>([]);
  // The page that they are of.
  let page = "";
  // Ids of all that was ever shown here: another tab of the page may store further ones.
  const seen = new Set<string>();
  // Ids of those that differ from what was stored last.
  const changed = new Set<string>();
  // Unix ms: what the project was asked before does not have it.
  let sentAt = 0;

  function show(notes: List): void {
    setAll(notes);
    for (const { id } of notes) seen.add(id);
  }

  /** Saved at once: a moment later the page may be another one. */
  function change(edit: (notes: List) => List): void {
    const before = all();
    const notes = edit(before);
    if (notes.length === before.length && notes.every((one, index) => one === before[index])) return;
    const old = new Set(before);
    for (const one of notes) if (!old.has(one)) changed.add(one.id);
    show(notes);
    void store([...changed]).catch(fail);
  }

  async function store(now: readonly string[]): Promise<void> {
    const text = all().length === 0 ? "" : JSON.stringify(all());
    await ask("storage:save", { kind: "notes", text, known: [...seen], changed: now, isUnsent: unsentOf(all()) > 0 }, page);
    for (const id of now) changed.delete(id);
  }

  const changeOne = (id: string, edit: (note: Note) => Note) => change((notes) => notes.map((one) => (one.id === id ? edit(one) : one)));

  /** The person has changed it: goes with the next capture. */
  function editOne(id: string, part: Partial<Note>): boolean {
    changeOne(id, (note) => ({ ...asOwn(note), ...part, editedAt: timeAfter(note), isChanged: true }));
    return isShown(id);
  }

  const shown = createMemo(() => all().filter(({ isDeleted }) => isDeleted !== true));
  const isShown = (id: string) => shown().some((one) => one.id === id);

  function entry(kind: PersonEntryKind, text: string): ThreadEntry {
    return { id: randomId(), by: "user", kind, text, at: new Date().toISOString() };
  }

  return {
    list: shown,
    show: (stored, of) => {
      forgetUndo();
      page = of;
      show(stored === "" ? [] : JSON.parse(stored));
    },
    join: (stored) => {
      const mine = new Map(all().map((one) => [one.id, one]));
      const theirs: List = stored === "" ? [] : JSON.parse(stored);
      const ids = new Set(theirs.map(({ id }) => id));
      show([...theirs.map((one) => sameOr(mine.get(one.id), one, changed)), ...all().filter(({ id }) => !ids.has(id) && changed.has(id))]);
    },
    add: (target, fields, url, taken) => {
      const id = randomId();
      const own = { id, target, url: cleanUrl(url).url, ...(fields.withPicture === true && taken !== undefined ? { taken } : {}) };
      const fresh: Note = { ...own, ...fields, status: "unresolved", createdAt: new Date().toISOString() };
      change((notes) => [...notes, fresh]);
      return id;
    },
    edit: editOne,
    takeOver: (id) => editOne(id, {}),
    takeOverOwn: () => {
      for (const { id, isUnreceipted } of all()) if (isUnreceipted === true) editOne(id, {});
    },
    move: (id, target, url, taken) => {
      const before = all().find((one) => one.id === id);
      const withPicture = [before?.taken, taken].some((one) => one !== undefined) || before?.withPicture === true;
      editOne(id, { target, url: cleanUrl(url).url, taken, withPicture });
      return () => {
        if (before === undefined) return;
        const { target, url, taken } = before;
        editOne(id, { target, ...(url === undefined ? {} : { url }), taken, withPicture });
      };
    },
    remove: (id) => {
      const place = all().findIndex((one) => one.id === id);
      const removed = all()[place];
      if (removed === undefined) return () => undefined;
      if (removed.state === undefined) {
        change((notes) => notes.filter((one) => one.id !== id));
        return () => change((notes) => notes.toSpliced(place, 0, removed));
      }
      // Else it would come back from the project.
      changeOne(id, (note) => ({ ...note, ...withEntries(note, [entry("accept", "Deleted.")]), isChanged: true, isDeleted: true }));
      return () => changeOne(id, () => removed);
    },
    append: (id, kind, text, isLocal = false) => {
      const request = kind === "answer" && !isLocal ? answerNow(id, text, () => changeOne(id, withChange)) : undefined;
      const added: ThreadEntry = { ...entry(kind, text), ...(request === undefined ? {} : { id: answerId(request) }) };
      changeOne(id, (note) => ({
        ...note,
        ...withEntries(note, [added]),
        ...(request === undefined ? { isChanged: true } : { state: "working" }),
      }));
      return request !== undefined || isShown(id);
    },
    learn: (rows, askedAt = 0) => {
      const byId = new Map(rows.map((row) => [row.id, row]));
      const isLacked = (note: Note) => askedAt > sentAt && !byId.has(note.id);
      const held = (note: Note) => (isLacked(note) ? unsent(note) : note);
      change((notes) => {
        const left = notes.filter((note) => !(isLacked(note) && isOthers(note)));
        const known = left.map((note) => merged(held(note), byId.get(note.id))).filter((note) => !isPast(note));
        const ids = new Set(notes.map(({ id }) => id));
        return [...known, ...rows.flatMap((row) => (ids.has(row.id) ? [] : noteOf(row, page)))];
      });
    },
    outgoing: (page) =>
      (page === undefined
        ? shown()
        : all().filter((note) => goesAlong(note) && (!isApart(note, page) || note.state === undefined || note.isChanged === true))
      ).map(asSent),
    pictured: (page) =>
      shown().filter((note) => note.withPicture === true && (note.taken !== undefined || (isOpen(note) && !isApart(note, page)))),
    markSent: (sent, pictured) => {
      sentAt = Date.now();
      const texts = new Map(sent.map((one) => [one.id, JSON.stringify(contentOf(one))]));
      change((notes) =>
        notes.map((note) => {
          const text = texts.get(note.id);
          if (text === undefined) return note;
          // What was written while it was on its way goes with the next.
          const isChanged = text !== JSON.stringify(contentOf(note));
          const state = shownState(note);
          return {
            ...note,
            state: state === "draft" ? "sent" : state,
            isChanged,
            withPicture: note.withPicture === true && pictured?.has(note.id) !== true,
          };
        }),
      );
    },
  };
}

/** What is on its way, or equal, stays the object that it is: nothing is drawn anew for it. */
function sameOr(mine: Note | undefined, theirs: Note, changed: ReadonlySet<string>): Note {
  return mine !== undefined && (changed.has(mine.id) || JSON.stringify(mine) === JSON.stringify(theirs)) ? mine : theirs;
}

/** What changes with each change that a person makes of an annotation; a reading of the page names its target anew, and others write to its thread. */
function contentOf({ comment, editedAt, checks = [], thread = [] }: Annotation): readonly unknown[] {
  return [comment, editedAt, checks, thread.flatMap(({ id, by, origin }) => (by === "user" && origin === undefined ? [id] : []))];
}

/** Whether a note is sent with a capture: one that is not the user's only with what they have added to it. */
export function goesAlong({ origin, isChanged }: Note): boolean {
  return origin === undefined || isChanged === true;
}

/** How many have something that the project has not heard. */
export function unsentOf(notes: List): number {
  return notes.filter((note) => goesAlong(note) && (note.state === undefined || note.isChanged === true)).length;
}

/** What did not arrive by itself goes with the next capture. */
function withChange(note: Note): Note {
  return { ...note, isChanged: true };
}

/** Of two edits the later one counts, also where the clock was set back between them: its time, with year 9999 the last there is. */
function timeAfter({ editedAt }: Note): string {
  const ms = Math.max(Date.now(), editedAt === undefined ? 0 : Date.parse(editedAt) + 1);
  return new Date(Math.min(ms, Date.UTC(9999, 11, 31))).toISOString();
}

function asOwn({ origin: _origin, from: _from, isRewritten: _isRewritten, isUnreceipted: _isUnreceipted, ...note }: Note): Note {
  return note;
}

/** A note as the project has it where it is not the user's there: then its words are the project's. What the user has edited stays theirs. */
function withOrigin(note: Note, { origin = "here", from, isChanged, annotation }: PlacedStateRow): Note {
  if (origin === "here") return asOwn(note);
  if (note.origin === undefined && note.isChanged === true) return note;
  const { comment, kind, severity, wanted, checks, editedAt } = annotation ?? note;
  const words = { comment, kind, severity, wanted, checks };
  const mine = { comment: note.comment, kind: note.kind, severity: note.severity, wanted: note.wanted, checks: note.checks };
  const wasOwn = note.origin === undefined || note.isUnreceipted === true;
  const isSame = annotation !== undefined && JSON.stringify(words) === JSON.stringify(mine);
  return {
    ...note,
    ...words,
    ...{ origin, from },
    ...withoutUndefined({ editedAt, isRewritten: isChanged, isUnreceipted: wasOwn && isSame && isChanged !== true ? true : undefined }),
  };
}

function merged(known: Note, row: PlacedStateRow | undefined): Note {
  if (row === undefined) return known;
  const { state, by, verdict, thread, isUndecided } = row;
  // Its page may have been left before the sending ended.
  const note = withOrigin(known.isChanged === true && hasAll(row, known) ? { ...known, isChanged: false } : known, row);
  const whole = withEntries(note, thread);
  const next: Note = {
    ...note,
    ...whole,
    state,
    isUndecided,
    ...(by === undefined ? {} : { by }),
    ...(verdict === undefined ? {} : { verdict }),
  };
  return JSON.stringify(next) === JSON.stringify(known) ? known : next;
}

/** The user's own note as it stands where the project does not have it: its folder was emptied. What is settled may be in the archive, which is not asked. */
function unsent(note: Note): Note {
  const { state, ...own } = note;
  return note.origin === undefined && state !== undefined && isUnresolved(state) ? { ...own, isChanged: true } : note;
}

/** Whether the user has written nothing of a note, nor ever had. */
function isOthers({ origin, isChanged, isRewritten, isUnreceipted, thread = [] }: Note): boolean {
  const isTouched = isChanged === true || isRewritten === true || isUnreceipted === true;
  return origin !== undefined && !isTouched && !thread.some((entry) => entry.by === "user" && entry.origin === undefined);
}

function hasAll({ annotation, thread }: PlacedStateRow, note: Note): boolean {
  if (annotation === undefined) return false;
  const [has, wants] = [{ ...annotation, thread }, note].map(({ checks = [], thread = [], comment, editedAt = "" }) => ({
    words: JSON.stringify([comment, editedAt]),
    parts: [...checks.map((check) => JSON.stringify(check)), ...thread.map(({ id }) => id)],
  }));
  return has?.words === wants?.words && wants?.parts.every((part) => has?.parts.includes(part)) === true;
}

/** The project has heard that it is done: of what the user has deleted nothing is left here, of others after two weeks. */
function isPast(note: Note): boolean {
  if (note.state !== "accepted" || note.isChanged === true) return false;
  const doneAt = Date.parse(threadOf(note).at(-1)?.at ?? note.createdAt);
  return note.isDeleted === true || Date.now() - doneAt > acceptedMs;
}

/** A note that this browser has not had: written in another one, or imported. */
function noteOf(row: PlacedStateRow, pageUrl: string): readonly Note[] {
  const { state, annotation, url = "" } = row;
  if (annotation === undefined || state === "accepted" || !isOneDocument(url, pageUrl)) return [];
  const { origin: _origin, from: _from, ...plain } = annotation;
  const origin = row.origin === "here" ? undefined : row.origin;
  // "Go there" leads to it: a repository may have written any.
  const own = annotation.url !== undefined && isSameOrigin(annotation.url, url) ? annotation.url : url;
  return [{ ...merged(origin === undefined ? plain : { ...plain, origin }, row), url: own }];
}

/** Without what stands beside it in this browser alone. */
export function asSent({
  state: _state,
  by: _by,
  isChanged: _isChanged,
  isUndecided: _isUndecided,
  isDeleted: _isDeleted,
  withPicture: _picture,
  taken: _taken,
  origin: _origin,
  from: _from,
  isRewritten: _isRewritten,
  isUnreceipted: _isUnreceipted,
  thread,
  ...annotation
}: Note): Annotation {
  // What is in the thread in the user's name and is not theirs is not sent as theirs.
  return thread === undefined ? annotation : { ...annotation, thread: thread.filter((entry) => entry.origin === undefined) };
}
