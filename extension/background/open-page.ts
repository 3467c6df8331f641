import { isOneDocument } from "../../host/contract/page.js";
import { trustOf } from "../../host/contract/trust.js";
import { browser } from "../browser.js";
import type { OpenedPage } from "../messages.js";
import { readShortcuts, shortcutSettings } from "../shortcuts.js";
import type { Connections } from "./connections.js";
import { pushProject } from "./project-facts.js";
import { loadLayout, loadNotes, type StoredPage } from "./sidebar-storage.js";
import type { Sidebars } from "./sidebars.js";

/** What a sidebar shows at once; the project's status and annotations are pushed when it answers, so that a dead host blocks nothing. */
export async function openPage(connections: Connections, sidebars: Sidebars, { url, tabId }: StoredPage): Promise<OpenedPage> {
  sidebars.moved(tabId, url);
  const sidebar = await sidebars.get(tabId);
  const notes = loadNotes({ ...sidebar, url }, (tab) => isShownIn(tab, url));
  const [layout, { pick }, stored] = await Promise.all([loadLayout(), readShortcuts(), notes]);
  void pushProject(connections, sidebar, url, true);
  return {
    nonce: sidebar.nonce,
    url,
    // Hosts that the project trusts are known when it has answered.
    trust: trustOf(url, []),
    layout,
    pickKey: pick,
    shortcutSettings,
    isRightToLeft: isWrittenRightToLeft(browser.i18n.getMessage("@@bidi_dir"), browser.i18n.getUILanguage()),
    ...stored,
  };
}

/** Whether a tab that is there shows the page, as far as the browser states its address: it does where the icon was clicked, and after this worker has slept. */
async function isShownIn(tabId: number, url: string): Promise<boolean> {
  return (await browser.tabs.query({})).some((tab) => tab.id === tabId && isOneDocument(tab.url ?? "", url));
}

/** Languages that browsers come in and that are written from right to left. */
const rightToLeft = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b/i;

/** Whether the browser's texts are right-to-left. `direction`: of its i18n API, empty in Chrome; `language`: of its texts (BCP 47). */
export function isWrittenRightToLeft(direction: string, language: string): boolean {
  return direction === "" ? rightToLeft.test(language) : direction === "rtl";
}
