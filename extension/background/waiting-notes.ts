import type { Annotation, AnnotationState } from "../../host/contract/annotation.js";
import { isUnresolved } from "../../host/contract/annotation-state.js";
import type { ServiceEvent } from "../../host/contract/events.js";
import { browser } from "../browser.js";
import { badgeColour } from "./request-badge.js";
import { loadNotes, type StoredPage } from "./sidebar-storage.js";

/** What is read of a note that the sidebar has stored. */
type StoredNote = Pick<Annotation, "id" | "status"> & { readonly state?: AnnotationState; readonly isDeleted?: boolean };

/** States in which a note waits for the user. */
const answeredStates: ReadonlySet<AnnotationState> = new Set(["question", "fixed", "wontfix", "duplicate", "invalid"]);

/** For so long answers are waited for after a sidebar was closed, in milliseconds. */
const answersMs = 10 * 60_000;

/** A tab whose sidebar is closed, with notes that wait. */
interface ClosedTab {
  /** Those that nobody has dealt with. */
  readonly waiting: ReadonlySet<string>;
  readonly answered: Set<string>;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** `onEnd` runs when no answer is waited for any more. */
export function makeWaitingNotes(onEnd: () => void) {
  const tabs = new Map<number, ClosedTab>();
  const shown = new Set<number>();

  function forget(tabId: number): void {
    clearTimeout(tabs.get(tabId)?.timer);
    if (tabs.delete(tabId) && tabs.size === 0) onEnd();
  }

  async function paint(tabId: number, waiting: number, answered: number): Promise<void> {
    shown.add(tabId);
    const words = `${waiting} ${waiting === 1 ? "note waits" : "notes wait"} on this page`;
    try {
      await browser.action.setBadgeBackgroundColor({ tabId, color: answered > 0 ? "#be185d" : "#4b5565" });
      await browser.action.setBadgeText({ tabId, text: String(waiting) });
      await browser.action.setTitle({ tabId, title: answered === 0 ? words : `${words}, ${answered} answered by the agent` });
    } catch (error) {
      console.debug("svc: the tab is gone", error);
    }
  }

  return {
    /** The sidebar of a tab was closed. */
    show: async ({ tabId, ...page }: StoredPage & { readonly tabId: number }) => {
      const { annotations } = await loadNotes(page);
      const all: readonly StoredNote[] = annotations === "" ? [] : JSON.parse(annotations);
      const open = all.filter(
        ({ isDeleted, state, status }) => isDeleted !== true && (state ?? (status === "resolved" ? "accepted" : "draft")) !== "accepted",
      );
      if (open.length === 0) return;
      const waiting = new Set(open.map(({ id }) => id));
      const answered = new Set(open.filter(({ state }) => state !== undefined && answeredStates.has(state)).map(({ id }) => id));
      if (open.some(({ state }) => state !== undefined && isUnresolved(state))) {
        tabs.set(tabId, { waiting, answered, timer: setTimeout(() => forget(tabId), answersMs) });
      }
      await paint(tabId, waiting.size, answered.size);
    },
    /** The tab has a sidebar again, or another page. */
    hide: async (tabId: number) => {
      forget(tabId);
      if (!shown.delete(tabId)) return;
      // The colour of what is shown for all tabs.
      await browser.action.setBadgeBackgroundColor({ tabId, color: badgeColour });
      await browser.action.setBadgeText({ tabId, text: null });
      await browser.action.setTitle({ tabId, title: null });
    },
    /** The tab is gone. */
    forget,
    /** Returns whether an agent may still answer: then events are needed. */
    isWaiting: () => tabs.size > 0,
    hear: async (event: ServiceEvent) => {
      const rows = statesOf(event);
      for (const [tabId, { waiting, answered }] of tabs) {
        const before = answered.size;
        for (const { id, state } of rows) if (waiting.has(id) && answeredStates.has(state)) answered.add(id);
        if (answered.size > before) await paint(tabId, waiting.size, answered.size);
      }
    },
  };
}

function statesOf(event: ServiceEvent): readonly { readonly id: string; readonly state: AnnotationState }[] {
  if (event.type === "annotation:resolved") return [{ id: event.id, state: event.state?.state ?? event.resolution.action }];
  return event.type === "config:changed" ? (event.states ?? []) : [];
}
