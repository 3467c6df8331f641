import { type Accessor, createEffect, createSignal, on } from "solid-js";
import type { AnnotationTarget } from "../../host/contract/annotation.js";
import type { Capture } from "../../host/contract/capture.js";
import type { Mark } from "../page-api.js";
import { inspectTexts } from "../sidebar/texts.js";
import { type Finding, type Findings, findingsOf } from "./findings.js";
import type { InspectFacts, InspectPorts } from "./ports.js";

/** What a capture sees, and what the user does with it. */
export type InspectState = ReturnType<typeof createInspect>;

export function createInspect(ports: InspectPorts, facts: Accessor<InspectFacts>) {
  const [capture, setCapture] = createSignal<Capture>();
  const [findings, setFindings] = createSignal<Findings>();
  const [shown, setShown] = createSignal<object>();
  let isRead = false;

  function mark(what: object | undefined, marks: readonly Mark[]): void {
    setShown(what);
    ports.mark(marks);
  }

  async function read(audit: boolean): Promise<undefined> {
    const fresh = await ports.read(audit);
    setCapture(fresh);
    setFindings(findingsOf(fresh));
    mark(undefined, []);
  }

  const readAgain = () => ports.run(inspectTexts.reading, () => read(false));

  createEffect(
    on(
      () => facts().shown,
      (isShown) => isShown || mark(undefined, []),
      { defer: true },
    ),
  );
  // The page is read when the tab is first shown, later only on request. Waits for a running task.
  createEffect(() => {
    const { shown: isShown, busy } = facts();
    if (!isShown || busy || isRead) return;
    isRead = true;
    void readAgain();
  });

  return {
    ports,
    facts,
    /** Undefined while the page is read for the first time. */
    findings,
    accessibility: () => capture()?.accessibility ?? { status: "not-run", findings: [] },
    readAgain,
    runAxe: () => ports.run(inspectTexts.runningAxe, () => read(true)),
    /** What is outlined on the page: a finding, or a list of them. */
    shown,
    /** Toggles its outline. */
    show: (what: object, marks: readonly Mark[]) => {
      if (shown() === what) return mark(undefined, []);
      mark(what, marks);
      const [first] = marks;
      if (first !== undefined) ports.reveal(first.target);
    },
    isNoted: ({ note, target }: Finding) =>
      facts().annotations.some((one) => one.comment === note.comment && keysOf(one.target) === keysOf(target)),
    note: ({ note, target }: Finding): void => ports.addNote(target, note, inspectTexts.noteAdded),
  };
}

/** Returns a key that is stable across readings. */
function keysOf(target: AnnotationTarget): string {
  return target.type === "element" ? target.elements.map(({ key }) => key).join() : target.type;
}
