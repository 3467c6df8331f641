import { type Browser, type CDPSession, type Page, ProtocolError } from "puppeteer-core";
import { withDeadline } from "../transport/deadline.js";

/** The tab that stands open while no test has one, by browser. */
const standing = new WeakMap<Browser, Page>();

/** Tabs of `openTab` on which no test has called one of `lasting`, whose effect outlives the document. */
const plain = new WeakSet<Page>();
const lasting = ["createCDPSession", "emulateMediaFeatures", "emulateMediaType"] as const;

/** How long a page may take to be left, in milliseconds: one that hangs, or asks whether it may be left, is closed. */
const leavingMs = 2_000;

/**
 * A tab that shows nothing: the one that stands open, else a new one, which takes 260 of the 860 ms of processor time that a page with its sidebar
 * costs. `prepare` runs once for each tab.
 */
export async function openTab(browser: Browser, prepare: (page: Page) => void): Promise<Page> {
  const left = standing.get(browser);
  standing.delete(browser);
  if (left?.isClosed() === false) return left;
  const page = await browser.newPage();
  prepare(page);
  plain.add(page);
  for (const name of lasting) {
    const call: (...values: never[]) => unknown = page[name];
    Reflect.set(page, name, (...values: unknown[]) => {
      plain.delete(page);
      return Reflect.apply(call, page, values);
    });
  }
  return page;
}

/** Closes every tab but one that shows nothing and holds nothing of what it has shown. `isFresh`: no page was shown in that one. */
export async function closeTabs(browser: Browser, prepare: (page: Page) => void, isFresh: boolean): Promise<void> {
  const pages = await browser.pages();
  const used = isFresh || standing.has(browser) ? undefined : pages.find((page) => plain.has(page) && /^https?:/.test(page.url()));
  const spared = used !== undefined && (await isLeft(used)) ? used : await openTab(browser, prepare);
  standing.set(browser, spared);
  await Promise.all(pages.filter((page) => page !== spared).map((page) => page.close().catch(whereItIsGone)));
}

/** Leaves a page, with its history and what it has stored in its tab. False where it cannot be left. */
function isLeft(page: Page): Promise<boolean> {
  const leave = async () => {
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = "";
    });
    await page.goto("about:blank");
    await (await tabSession(page)).send("Page.resetNavigationHistory");
    return true;
  };
  return withDeadline(leave(), leavingMs, "the page").catch(() => false);
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** The one session of a tab's own that all its documents share. */
export function tabSession(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.target().createCDPSession();
  sessions.set(page, session);
  return session;
}

/** A window that asks closes by itself once it is answered, or its sidebar is closed. */
export function whereItIsGone(error: unknown): void {
  if (!(error instanceof ProtocolError)) throw error;
}
