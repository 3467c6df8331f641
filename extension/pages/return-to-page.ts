import type { Tabs } from "webextension-polyfill";
import { browser } from "../browser.js";

/** Brings the page in front that was there before this tab, which closes as soon as it holds no connection. */
export async function returnToPage(): Promise<void> {
  const [own, tabs] = await Promise.all([browser.tabs.getCurrent(), browser.tabs.query({ currentWindow: true })]);
  // One of the extension's own that was opened behind the page counts as accessed then.
  const isOwn = ({ url = "" }: Tabs.Tab) => url.startsWith(location.origin);
  const others = tabs.filter((tab) => !isOwn(tab)).toSorted((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0));
  const [last] = others;
  if (last?.id === undefined || own.id === undefined) return;
  await browser.tabs.update(last.id, { active: true });
  await relaysEnded();
  await browser.tabs.remove(own.id);
}

/** Resolves when this page has no frame that relays to the native host. */
function relaysEnded(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => document.querySelector("iframe") === null && resolve();
    new MutationObserver(look).observe(document.body, { childList: true });
    look();
  });
}
