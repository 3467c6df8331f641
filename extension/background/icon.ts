import type { Tabs } from "webextension-polyfill";
import { browser } from "../browser.js";
import type { IconPainter } from "./icon-painter.js";
import type { Sidebars } from "./sidebars.js";

/** Opens the page's sidebar or closes it, after a click on the icon or its key; the key for picking leaves an open one open. */
export async function onIconClick(sidebars: Sidebars, icon: IconPainter, tab: Tabs.Tab, start: "click" | "pick" = "click"): Promise<void> {
  if (tab.id === undefined) return;
  const show = (reason: string) => icon.show(tab.id ?? 0, { shows: "unreadable", reason });
  try {
    const wasOpen = sidebars.has(tab.id);
    await inject(tab.id, start);
    // The script of the page opens a port as its first step, or reports why not: one that does neither has not got as far as that.
    if (!wasOpen && !(await sidebars.comes(tab.id)) && !icon.isUnreadable(tab.id)) await show(cannotStart);
  } catch (error) {
    // Browsers deny access to their own pages, stores and viewers, each with a message of its own.
    await show(await reasonUnreadable(tab.url, error));
  }
  await welcomeOnce(tab);
}

const cannotStart =
  "svc cannot start on this page: the page was left, or it has a frame named like the browser's interface for extensions. Reload it and try again.";

/** Pauses between attempts, in milliseconds. */
const pauses = [50, 150, 400];

/** Retries, because right after a navigation the click's grant may reach the page's process later than the script. A denied script has no effect. */
async function inject(tabId: number, start: Start): Promise<void> {
  for (const pause of pauses) {
    try {
      return await run(tabId, start);
    } catch (error) {
      if (!(error instanceof Error && /Cannot access contents of the page/.test(error.message))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await run(tabId, start);
}

type Start = "click" | "pick" | "return";

async function run(tabId: number, start: Start): Promise<void> {
  const func = (value: string) => Reflect.set(globalThis, "svcStart", value);
  if (start !== "click") await browser.scripting.executeScript({ target: { tabId }, func, args: [start] });
  const ran = await browser.scripting.executeScript({ target: { tabId }, files: ["content.js"] });
  // Firefox skips its own pages without an error.
  if (!ran.some(Boolean)) throw new Error("about:// pages run no scripts of extensions.");
}

/** Opens the sidebar on a tab's next page where the browser allows it: Chrome within one origin, Firefox never. Returns whether it did. */
export async function returnSidebar(tabId: number): Promise<boolean> {
  try {
    await run(tabId, "return");
    return true;
  } catch (error) {
    console.debug("svc: the sidebar does not come along here", error);
    return false;
  }
}

const welcomedKey = "welcomed";

/** The first click ever opens, behind the current page, the one that explains what is read and requests native messaging. */
async function welcomeOnce({ index }: Tabs.Tab): Promise<void> {
  const stored = await browser.storage.local.get(welcomedKey);
  if (stored[welcomedKey] === true) return;
  await browser.storage.local.set({ [welcomedKey]: true });
  await browser.tabs.create({ url: "options.html#welcome", active: false, index: index + 1 });
}

/** Returns why the browser denies access to a page, for the icon's tooltip. `error`: the browser's own. */
async function reasonUnreadable(url: string | undefined, error: unknown): Promise<string> {
  if (url?.startsWith("file:") && !(await browser.extension.isAllowedFileSchemeAccess())) {
    return "To read files, turn on “Allow access to file URLs” for svc on the browser's extensions page.";
  }
  const message = error instanceof Error ? error.message : String(error);
  // Chrome does not reveal the URL of its own pages, but its message contains their scheme.
  const address = url ?? /\b[a-z-]+:\/\//.exec(message)?.[0] ?? "";
  const known = kinds.find(([pattern]) => pattern.test(address));
  return known?.[1] ?? `The browser does not let extensions read this page: ${message}`;
}

const kinds: readonly (readonly [address: RegExp, reason: string])[] = [
  [
    /^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore|addons\.mozilla\.org|microsoftedge\.microsoft\.com\/addons)/,
    "Browsers keep extensions out of their stores. Try another page.",
  ],
  [/^(chrome|edge|brave|about|devtools|view-source|resource):/, "The browser's own pages cannot be read. Try a web page."],
  [/^(chrome|moz)-extension:/, "Pages of extensions cannot be read. Try a web page."],
  [/\.pdf($|[?#])/i, "PDF documents have no DOM to read. Try a web page."],
];
