import { type Accessor, createEffect, createSignal, on, onCleanup } from "solid-js";
import type { AnnotationTarget } from "../../../host/contract/annotation.js";
import { isOnePage } from "../../../host/contract/page.js";
import type * as judge from "../../inspect/findings.js";
import type { Findings, ListedFinding } from "../../inspect/findings.js";
import { loadScript } from "../scripts.js";
import { texts } from "../texts.js";
import type { SidebarState } from "./sidebar.js";

export interface InspectState {
  readonly sidebar: SidebarState;
  readonly isBusy: Accessor<boolean>;
  /** Undefined while the page is read for the first time. */
  readonly findings: Accessor<Findings | undefined>;
  readAgain(): Promise<void>;
  /** The finding that is outlined on the page. */
  readonly shown: Accessor<ListedFinding | undefined>;
  toggle(finding: ListedFinding): void;
  isNoted(finding: ListedFinding): boolean;
  note(finding: ListedFinding): void;
}

/** Judges captures with the code that the tools judge with: a script of its own, since few need it. */
const loadJudge = () => loadScript<typeof judge>("inspect");

export function createInspect(sidebar: SidebarState): InspectState {
  const { annotations, lines, tab, tasks, setMarks } = sidebar;
  const [judged, setJudged] = createSignal<{ readonly findings: Findings; readonly url: string }>();
  const [shown, setShown] = createSignal<ListedFinding>();
  const isBusy = () => tasks.running() !== "";
  const findings = () => (isOnePage(judged()?.url ?? "", lines.url()) ? judged()?.findings : undefined);
  let readFor = "";

  function show(finding?: ListedFinding): void {
    setShown(finding);
    setMarks(finding === undefined ? [] : [{ target: finding.target, kind: "found" }]);
  }

  const readAgain = () =>
    tasks.run(texts.reading, async () => {
      const [{ findingsOf }, { capture, url }] = await Promise.all([loadJudge(), sidebar.read()]);
      setJudged({ findings: findingsOf(capture), url });
      show();
      return undefined;
    });

  createEffect(on(tab, (now) => now === "inspect" || show(), { defer: true }));
  // Each page is read when the tab first shows it, later only on request. Waits for a running task.
  createEffect(() => {
    if (tab() !== "inspect" || isBusy() || readFor === lines.url()) return;
    readFor = lines.url();
    void readAgain();
  });
  onCleanup(() => setMarks([]));

  return {
    sidebar,
    isBusy,
    findings,
    readAgain,
    shown,
    toggle: (finding) => {
      if (shown() === finding) return show();
      show(finding);
      lines.page.reveal(finding.target).catch(tasks.fail);
    },
    isNoted: ({ note, target }) => annotations.list().some((one) => one.comment === note.comment && keysOf(one.target) === keysOf(target)),
    note: ({ note, target }) => {
      const id = annotations.add(target, note, lines.url());
      tasks.notify({ kind: "done", text: "Note added. It goes to the agent with the capture.", undo: () => void annotations.remove(id) });
    },
  };
}

/** Returns a key that is stable across readings. */
function keysOf(target: AnnotationTarget): string {
  return target.type === "element" ? target.elements.map(({ key }) => key).join() : target.type;
}
