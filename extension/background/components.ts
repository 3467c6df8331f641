import type { Capture } from "../../host/contract/capture.js";
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

/**
 * Starts to record a page's errors in its own world, or reads the entries so far; undefined without the user's permission. `key`: the
 * same for all calls of one sidebar.
 */
export async function hearPageErrors(
  connections: Connections,
  { url, tabId, key }: { readonly url: string; readonly tabId: number; readonly key: string },
): Promise<Capture["console"] | undefined> {
  return (await isPageWorldAllowed(connections, url)) ? runPageErrors(tabId, "start", key) : undefined;
}

/** Removes the listeners. The page may have been closed meanwhile, and they with it. */
export async function stopPageErrors(tabId: number, key: string): Promise<void> {
  try {
    await runPageErrors(tabId, "stop", key);
  } catch (error) {
    console.debug("svc: the page is gone", error);
  }
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
