import type { Capture } from "../../host/contract/capture.js";
import { makeSerial } from "../../host/contract/serial.js";
import { trustOf } from "../../host/contract/trust.js";
import { browser } from "../browser.js";
import { type PageErrorsCommand, pageErrors, readPageErrors } from "../page-errors.js";
import type { Connections } from "./connections.js";

/**
 * Asks the frameworks of a page for the names of its components, in the page's own world: the one step that the extension takes there. It only
 * reads, requires the user's permission, and untrusted pages are excluded. Returns JSON, written by code that the page could have tampered with.
 */
export async function lookUpComponents(connections: Connections, pageUrl: string, tabId: number): Promise<string> {
  if (!(await isPageWorldAllowed(connections, pageUrl))) return "";
  const [answer] = await browser.scripting.executeScript({ target: { tabId }, world: "MAIN", files: ["page-world.js"] });
  return typeof answer?.result === "string" ? answer.result : "";
}

/** Records a page's errors in its own world from now on and reads those so far; null, and no longer, without the user's permission. */
export function hearPageErrors(
  connections: Connections,
  url: string,
  { tabId, isOpen }: { readonly tabId: number; readonly isOpen: () => boolean },
): Promise<Capture["console"] | null> {
  return serially(async () => {
    if (!(await isPageWorldAllowed(connections, url))) {
      await endPageErrors(tabId);
      return null;
    }
    const key = (await keyOf(tabId)) ?? crypto.randomUUID();
    await browser.storage.session.set({ [keyName(tabId)]: key });
    const entries = await runPageErrors(tabId, "start", key);
    // The sidebar may have closed meanwhile, and its end of the recording been in vain.
    if (!isOpen()) await endPageErrors(tabId);
    return entries;
  }, tabId);
}

/** Removes the listeners, where there are any. */
export function stopPageErrors(tabId: number): Promise<void> {
  return serially(() => endPageErrors(tabId), tabId);
}

/** One step of a tab at a time: two that began at once would each listen under a key of its own, and only one could be ended. */
const serially = makeSerial<number>();

async function endPageErrors(tabId: number): Promise<void> {
  const key = await keyOf(tabId);
  if (key === undefined) return;
  await browser.storage.session.remove(keyName(tabId));
  try {
    await runPageErrors(tabId, "stop", key);
  } catch (error) {
    // The page may have been closed, and the listeners with it.
    console.debug("svc: the page is gone", error);
  }
}

/** Stored, because a worker that was put to sleep forgets whom it listens to. */
const keyName = (tabId: number) => `page-errors:${tabId}`;

/** The name of the event that a page's listeners answer to, not secret from the page; undefined where there are none. */
async function keyOf(tabId: number): Promise<string | undefined> {
  const stored = (await browser.storage.session.get(keyName(tabId)))[keyName(tabId)];
  return typeof stored === "string" ? stored : undefined;
}

async function runPageErrors(tabId: number, command: PageErrorsCommand, key: string): Promise<Capture["console"]> {
  const [answer] = await browser.scripting.executeScript({ target: { tabId }, world: "MAIN", func: pageErrors, args: [command, key] });
  return readPageErrors(answer?.result);
}

/** Entering the page's own world requires the user's permission, stored in the project's configuration, and a page that is not untrusted. */
async function isPageWorldAllowed(connections: Connections, pageUrl: string): Promise<boolean> {
  const decision = await connections.decide(pageUrl);
  if (decision.state !== "connected" || trustOf(pageUrl, decision.info.trustedPatterns) === "untrusted") return false;
  return (await connections.call(pageUrl, "config:get", {})).componentNames;
}
