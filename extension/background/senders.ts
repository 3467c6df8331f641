import type { Runtime } from "webextension-polyfill";
import { isSameOrigin } from "../../host/contract/routing.js";
import { browser } from "../browser.js";

/** Who speaks: our script in a page, or one of our own pages. Undefined for everybody else. */
export type Speaker = { readonly kind: "page"; readonly tabId: number; readonly url: string } | { readonly kind: "extension" };

/** Reads who sent a message from what the browser says about the sender; nothing in the message counts. */
export function speakerOf(sender: Runtime.MessageSender): Speaker | undefined {
  if (sender.id !== browser.runtime.id || sender.url === undefined) return undefined;
  if (sender.url.startsWith(browser.runtime.getURL(""))) return { kind: "extension" };
  const tabId = sender.tab?.id;
  return tabId === undefined || sender.frameId !== 0 ? undefined : { kind: "page", tabId, url: sender.url };
}

/** The page's address: as the page tells it, which is newer after in-page navigation, as long as the browser confirms its origin. */
export function pageUrlOf({ url }: Extract<Speaker, { kind: "page" }>, told: string): string {
  return isSameOrigin(url, told) && !url.startsWith("file:") ? told : url;
}
