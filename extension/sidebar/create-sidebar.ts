import { type Accessor, createEffect, createSignal, onCleanup, type Setter } from "solid-js";
import type { Annotation } from "../../host/contract/annotation.js";
import { type ExportActions, exportActions } from "../export/availability.js";
import type { Mark } from "../inspect/ports.js";
import { askResolved } from "./ask-operations.js";
import { createAutomatic } from "./create-automatic.js";
import { createConfig, type ProjectConfig } from "./create-config.js";
import { createDraft, type Draft, type DraftState } from "./create-draft.js";
import { createExport, type Export } from "./create-export.js";
import { createLayout, type LayoutState } from "./create-layout.js";
import { createNotes, type Notes } from "./create-notes.js";
import { createReading, type PageReading } from "./create-reading.js";
import { createRequests, type Requests } from "./create-requests.js";
import { createSend, type SendOptions } from "./create-send.js";
import { createStatus, type Status } from "./create-status.js";
import { createTasks, type Tasks } from "./create-task.js";
import type { Ports, Reading, ReadOptions } from "./ports.js";
import { texts } from "./texts.js";

/** What the pointer does on the page. */
export type Mode = "idle" | "pick" | "region";
export type Tab = "notes" | "inspect";

/** The sidebar's whole state and what can be done with it; components only show it. */
export interface SidebarState {
  readonly ports: Ports;
  readonly status: Status;
  readonly config: ProjectConfig;
  readonly reading: PageReading;
  readonly notes: Notes;
  readonly tasks: Tasks;
  readonly mode: Accessor<Mode>;
  readonly setMode: Setter<Mode>;
  readonly drafts: DraftState;
  readonly draft: Accessor<Draft | undefined>;
  readonly setDraft: (draft: Draft) => void;
  readonly tab: Accessor<Tab>;
  readonly setTab: Setter<Tab>;
  /** What the Inspect tab outlines on the page. */
  readonly marks: Accessor<readonly Mark[]>;
  readonly setMarks: Setter<readonly Mark[]>;
  readonly actions: Accessor<ExportActions>;
  open(): Promise<void>;
  /** Reads the page once the sidebar is painted, with the user's notes or those given. */
  read(options: ReadOptions, noted?: readonly Annotation[]): Promise<Reading>;
  readAgain(): Promise<void>;
  send(options: SendOptions): Promise<void>;
  readonly exported: Export;
  readonly requests: Requests;
  readonly layout: LayoutState;
  /** The panel is on the screen, and what it holds may come. */
  readonly isShown: Accessor<boolean>;
}

export function createSidebar(ports: Ports): SidebarState {
  const status = createStatus(ports);
  const reading = createReading(ports.page);
  const tasks = createTasks();
  const notes = createNotes(ports.ask, tasks.fail);
  const requests = createRequests(ports);
  const config = createConfig(ports, tasks.fail);
  const drafts = createDraft(ports.ask, tasks);
  const layout = createLayout(ports, tasks.fail);
  const [tab, setTab] = createSignal<Tab>("notes");
  const [marks, setMarks] = createSignal<readonly Mark[]>([]);
  const [isShown, setShown] = createSignal(false);
  const [mode, setMode] = createSignal<Mode>("idle");

  onCleanup(
    ports.onPush((push) => {
      if (push.type === "event" && push.event.type === "annotation:resolved") notes.resolve(push.event.id, push.event.resolution);
    }),
  );

  function actions(): ExportActions {
    const now = status.current();
    return exportActions(now?.connection.state ?? "broken", now?.trust ?? "untrusted");
  }

  async function read(options: ReadOptions = {}, noted = notes.list()): Promise<Reading> {
    // The browser paints the sidebar first: reading a large page takes a while.
    await nextPaint();
    return reading.read(noted, { names: config.current()?.componentNames === true, ...options });
  }

  /** Finds out how the page stands, what was written here before, and what the agent did meanwhile. */
  async function look(): Promise<void> {
    const kept = Promise.all([notes.load(), drafts.load()]).catch(tasks.fail);
    const answers = Promise.all([status.look(), kept]).then(readAnswers).catch(tasks.fail);
    await Promise.all([answers, kept.then(readAgain)]);
  }

  /** What the agent did while the sidebar was closed. */
  async function readAnswers(): Promise<void> {
    if (status.current()?.connection.state !== "connected") return;
    for (const { id, resolution } of await askResolved(ports.ask)) notes.resolve(id, resolution);
    await Promise.all([requests.look(), config.look()]);
  }

  function readAgain(): Promise<void> {
    return tasks.run(texts.reading, async () => {
      await read();
      return undefined;
    });
  }

  const state: SidebarState = {
    ports,
    status,
    config,
    reading,
    notes,
    tasks,
    tab,
    setTab,
    marks,
    setMarks,
    mode,
    setMode,
    drafts,
    draft: drafts.current,
    setDraft: drafts.set,
    actions,
    open: async () => {
      await layout.known;
      // The rest comes after the first sight.
      await nextPaint();
      setShown(true);
      await look();
    },
    read,
    readAgain,
    send: createSend({ ports, config, tasks, read }),
    exported: createExport(ports, tasks, read),
    requests,
    layout,
    isShown,
  };
  // The page may become another one without loading anew.
  createEffect(() => isShown() && onCleanup(ports.onMoved(() => void look())));
  createAutomatic(state);
  return state;
}

/** The tab may be in the background, where nothing is painted. */
const paintMs = 200;

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, paintMs);
  });
}
