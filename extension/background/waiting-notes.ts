import type { AnnotationState } from "../../host/contract/annotation.js";
import { isUnresolved, waitsForUser } from "../../host/contract/annotation-state.js";
import type { HeardEvent } from "../../host/contract/events.js";
import type { Note } from "../sidebar/state/annotations.js";
import type { IconPainter } from "./icon-painter.js";
import { loadNotes, type StoredPage } from "./sidebar-storage.js";

/** For so long answers are waited for after a sidebar was closed, in milliseconds. */
const answersMs = 10 * 60_000;

interface WaitingTab {
  readonly where: string;
  /** Those that nobody has dealt with. */
  readonly waiting: ReadonlySet<string>;
  readonly answered: Set<string>;
}

/** Shows on the icon how many notes wait where no sidebar shows them. `onEnd` runs when no answer is waited for any more. */
export function makeWaitingNotes(icon: IconPainter, onEnd: () => void) {
  const tabs = new Map<number, WaitingTab>();
  /** Tabs in which an agent may still answer. */
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const turns = new Map<number, object>();

  function forget(tabId: number): void {
    turns.delete(tabId);
    tabs.delete(tabId);
    endWait(tabId);
  }

  function endWait(tabId: number): void {
    clearTimeout(timers.get(tabId));
    if (timers.delete(tabId) && timers.size === 0) onEnd();
  }

  const show = (tabId: number, { where, waiting, answered }: WaitingTab) =>
    icon.show(tabId, { shows: "notes", where, waiting: waiting.size, answered: answered.size });

  async function count(page: StoredPage, where: string): Promise<void> {
    const { tabId } = page;
    const turn = {};
    turns.set(tabId, turn);
    const { annotations } = await loadNotes(page);
    // A sidebar or another page has come meanwhile.
    if (turns.get(tabId) !== turn) return;
    const all: readonly Note[] = annotations === "" ? [] : JSON.parse(annotations);
    const open = all.filter(
      ({ isDeleted, state, status }) => isDeleted !== true && (state ?? (status === "resolved" ? "accepted" : "draft")) !== "accepted",
    );
    if (open.length === 0) return;
    const answered = open.filter(({ state }) => state !== undefined && waitsForUser(state));
    const tab: WaitingTab = { where, waiting: new Set(open.map(({ id }) => id)), answered: new Set(answered.map(({ id }) => id)) };
    tabs.set(tabId, tab);
    if (open.some(({ state }) => state !== undefined && isUnresolved(state)))
      timers.set(
        tabId,
        setTimeout(() => endWait(tabId), answersMs),
      );
    await show(tabId, tab);
  }

  return {
    /** A tab has no sidebar, on a page with the notes of this one. `where`: how it is called. Never rejects. */
    show: (page: StoredPage, where = "this page"): Promise<void> =>
      count(page, where).catch((error: unknown) => console.debug("svc: the notes that wait could not be counted", error)),
    hide: (tabId: number): Promise<void> => {
      forget(tabId);
      return icon.clear(tabId);
    },
    forget: (tabId: number): void => {
      forget(tabId);
      icon.forget(tabId);
    },
    /** Returns whether an agent may still answer: then events are needed. */
    isWaiting: () => timers.size > 0,
    hear: async (event: HeardEvent) => {
      const rows = statesOf(event);
      for (const [tabId, tab] of tabs) {
        const before = tab.answered.size;
        for (const { id, state } of rows) if (tab.waiting.has(id) && waitsForUser(state)) tab.answered.add(id);
        if (tab.answered.size > before) await show(tabId, tab);
      }
    },
  };
}

function statesOf(event: HeardEvent): readonly { readonly id: string; readonly state: AnnotationState }[] {
  if (event.type === "annotation:resolved") return [{ id: event.id, state: event.state?.state ?? "fixed" }];
  return event.type === "annotations:changed" ? event.states : [];
}
