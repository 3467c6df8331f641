import { batch, createEffect, createSignal, on } from "solid-js";
import type { AnnotationTarget } from "../../../host/contract/annotation.js";
import type { Frozen, Glimpse, Mark, ReadOptions } from "../../page-api.js";
import type { Lines } from "../connect.js";
import { editorLabels, placeText, texts } from "../texts.js";
import { createAnnotations, shownState } from "./annotations.js";
import { createAnnouncements } from "./announcements.js";
import { createDraft } from "./draft.js";
import { createExport } from "./export.js";
import { createFollowing } from "./follow.js";
import { createLayout, type PanelState } from "./layout.js";
import { askOperation, createProject } from "./project.js";
import type { Reading } from "./reading.js";
import { createAutomaticAnswers, createSend, type SendOptions } from "./send.js";
import { createTasks } from "./tasks.js";

/** What the pointer does on the page. */
export type Mode = "idle" | "pick" | "region";
export type Tab = "notes" | "inspect";

/** The sidebar's whole state and what can be done with it; components only show it. */
export type SidebarState = ReturnType<typeof createSidebar>;

/** Several that are accepted within so many milliseconds are sent together. */
const acceptMs = 800;
/** Pause before the sidebar closes, in milliseconds. */
const closeMs = 50;
/** The browser has handed an address to the system within so many milliseconds, its question to the person included. */
const handOverMs = 60_000;

export function createSidebar(lines: Lines) {
  const tasks = createTasks();
  const annotations = createAnnotations(lines.ask, (id, text) => project.answer(id, text), tasks);
  const draft = createDraft(lines.ask, annotations, tasks);
  const project = createProject(lines, annotations, draft, tasks);
  const [tab, setTab] = createSignal<Tab>("notes");
  const [mode, setMode] = createSignal<Mode>(lines.facts.start === "pick" ? "pick" : "idle");
  // After a note the picker stays on, and the panel is back.
  const [isResting, setResting] = createSignal(false);
  const [hasPageFocus, setPageFocus] = createSignal(lines.facts.start === "pick");
  const [isTextSelected, setTextSelected] = createSignal(false);
  const [isPeeking, setPeeking] = createSignal(false);
  const [pointed, setPointed] = createSignal<readonly Glimpse[]>([]);
  const [frozen, setFrozen] = createSignal<Frozen>();
  const [moving, setMoving] = createSignal<string>();
  const [marks, setMarks] = createSignal<readonly Mark[]>([]);
  const [reading, setReading] = createSignal<Reading>();
  // Elements are known by a reading, or because the person has picked them: before that all would count as gone.
  const [isPageKnown, setPageKnown] = createSignal(false);
  const [gone, setGone] = createSignal<readonly string[]>([]);
  const panel = (): PanelState => {
    if (mode() === "idle") return "open";
    if (isPeeking()) return "away";
    return isResting() || draft.current() !== undefined ? "open" : "folded";
  };
  const layout = createLayout(lines, () => mode() !== "idle", panel, tasks);

  function point(wanted: Exclude<Mode, "idle">, isByKey = false): void {
    setResting(false);
    setPageFocus(isByKey);
    setMode(wanted);
  }

  function stopPointing(): void {
    setMoving(undefined);
    if (mode() === "idle") return;
    setMode("idle");
    setPageFocus(false);
    setPointed([]);
    lines.page.letGo().catch(tasks.fail);
  }

  async function read(options: ReadOptions = {}, noted = annotations.outgoing()): Promise<Reading> {
    const read = await lines.page.read(noted, { names: project.config()?.componentNames === true, ...options });
    const fresh = { ...read, capture: JSON.parse(read.json) };
    setReading(fresh);
    setPageKnown(true);
    return fresh;
  }

  /** In a frame of our own: the page's policy does not apply to that, and no tab opens. */
  async function openSource(source: string): Promise<void> {
    const { editor } = layout.current();
    const marked = await lines.page.marked(source);
    const input = { source, editor, ...(marked === "" ? {} : { marked }) };
    const { editorUrl, opened = source } = await askOperation(lines.ask, "config:get", input);
    if (editorUrl === undefined)
      throw new Error("The project's service is too old to open files. Update svc in the project, then restart your agent.");
    const frame = Object.assign(document.createElement("iframe"), { className: "spoken", title: texts.openSource, src: editorUrl });
    frame.tabIndex = -1;
    frame.ariaHidden = "true";
    document.body.append(frame);
    setTimeout(() => frame.remove(), handOverMs);
    tasks.notify({ kind: "done", text: `Opening ${opened} in ${editorLabels[editor]}.` });
  }

  function moveTo(id: string, target: AnnotationTarget): void {
    const undo = annotations.move(id, target);
    setPageKnown(true);
    const number = annotations.list().findIndex((one) => one.id === id) + 1;
    tasks.notify({ kind: "done", text: `Note ${number} is about ${placeText(target)} now.`, undo });
  }

  /** The page has become another one without loading anew: what belongs to the old one is put away. The person did not ask for a reading. */
  async function turnTo(): Promise<void> {
    // How the new page stands may be pushed before the answer is here.
    project.forget();
    const opened = await lines.ask("page:open", {});
    project.assume(opened.trust);
    annotations.show(opened.annotations);
    draft.show(opened.draft);
    setReading(undefined);
    setPageKnown(false);
  }

  annotations.show(lines.opened.annotations);
  draft.show(lines.opened.draft);
  const announced = createAnnouncements({ list: annotations.list, requests: project.requests });
  // This document may have been loaded anew on a frozen page.
  if (lines.facts.start === "again") lines.page.freeze().then(setFrozen, tasks.fail);
  lines.onPage((event) => {
    if (event.type === "gone") setGone(event.ids);
    else if (event.type === "selected") setTextSelected(event.isSelected);
    else if (event.type === "reattach") moveTo(event.id, event.target);
    else if (event.type === "pick") point("pick", !document.hasFocus());
    else if (event.type === "viewport" && pointed().length > 0) {
      lines.page.look(pointed().map(({ handle }) => handle)).then(setPointed, tasks.fail);
    }
  });
  // What was written has been saved or discarded.
  createEffect(
    on(draft.current, (now, before) => {
      if (now !== undefined || before == null) return;
      setPointed([]);
      setResting(true);
    }),
  );
  createEffect(on(lines.url, () => void turnTo().catch(tasks.fail), { defer: true }));
  createEffect(() => {
    const pins = layout.current().arePinsHidden
      ? []
      : annotations.list().flatMap((one, index) => {
          const [state, { id, severity, target }] = [shownState(one), one];
          // What is accepted is done: it stays in the list.
          return state === "accepted" ? [] : [{ id, number: index + 1, severity, state, target }];
        });
    const target = draft.current()?.target;
    const drafted: readonly Mark[] = target === undefined ? [] : [{ target, kind: "chosen" }];
    lines.page.mark(isPageKnown() ? pins : [], [...marks(), ...drafted]).catch(tasks.fail);
  });

  const following = createFollowing(lines, () => sendNow({ sendAnyway: false }), tasks);
  const sendNow = createSend({ lines, project, tasks, annotations, read, placeOf: following.placeOf });
  let acceptTimer: ReturnType<typeof setTimeout> | undefined;

  /** Whether the page can be sent; `blocked` waits for the user's decision. */
  function sending(): "enabled" | "blocked" | "hidden" {
    if (project.connection()?.state !== "connected") return "hidden";
    return project.trust() === "untrusted" ? "blocked" : "enabled";
  }

  async function send(options: SendOptions): Promise<void> {
    draft.save();
    await sendNow(options);
    // What the page showed under the pointer has gone along.
    stopPointing();
  }

  createAutomaticAnswers(lines, project, send);
  return {
    lines,
    project,
    annotations,
    draft,
    tasks,
    /** What a screen reader is to speak of states and requests that have changed. */
    announced,
    layout,
    following,
    mode,
    /** Begins to point at something on the page, with the panel out of the way. */
    point: (wanted: Exclude<Mode, "idle">) => point(wanted),
    /** Picking was started by the browser's key: the page has the focus still. */
    hasPageFocus,
    stopPointing,
    /** How much of the panel is shown. */
    panel,
    /** A key is held that takes the panel away. */
    setPeeking,
    /** The elements that the draft is about, where it is written beside them. */
    pointed,
    tab,
    setTab,
    /** The newest reading; undefined before the first. */
    reading,
    /** Ids of the annotations whose elements are not on the page now. */
    gone,
    /** What the Inspect tab outlines on the page. */
    setMarks,
    sending,
    /** Text of the page is selected. */
    isTextSelected,
    /** Begins a draft about the text that is selected on the page. */
    noteSelection: async () => {
      stopPointing();
      const target = await lines.page.selection();
      if (target === undefined) return;
      draft.begin({ target });
      setPageKnown(true);
    },
    /** Begins a draft about the whole page. */
    notePage: () => {
      stopPointing();
      draft.begin({ target: { type: "page" } });
    },
    /** Opens a source, as captures name one, in the person's editor. */
    openSource: (source: string) => openSource(source).catch(tasks.fail),
    /** What holds still on the page; undefined while it moves. */
    frozen,
    toggleFreeze: async () => {
      const now = setFrozen(await lines.page.freeze(frozen() === undefined));
      tasks.notify({ kind: "done", text: now === undefined ? "The page moves on from where it was." : texts.frozen(now.held, now.moving) });
    },
    /** The annotation that is to be moved: what is picked next becomes its target. */
    moving,
    /** Begins to pick another element for an annotation. */
    beginMove: (id: string) => {
      point("pick");
      setMoving(id);
    },
    /** What was picked becomes the target of the annotation that is being moved, or of a draft that is written beside it. */
    take: async (elements: readonly Glimpse[]) => {
      const id = moving();
      const target = await lines.page.target(elements.map(({ handle }) => handle));
      if (id !== undefined) {
        moveTo(id, target);
        return stopPointing();
      }
      // At once: another draft that is discarded for it must not count as the end of this one.
      batch(() => {
        draft.begin({ target });
        setPointed(elements);
      });
      setPageKnown(true);
    },
    /** Reads the page, with the user's annotations or those given. */
    read,
    readAgain: () => tasks.run(texts.reading, async () => void (await read())),
    /** Allows or disallows to read component names in the page's own world; a window asks the person. */
    allowNames: (allowed: boolean) =>
      tasks.run("Reading component names…", async () => {
        await project.allowPageWorld(allowed);
        // Refused in the window.
        if (project.config()?.componentNames !== allowed) return undefined;
        await read();
        return { kind: "done", text: allowed ? "Component names are read from now on." : "Component names are no longer read." };
      }),
    // The click has ended by then: a frame that is gone in the middle of it leaves the browser waiting.
    close: () => void setTimeout(() => lines.page.close().catch(tasks.fail), closeMs),
    /** Saves the draft, if there is one, and sends the page. */
    send,
    /** The same as soon as the project has answered, where the page can be sent and is still the same. */
    sendWhenAnswered: async () => {
      const url = lines.url();
      await project.answered();
      // Nobody asked for another page that stands there by now.
      if (lines.url() === url && sending() === "enabled") await send({ sendAnyway: false });
    },
    /** The user is content with what was done; it is sent soon after. */
    accept: (id: string) => {
      annotations.append(id, "accept", "");
      clearTimeout(acceptTimer);
      acceptTimer = setTimeout(() => sending() === "enabled" && void sendNow({ sendAnyway: false }), acceptMs);
    },
    exported: createExport(lines, tasks, annotations, layout, read),
  };
}
