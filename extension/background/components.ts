import type { Capture } from "../../host/contract/capture.js";
import { makeSerial } from "../../host/contract/serial.js";
import { trustOf } from "../../host/contract/trust.js";
import { browser } from "../browser.js";
import type { Connections } from "./connections.js";
import { type PageErrorsCommand, pageErrors, readPageErrors } from "./page-world-errors.js";

/**
 * Asks the frameworks of a page for the names of its components, in the page's own world: the one step that the extension takes there. It only
 * reads, requires the user's permission, and untrusted pages are excluded. Returns JSON, written by code that the page could have tampered with.
 */
export async function lookUpComponents(connections: Connections, pageUrl: string, tabId: number): Promise<string> {
  if (!(await isPageWorldAllowed(connections, pageUrl))) return "";
  const [answer] = await browser.scripting.executeScript({ target: { tabId }, world: "MAIN", files: ["page-world.js"] });
  return typeof answer?.result === "string" ? answer.result : "";
}

/** Whose errors are recorded, and whether its sidebar is still open. */
export interface RecordedPage {
  readonly tabId: number;
  readonly isOpen: () => boolean;
}

/**
 * Starts to record a page's errors in its own world, or reads the entries so far. Without the user's permission, undefined: a recording that
 * was started is ended.
 */
export function hearPageErrors(
  connections: Connections,
  url: string,
  { tabId, isOpen }: RecordedPage,
): Promise<Capture["console"] | undefined> {
  return serially(async () => {
    const key = await keyOf(tabId);
    if (!(await isPageWorldAllowed(connections, url))) {
      if (key !== undefined) await endPageErrors(tabId, key);
      return undefined;
    }
    const own = key ?? crypto.randomUUID();
    await browser.storage.session.set({ [keyName(tabId)]: own });
    const entries = await runPageErrors(tabId, "start", own);
    // The sidebar may have closed meanwhile, and its end of the recording been in vain.
    if (!isOpen()) await endPageErrors(tabId, own);
    return entries;
  }, tabId);
}

/** Removes the listeners, where there are any. */
export function stopPageErrors(tabId: number): Promise<void> {
  return serially(async () => {
    const key = await keyOf(tabId);
    if (key !== undefined) await endPageErrors(tabId, key);
  }, tabId);
}

/** One step of a tab at a time: two that began at once would each listen under a key of its own, and only one could be ended. */
const serially = makeSerial<number>();

async function endPageErrors(tabId: number, key: string): Promise<void> {
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
