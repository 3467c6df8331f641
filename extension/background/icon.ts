import type { Tabs } from "webextension-polyfill";
import { browser } from "../browser.js";
import { reasonUnreadable } from "./unreadable.js";

/** The user clicked the icon: opens the sidebar in the page, or closes the one that is open. The click grants access to this tab alone. */
export async function onIconClick(tab: Tabs.Tab): Promise<void> {
  if (tab.id === undefined) return;
  try {
    await inject(tab.id);
    await showReadable(tab.id);
  } catch (error) {
    // Browsers refuse their own pages, stores and viewers, each in its own words.
    await showUnreadable(tab.id, await reasonUnreadable(tab.url, error));
  }
  await welcomeOnce(tab);
}

/** Pauses between attempts, in milliseconds. */
const pauses = [50, 150, 400];

/** Right after a navigation the click's grant may reach the page's process a moment later than the script: a refused one changed nothing. */
async function inject(tabId: number): Promise<void> {
  const run = async () => {
    const ran = await browser.scripting.executeScript({ target: { tabId }, files: ["content.js"] });
    // Firefox passes over its own pages without a word.
    if (!ran.some(Boolean)) throw new Error("about:// pages run no scripts of extensions.");
  };
  for (const pause of pauses) {
    try {
      await run();
      return;
    } catch (error) {
      if (!(error instanceof Error && /Cannot access contents of the page/.test(error.message))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await run();
}

/** The badge of a tab that cannot be read. */
const unreadable = "!";

/** Says on the icon itself why this page cannot be read: there is no other place. */
export async function showUnreadable(tabId: number, reason: string): Promise<void> {
  await browser.action.setIcon({ tabId, path: { 16: "icons/off-16.png", 32: "icons/off-32.png" } });
  await browser.action.setBadgeText({ tabId, text: unreadable });
  await browser.action.setTitle({ tabId, title: reason });
}

async function showReadable(tabId: number): Promise<void> {
  if ((await browser.action.getBadgeText({ tabId })) !== unreadable) return;
  await browser.action.setIcon({ tabId, path: { 16: "icons/icon-16.png", 32: "icons/icon-32.png" } });
  // What holds for all tabs shows again.
  await browser.action.setBadgeText({ tabId, text: null });
  await browser.action.setTitle({ tabId, title: null });
}

const welcomedKey = "welcomed";

/** The first click ever opens, behind the current page, the one that explains what is read and requests native messaging. */
async function welcomeOnce({ index }: Tabs.Tab): Promise<void> {
  const stored = await browser.storage.local.get(welcomedKey);
  if (stored[welcomedKey] === true) return;
  await browser.storage.local.set({ [welcomedKey]: true });
  await browser.tabs.create({ url: "options.html#welcome", active: false, index: index + 1 });
}
