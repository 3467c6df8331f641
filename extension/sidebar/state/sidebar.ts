import { type Accessor, createEffect, createSignal, on, onCleanup, type Setter } from "solid-js";
import type { Annotation } from "../../../host/contract/annotation.js";
import { type ExportActions, exportActions } from "../../export/availability.js";
import type { Mark, ReadOptions } from "../../page-api.js";
import type { Lines } from "../connect.js";
import { loadScript } from "../scripts.js";
import { texts } from "../texts.js";
import { type Annotations, createAnnotations } from "./annotations.js";
import { createDraft, type DraftState } from "./draft.js";
import { createExport, type Export } from "./export.js";
import { createLayout, type LayoutState } from "./layout.js";
import { createProject, type Project } from "./project.js";
import type { Reading } from "./reading.js";
import { createAutomaticAnswers, createSend, type SendOptions } from "./send.js";
import { createTasks, type Tasks } from "./tasks.js";

/** What the pointer does on the page. */
export type Mode = "idle" | "pick" | "region";
export type Tab = "notes" | "inspect";

/** The sidebar's whole state and what can be done with it; components only show it. */
export interface SidebarState {
  readonly lines: Lines;
  readonly project: Project;
  readonly annotations: Annotations;
  readonly draft: DraftState;
  readonly tasks: Tasks;
  readonly layout: LayoutState;
  readonly exported: Export;
  readonly mode: Accessor<Mode>;
  readonly setMode: Setter<Mode>;
  readonly tab: Accessor<Tab>;
  readonly setTab: Setter<Tab>;
  /** The newest reading; undefined before the first. */
  readonly reading: Accessor<Reading | undefined>;
  /** Ids of the annotations whose elements are not on the page now. */
  readonly gone: Accessor<readonly string[]>;
  /** What the Inspect tab outlines on the page. */
  readonly setMarks: Setter<readonly Mark[]>;
  readonly actions: Accessor<ExportActions>;
  /** Begins a draft about these elements of the page. */
  draftFor(handles: readonly number[]): Promise<void>;
  /** Reads the page, with the user's annotations or those given. */
  read(options: ReadOptions, annotations?: readonly Annotation[]): Promise<Reading>;
  readAgain(): Promise<void>;
  close(): void;
  /** Saves the draft, if there is one, and sends the page. */
  send(options: SendOptions): Promise<void>;
}

/** Pause before the sidebar closes, in milliseconds. */
const closeMs = 50;

export function createSidebar(lines: Lines): SidebarState {
  const tasks = createTasks();
  const annotations = createAnnotations(lines.ask, tasks.fail);
  const draft = createDraft(lines.ask, annotations, tasks);
  const project = createProject(lines, annotations, tasks.fail);
  const [tab, setTab] = createSignal<Tab>("notes");
  const [mode, setMode] = createSignal<Mode>("idle");
  const [marks, setMarks] = createSignal<readonly Mark[]>([]);
  const [reading, setReading] = createSignal<Reading>();
  // Elements are known by a reading, or because the person has picked them: before that all would count as gone.
  const [isPageKnown, setPageKnown] = createSignal(false);
  const [gone, setGone] = createSignal<readonly string[]>([]);
  const layout = createLayout(lines, () => mode() !== "idle", tasks.fail);

  async function read(options: ReadOptions = {}, noted = annotations.list()): Promise<Reading> {
    const read = await lines.page.read(noted, { names: project.config()?.componentNames === true, ...options });
    const fresh = { ...read, capture: JSON.parse(read.json), bytes: new Blob([read.json]).size };
    setReading(fresh);
    setPageKnown(true);
    return fresh;
  }

  function readAgain(): Promise<void> {
    return tasks.run(texts.reading, async () => {
      await read();
      return undefined;
    });
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
  onCleanup(
    lines.onPage((event) => {
      if (event.type === "gone") setGone(event.ids);
    }),
  );
  createEffect(on(lines.url, () => void turnTo().catch(tasks.fail), { defer: true }));
  createEffect(() => {
    const pins = annotations.list().map((one, index) => ({
      id: one.id,
      number: index + 1,
      severity: one.severity,
      isResolved: one.status === "resolved",
      target: one.target,
    }));
    const target = draft.current()?.target;
    const drafted: readonly Mark[] = target === undefined ? [] : [{ target, kind: "chosen" }];
    lines.page.mark(isPageKnown() ? pins : [], [...marks(), ...drafted]).catch(tasks.fail);
  });

  const sources = { lines, project, tasks, read };
  const sendNow = createSend(sources);
  const state: SidebarState = {
    lines,
    project,
    annotations,
    draft,
    tasks,
    layout,
    mode,
    setMode,
    tab,
    setTab,
    reading,
    gone,
    setMarks,
    actions: () => exportActions(project.connection()?.state ?? "broken", project.trust()),
    draftFor: async (handles) => {
      draft.begin({ target: await lines.page.target(handles) });
      setPageKnown(true);
    },
    read,
    readAgain,
    // The click has ended by then: a frame that is gone in the middle of it leaves the browser waiting.
    close: () => void setTimeout(() => lines.page.close().catch(tasks.fail), closeMs),
    send: (options) => {
      draft.save();
      return sendNow(options);
    },
    exported: createExport(lines, tasks, read, () => loadScript<typeof import("../../export/main.js")>("report")),
  };
  createAutomaticAnswers(sources, state.send);
  return state;
}
