import { trustOf } from "../../host/contract/trust.js";
import { browser } from "../browser.js";
import type { Connections } from "./connections.js";

/**
 * Asks the frameworks of a page for the names of its components, in the page's own world: the one step that the extension takes there. It only
 * reads, the user must have allowed it, and an untrusted page is never asked. Gives JSON, written by code that the page could have tampered with.
 */
export async function lookUpComponents(connections: Connections, pageUrl: string, tabId: number): Promise<string> {
  const decision = await connections.decide(pageUrl);
  if (decision.state !== "connected" || trustOf(pageUrl, decision.info.trustedPatterns) === "untrusted") return "";
  const { componentNames } = await connections.call(pageUrl, "config:get", {});
  if (!componentNames) return "";
  const [answer] = await browser.scripting.executeScript({ target: { tabId }, world: "MAIN", files: ["page-world.js"] });
  return typeof answer?.result === "string" ? answer.result : "";
}
