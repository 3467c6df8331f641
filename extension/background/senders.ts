import type { Runtime } from "webextension-polyfill";
import { isSameOrigin } from "../../host/contract/routing.js";
import { browser } from "../browser.js";
import { relayPortName } from "../messages.js";

interface InTab {
  readonly tabId: number;
  /** The tab is in a private window. */
  readonly isPrivate: boolean;
}

/** Our script in a page; `url` is the page's address as the browser states it. */
export type PageSender = InTab & { readonly kind: "page"; readonly url: string };

/** Who sent a message: our script in a page, the sidebar in its frame, or one of our own pages in a tab or window. */
export type Sender = PageSender | (InTab & { readonly kind: "sidebar" }) | { readonly kind: "extension" };

/** Returns the sender of a message by what the browser reports, never by the message itself; undefined for any other sender. */
export function senderOf({ id, url, tab, frameId }: Runtime.MessageSender): Sender | undefined {
  if (id !== browser.runtime.id || url === undefined) return undefined;
  const tabId = tab?.id;
  const isPrivate = tab?.incognito === true;
  if (url.startsWith(browser.runtime.getURL(""))) {
    if (tabId === undefined || frameId === 0) return { kind: "extension" };
    // A page may frame only what the manifest lists; messages of any other framed document are rejected.
    return new URL(url).pathname === "/sidebar.html" ? { kind: "sidebar", tabId, isPrivate } : undefined;
  }
  return tabId === undefined || frameId !== 0 ? undefined : { kind: "page", tabId, url, isPrivate };
}

/** Returns whether a port is that of a frame of ours that relays to the native host. No page may load that document. */
export function isRelay({ name, sender }: Runtime.Port): boolean {
  return (
    name.startsWith(relayPortName) &&
    sender?.id === browser.runtime.id &&
    sender.url?.startsWith(browser.runtime.getURL("relay.html")) === true
  );
}

/** The page's address: the one in the message, which is newer after in-page navigation, as long as the browser confirms its origin. */
export function pageUrlOf(confirmed: string, claimed: string): string {
  return isSameOrigin(confirmed, claimed) && !confirmed.startsWith("file:") ? claimed : confirmed;
}
