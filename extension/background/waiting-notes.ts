import type { Annotation, AnnotationState } from "../../host/contract/annotation.js";
import { browser } from "../browser.js";
import { badgeColour } from "./request-badge.js";
import { loadNotes, type StoredPage } from "./sidebar-storage.js";

/** What is read of a note that the sidebar has stored. */
type StoredNote = Pick<Annotation, "status"> & { readonly state?: AnnotationState; readonly isDeleted?: boolean };

/** States in which a note waits for the user. */
const answered: ReadonlySet<string> = new Set(["question", "fixed", "wontfix", "duplicate", "invalid"]);

const shown = new Set<number>();

/** The sidebar of a tab is closed: the icon shows how many notes wait on its page until the page is left. */
export async function showWaiting({ tabId, ...page }: StoredPage & { readonly tabId: number }): Promise<void> {
  const { annotations } = await loadNotes(page);
  const notes: readonly StoredNote[] = annotations === "" ? [] : JSON.parse(annotations);
  const waiting = notes.filter(
    ({ isDeleted, state, status }) => isDeleted !== true && state !== "accepted" && (state !== undefined || status !== "resolved"),
  );
  if (waiting.length === 0) return;
  const answers = waiting.filter(({ state }) => state !== undefined && answered.has(state)).length;
  const words = `${waiting.length} ${waiting.length === 1 ? "note waits" : "notes wait"} on this page`;
  shown.add(tabId);
  try {
    await browser.action.setBadgeBackgroundColor({ tabId, color: answers > 0 ? "#be185d" : "#4b5565" });
    await browser.action.setBadgeText({ tabId, text: String(waiting.length) });
    await browser.action.setTitle({ tabId, title: answers === 0 ? words : `${words}, ${answers} answered by the agent` });
  } catch (error) {
    console.debug("svc: the tab is gone", error);
  }
}

/** The sidebar of a tab is open: it shows them itself. */
export async function hideWaiting(tabId: number): Promise<void> {
  if (!shown.delete(tabId)) return;
  // The colour of what is shown for all tabs.
  await browser.action.setBadgeBackgroundColor({ tabId, color: badgeColour });
  await browser.action.setBadgeText({ tabId, text: null });
  await browser.action.setTitle({ tabId, title: null });
}
