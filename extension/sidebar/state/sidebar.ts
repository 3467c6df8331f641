import { type Accessor, createEffect, createSignal, on } from "solid-js";
import { keepWords } from "../../../host/contract/annotation-state.js";
import type { EditorName } from "../../../host/contract/operations.js";
import { isOneDocument } from "../../../host/contract/page.js";
import { type Allowed, isConsentKind } from "../../messages.js";
import type { Frozen, Mark, Pin } from "../../page-api.js";
import type { Lines } from "../connect.js";
import { editorLabels, texts } from "../texts.js";
import { createAnnotations, isApart, shownState } from "./annotations.js";
import { createAnnouncements } from "./announcements.js";
import { createDraft } from "./draft.js";
import { createExport, type Exported } from "./export.js";
import { createLayout } from "./layout.js";
import { createOpenNote, type OpenNote } from "./open-note.js";
import type { Parts } from "./parts.js";
import { createPointing, type Mode, type Pointing } from "./pointing.js";
import { askOperation, createProject, isAskedFor, type Project } from "./project.js";
import { createReadings, type PageReadings } from "./reading.js";
import { createRecording, type Recording } from "./recording.js";
import {
  createAutomaticAnswers,
  createDoor,
  createLateCheck,
  type Door,
  type LateCheck,
  type SendDetails,
  type SendReason,
} from "./send.js";
import { createTasks, type Tasks } from "./tasks.js";

export type { Mode };
export type Tab = "notes" | "inspect";

export interface SidebarState
  extends Pick<Pointing, "mode" | "hasPageFocus" | "pointed" | "moving" | "panel" | "setPeeking" | "beginMove">,
    Pick<PageReadings, "read">,
    Recording,
    LateCheck,
    Parts {
  readonly exported: Exported;
  readonly announced: Accessor<string>;
  readonly tab: Accessor<Tab>;
  setTab(tab: Tab): void;
  readonly isSetting: Accessor<boolean>;
  setSetting(isOn: boolean): void;
  readonly openNote: OpenNote;
  readonly reading: PageReadings["current"];
  /** Ids of the annotations whose elements are not on the page now. */
  readonly gone: Accessor<readonly string[]>;
  setMarks(marks: readonly Mark[]): void;
  /** What holds still on the page; undefined while it moves. */
  readonly frozen: Accessor<Frozen | undefined>;
  toggleFreeze(): Promise<void>;
  readonly isTextSelected: Accessor<boolean>;
  point(wanted: Exclude<Mode, "idle">): void;
  stopPointing(): void;
  notePage(): void;
  openSource(source: string): Promise<void>;
  readAgain(): Promise<void>;
  /** Changes what the project's configuration remembers as allowed; what widens trust a window asks. */
  allow(kind: Allowed, allowed: boolean): Promise<void>;
  readonly sending: Project["sending"];
  send(reason: SendReason, details?: SendDetails): Promise<boolean>;
  readonly beginSend: Door["begin"];
  /** Saves what is written; what it adds to a conversation is sent soon after, unless it is `local`. Returns the annotation's id; undefined when nothing is written. */
  saveDraft(isLocal?: boolean): string | undefined;
  /** The user is content with what was done; it is sent soon after. */
  accept(id: string): void;
  /** The same, and the project's tests keep it from then on. */
  keep(id: string): void;
  close(): void;
}

/** Pause before the sidebar closes, in milliseconds. */
const closeMs = 50;
/** The browser has handed an address to the system within so many milliseconds, its question to the person included. */
const handOverMs = 60_000;

export function createSidebar(lines: Lines): SidebarState {
  const tasks = createTasks();
  const annotations = createAnnotations(lines.ask, (...answer) => project.answer(...answer), tasks);
  const draft = createDraft(lines, annotations, tasks);
  const project: Project = createProject(lines, annotations, draft, tasks);
  const pointing = createPointing(lines, draft.current, tasks);
  const layout = createLayout(lines, pointing.now, pointing.panel, tasks);
  const readings = createReadings(lines, annotations, project);
  const parts: Parts = { lines, project, annotations, draft, tasks, layout };
  const door: Door = createDoor(parts, readings, pointing.stop, () => recording);
  const [tab, setTab] = createSignal<Tab>("notes");
  const [isSetting, setSetting] = createSignal(false);
  const [marks, setMarks] = createSignal<readonly Mark[]>([]);

  followTurns(parts, readings);
  createAutomaticAnswers(lines, project, door);
  showMarks(parts, marks);
  const watched = watchPage(lines, tasks);
  const recording = createRecording(parts, pointing);
  lines.onPage((event) => event.type === "note-selected" && recording.noteSelection().catch(tasks.fail));

  function accept(id: string, words = ""): void {
    annotations.append(id, "accept", words);
    door.sendSoon("accept", lines.url());
  }

  function saveDraft(isLocal = false): string | undefined {
    const entry = draft.current()?.entry;
    const id = draft.save(isLocal);
    // The answer to an open question has gone by itself.
    if (entry !== undefined && !isLocal && annotations.list().find((one) => one.id === id)?.isChanged === true)
      door.sendSoon(entry, lines.url());
    return id;
  }

  /** Refused in the window, nothing is read anew. */
  const allow = async (kind: Allowed, allowed: boolean) => {
    const isAsked = allowed && isConsentKind(kind);
    await tasks.confirm(isAsked ? texts.confirming : "", () => project.allow(kind, allowed));
    if (kind !== "page-world" || project.config()?.componentNames !== allowed) return;
    await tasks.run(texts.reading, async () => {
      await readings.read();
      return { kind: "done", text: allowed ? "File and line are shown from now on." : "File and line are no longer read." };
    });
  };

  const { mode, hasPageFocus, pointed, moving, panel, setPeeking, beginMove } = pointing;
  return {
    ...parts,
    ...{ mode, hasPageFocus, pointed, moving, panel, setPeeking, beginMove },
    ...{ tab, setTab, isSetting, setSetting, setMarks, saveDraft, allow },
    ...recording,
    ...watched,
    ...createLateCheck(lines, watched.gone, annotations, project, door),
    openNote: createOpenNote(annotations.list, project.requests, lines.url),
    announced: createAnnouncements({ list: annotations.list, requests: project.requests }),
    reading: readings.current,
    read: readings.read,
    readAgain: () => tasks.run(texts.reading, async () => void (await readings.read())),
    exported: createExport(parts, readings.read),
    point: (wanted) => pointing.begin(wanted),
    stopPointing: () => pointing.stop(layout.current().isCollapsed),
    notePage: () => {
      pointing.stop();
      draft.begin({ target: { type: "page" } });
    },
    openSource: (source) => openSource(lines, tasks, layout.current().editor, source).catch(tasks.fail),
    sending: project.sending,
    send: (reason, details) => door.send(reason, lines.url(), details),
    beginSend: door.begin,
    accept: (id) => accept(id),
    keep: (id) => accept(id, keepWords),
    // The click has ended by then: a frame that is gone in the middle of it leaves the browser waiting.
    close: () => void setTimeout(() => lines.page.close().catch(tasks.fail), closeMs),
  };
}

function watchPage(
  { page, onPage, facts }: Lines,
  { fail, notify }: Tasks,
): Pick<SidebarState, "gone" | "isTextSelected" | "frozen" | "toggleFreeze"> {
  const [gone, setGone] = createSignal<readonly string[]>([]);
  const [isTextSelected, setTextSelected] = createSignal(false);
  const [frozen, setFrozen] = createSignal<Frozen>();
  onPage((event) => {
    if (event.type === "gone") setGone(event.ids);
    else if (event.type === "selected") setTextSelected(event.isSelected);
  });
  // This document may have been loaded anew on a frozen page.
  if (facts.start === "again") page.freeze().then(setFrozen, fail);
  return {
    gone,
    isTextSelected,
    frozen,
    toggleFreeze: async () => {
      const now = setFrozen(await page.freeze(frozen() === undefined));
      notify({ kind: "done", text: now === undefined ? "The page moves on from where it was." : texts.frozen(now.held, now.moving) });
    },
  };
}

function showMarks({ lines, annotations, draft, project, layout, tasks }: Parts, marks: Accessor<readonly Mark[]>): void {
  createEffect(() => {
    const noted: readonly Pin[] = layout.current().arePinsHidden
      ? []
      : annotations.list().flatMap((one, index) => {
          const [state, { id, severity, target }] = [shownState(one), one];
          // What is accepted is done: it stays in the list.
          return state === "accepted" || isApart(one, lines.url()) ? [] : [{ id, number: index + 1, severity, state, target }];
        });
    const asked = project.requests().flatMap((request, index): Pin[] => {
      const { id, element } = request;
      if (element === undefined || !isAskedFor(request, lines.url())) return [];
      const target = { type: "element" as const, elements: [element] };
      return [{ id, number: annotations.list().length + index + 1, severity: "medium", state: "question", target }];
    });
    const pins = [...noted, ...asked];
    const target = draft.current()?.target;
    const drafted: readonly Mark[] = target === undefined ? [] : [{ target, kind: "chosen" }];
    lines.page.mark(pins, [...marks(), ...drafted]).catch(tasks.fail);
  });
}

/** Opens a source, as captures name one, in an editor. In a frame of our own: the page's policy does not apply to that, and no tab opens. */
async function openSource({ ask, page }: Lines, { notify }: Tasks, editor: EditorName, source: string): Promise<void> {
  const marked = await page.marked(source);
  const input = { source, editor, ...(marked === "" ? {} : { marked }) };
  const { editorUrl = "", opened = source } = await askOperation(ask, "config:get", input);
  const frame = Object.assign(document.createElement("iframe"), { className: "spoken", title: texts.openSource, src: editorUrl });
  frame.tabIndex = -1;
  frame.ariaHidden = "true";
  document.body.append(frame);
  setTimeout(() => frame.remove(), handOverMs);
  notify({ kind: "done", text: `Opening ${opened} in ${editorLabels[editor]}.` });
}

/** Shows what is stored of the page, and again each time that its document becomes another page without loading anew. */
function followTurns({ lines, annotations, draft, project, tasks }: Parts, readings: PageReadings): void {
  // The page whose notes are shown.
  let shown = lines.url();

  function show(stored: { readonly annotations: string; readonly draft: string }, page: string): void {
    shown = page;
    annotations.show(stored.annotations, page);
    draft.show(stored.draft, page);
    project.showing();
  }

  /** Puts away what belongs to the page before: of the same document, what was read of it alone. The person did not ask for a reading. */
  async function turnTo(url: string): Promise<void> {
    const isDocument = isOneDocument(url, shown);
    readings.forget();
    // How the new page stands may be pushed before the answer is here. Back at the page whose notes are shown, there is nothing to wait for.
    if (isDocument) project.showing();
    else project.forget();
    const opened = await lines.ask("page:open", {}, url);
    // Another turn shows what is stored of the page that stands there by now.
    if (isDocument || lines.url() !== url) return;
    project.assume(opened.trust);
    if (draft.written()?.comment.trim()) tasks.notify({ kind: "done", text: texts.leftBehind });
    show(opened, url);
  }

  show(lines.opened, shown);
  createEffect(on(lines.url, (url) => void turnTo(url).catch(tasks.fail), { defer: true }));
}
