import type { Client } from "../../host/contract/presence.js";
import { browser } from "../browser.js";

/** What this extension states of itself to a service: never to a page. */
export function thisClient(): Client {
  const origin = browser.runtime.getURL("").replace(/\/$/, "");
  return { origin, version: browser.runtime.getManifest().version, browser: navigator.userAgent.slice(0, 200) };
}
