import { type Accessor, createSignal, onCleanup, type Setter } from "solid-js";
import type { Annotation, AnnotationTarget } from "../../host/contract/annotation.js";
import { type ExportActions, exportActions } from "../export/availability.js";
import { askResolved } from "./ask-operations.js";
import { createConfig, type ProjectConfig } from "./create-config.js";
import { createExport, type Export } from "./create-export.js";
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

/** A note being written: a new one for a target, or the one with `id`. */
export interface Draft {
  readonly target: AnnotationTarget;
  readonly id?: string;
}

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
  readonly draft: Accessor<Draft | undefined>;
  readonly setDraft: Setter<Draft | undefined>;
  readonly actions: Accessor<ExportActions>;
  open(): Promise<void>;
  /** Reads the page once the sidebar is painted, with the user's notes or those given. */
  read(options: ReadOptions, noted?: readonly Annotation[]): Promise<Reading>;
  readAgain(): Promise<void>;
  send(options: SendOptions): Promise<void>;
  readonly exported: Export;
  readonly requests: Requests;
  readonly side: Accessor<Side>;
  readonly setSide: Setter<Side>;
}

export type Side = "left" | "right";

export function createSidebar(ports: Ports): SidebarState {
  const status = createStatus(ports);
  const reading = createReading(ports.page);
  const tasks = createTasks();
  const notes = createNotes(ports.ask, tasks.fail);
  const requests = createRequests(ports);
  const config = createConfig(ports, tasks.fail);
  const [side, setSide] = createSignal<Side>("right");
  const [mode, setMode] = createSignal<Mode>("idle");
  const [draft, setDraft] = createSignal<Draft>();

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

  return {
    ports,
    status,
    config,
    reading,
    notes,
    tasks,
    mode,
    setMode,
    draft,
    setDraft,
    actions,
    open: async () => {
      await Promise.all([status.look().then(readAnswers).catch(tasks.fail), notes.load().catch(tasks.fail).then(readAgain)]);
    },
    read,
    readAgain,
    send: createSend({ ask: ports.ask, config, tasks, read }),
    exported: createExport(ports, tasks, read),
    requests,
    side,
    setSide,
  };
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
