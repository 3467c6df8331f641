import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page, Target, WebWorker } from "puppeteer-core";
import { chromeExtensionId } from "../../host/contract/names.js";
import { launchChromium } from "../../host/testing/chromium.js";
import { patience, waitUntil } from "../../host/testing/wait-until.js";
import { withDeadline } from "../transport/deadline.js";
import { chromiumControls } from "./ax-tree.js";
import {
  addressOf,
  type ExtensionBrowser,
  type LaunchOptions,
  type OpenedSidebar,
  pressOn,
  type ShownIcon,
  suggestedKeys,
  whenSettled,
} from "./extension-browser.js";
import { copyExtension } from "./extension-copy.js";
import { type ProjectHome, untilHostsEnd } from "./project.js";
import { linkTo, SharedBrowser, withoutSettings } from "./shared-browser.js";
import { driveSidebar } from "./sidebar-driver.js";
import { closeTabs, openTab, whereItIsGone } from "./tabs.js";
import type { EditLetter, TestPage } from "./test-page.js";

/** Chromium with the built extension, in a project's own profile; its pages are puppeteer's. */
export interface TestBrowser extends ExtensionBrowser {
  readonly browser: Browser;
  open(url: string): Promise<Page>;
  openOptions(): Promise<Page>;
  openSidebar(url: string): Promise<OpenedSidebar & { readonly page: Page }>;
}

/** Names under .example lead to this machine, so that a page can be another site's; every other name leads nowhere, at once. */
const resolverRules = "MAP *.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";

interface StartOptions {
  readonly args?: readonly string[];
  /** Scroll bars are shown, as in a window. */
  readonly scrollBars?: boolean;
}

/** Starts Chromium with a project's profile, for this project alone. */
export async function launchWithExtension(project: ProjectHome, options: LaunchOptions & StartOptions): Promise<TestBrowser> {
  const browser = await startChromium(project.profile, { ...process.env, ...project.env, ...options.screen?.env }, options);
  return withExtension(browser, project, options, () => browser.close());
}

/** Starts Chromium with a profile's folder, without the extension. */
function startChromium(
  profile: string,
  env: NodeJS.ProcessEnv,
  { args = [], scrollBars = false, screen }: StartOptions & Pick<LaunchOptions, "screen"> = {},
): Promise<Browser> {
  return launchChromium({
    headless: screen === undefined,
    args: [`--host-resolver-rules=${resolverRules}`, ...args],
    ...(scrollBars ? { ignoreDefaultArgs: ["--hide-scrollbars"] } : {}),
    enableExtensions: true,
    userDataDir: profile,
    env: withoutDesktop(profile, env),
  });
}

/** For each extension that goes, Chromium runs shell scripts that would remove entries of it from a desktop. */
function withoutDesktop(profile: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = join(profile, "no-desktop");
  mkdirSync(folder, { recursive: true });
  for (const name of ["xdg-desktop-menu", "xdg-icon-resource"]) linkTo("/bin/true", join(folder, name));
  return { ...env, PATH: `${folder}:${env["PATH"] ?? ""}` };
}

/** The Chromium that this process keeps for its tests. */
const shared = new SharedBrowser<Browser>({
  start: async (folder) => {
    const profile = join(folder, "profile");
    mkdirSync(profile);
    return startChromium(profile, withoutSettings(folder));
  },
  lives: (browser) => browser.connected,
  close: (browser) => browser.close(),
});

/** As `launchWithExtension`, in the Chromium that this process keeps, with a fresh installation of the extension; what needs one of its own gets that. */
export async function chromiumForTests(project: ProjectHome, options: LaunchOptions): Promise<TestBrowser> {
  const lease = options.ownProfile === true || options.screen !== undefined ? undefined : await shared.take();
  if (lease === undefined) return launchWithExtension(project, options);
  const { browser, folder } = lease;
  const end = () => untilHostsEnd(project, () => lease.giveBack(() => removeExtension(browser)));
  try {
    const manifests = "NativeMessagingHosts";
    linkTo(join(project.profile, manifests), join(folder, "profile", manifests));
    return await withExtension(browser, project, options, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** Closes every page and takes the extension away with all that it has stored, and the cookies: all ports of this machine share them. */
async function removeExtension(browser: Browser): Promise<void> {
  await closeTabs(browser, boundPointer, false);
  await browser.deleteCookie(...(await browser.cookies()));
  const isExtension = (target: Target) => target.url().startsWith(`chrome-extension://${chromeExtensionId}`);
  await browser.uninstallExtension(chromeExtensionId);
  await waitUntil("the extension to be gone", () => (browser.targets().some(isExtension) ? undefined : true));
}

async function withExtension(
  browser: Browser,
  project: ProjectHome,
  options: LaunchOptions,
  close: () => Promise<void>,
): Promise<TestBrowser> {
  const id = await browser.installExtension(copyExtension(project.folder, options));
  let worker = await workerReady(browser, id);
  const messages = new WeakMap<Page, string[]>();

  async function open(url: string): Promise<Page> {
    const page = await openTab(browser, boundPointer);
    const shown: string[] = [];
    messages.set(page, shown);
    page.removeAllListeners("console").on("console", (message) => shown.push(message.text()));
    await page.setViewport({ width: 1_280, height: 800 });
    await page.goto(url, { waitUntil: "load" });
    return page;
  }

  const session = await browser.target().createCDPSession();
  await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: project.folder });
  return {
    browser,
    downloads: project.folder,
    open,
    openOptions: async () => whenSettled(await open(`chrome-extension://${chromeExtensionId}/options.html`)),
    clickIcon: (page) => clickIcon(browser, ownPage(page, messages)),
    pressKey: async (page, key) => {
      await ownPage(page, messages).bringToFront();
      await pressOn(options.screen, suggestedKeys[key]);
    },
    icon: async (page) => {
      await ownPage(page, messages).bringToFront();
      // It may have slept and been woken since.
      worker = await workerReady(browser, id);
      return (await worker.evaluate(shownIcon)) as ShownIcon;
    },
    asksToPaste: async () => false,
    toOwnWindow: async (page) => {
      await ownPage(page, messages).bringToFront();
      await worker.evaluate(
        "chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([{ id }]) => chrome.windows.create({ tabId: id }))",
      );
    },
    zoom: async (page, factor) => {
      await ownPage(page, messages).bringToFront();
      await worker.evaluate(`chrome.tabs.setZoom(${factor})`);
    },
    resize: (page, width, height) => ownPage(page, messages).setViewport({ width, height }),
    shortcut: async (page, letter) => {
      const { keyboard } = ownPage(page, messages);
      await keyboard.down("Control");
      // A driver's keys do not reach the browser's own shortcuts.
      await keyboard.press(letter, { commands: [editCommands[letter]] });
      await keyboard.up("Control");
    },
    picture: async (page, [x, y, width, height]) =>
      String(await ownPage(page, messages).screenshot({ encoding: "base64", clip: { x, y, width, height }, captureBeyondViewport: false })),
    ownPage: (name) => ownPageOf(browser, name),
    answerQuestion: async (button) => {
      const asking = await waitUntil("the window that asks", () => ownPageOf(browser, "confirm"));
      await (await asking.waitForSelector(`aria/${button}[role="button"]`, { timeout: 10_000 }))?.dispose();
      await asking.waitForFunction(isEnabled, {}, button);
      const closed = new Promise((resolve) => asking.once("close", resolve));
      // The window may close before the driver has the answer to the mouse button's release.
      await asking.click(`::-p-aria([name="${button}"][role="button"])`).catch(whereItIsGone);
      await closed;
    },
    layOutForPrint: (page) => ownPage(page, messages).emulateMediaType("print"),
    openSidebar: async (url) => {
      const page = await open(url);
      await clickIcon(browser, page);
      const sidebar = driveSidebar(page, await chromiumControls(page));
      return { page, sidebar, messages: async () => [...(messages.get(page) ?? [])] };
    },
    addresses: async () => (await browser.pages()).map((page) => page.url()),
    update: async (words) => {
      const stored = async () =>
        String(await worker.evaluate("chrome.storage.local.get().then(JSON.stringify)")).includes(words) || undefined;
      await waitUntil(`“${words}” to be stored`, stored);
      const old = browser.targets().find((one) => isWorker(one, id));
      await browser.installExtension(join(project.folder, "extension"));
      worker = await workerReady(browser, id, old);
    },
    closePages: (isFresh) => closeTabs(browser, boundPointer, isFresh),
    close,
  };
}

/** Longest time that a press may stay unanswered, in milliseconds: a driver of its own waits three minutes, longer than a test may take. */
const pointerMs = 20_000;

function boundPointer({ mouse }: Page): void {
  const { move, down, up } = mouse;
  const answered = (act: Promise<void>) => withDeadline(act, patience(pointerMs), "Chromium, asked to move or press the pointer,");
  mouse.move = (...values) => answered(move.apply(mouse, values));
  mouse.down = (...values) => answered(down.apply(mouse, values));
  mouse.up = (...values) => answered(up.apply(mouse, values));
}

/** Ends the background as Chromium does when it is idle. A sidebar that is open, and not frozen, wakes it again. */
export function putBackgroundToSleep({ browser }: TestBrowser): Promise<true> {
  return waitUntil("the background to sleep", async () => {
    const awake = browser.targets().find((target) => target.type() === "service_worker");
    if (awake === undefined) return true;
    await (await awake.worker())?.close().catch(whereItIsGone);
    return undefined;
  });
}

async function ownPageOf(browser: Browser, name: string): Promise<Page | undefined> {
  const target = browser.targets().find((one) => one.url().includes(addressOf(name)));
  return (await target?.page()) ?? undefined;
}

const editCommands = { a: "SelectAll", c: "Copy", x: "Cut", v: "Paste" } as const satisfies Record<EditLetter, string>;

/** The page as this browser knows it. Throws for one of another browser. */
function ownPage(page: TestPage, known: WeakMap<Page, unknown>): Page {
  const own = page as Page;
  if (!known.has(own)) throw new Error("this page was not opened here");
  return own;
}

/** A click before the worker has registered its listeners would be lost, as nobody can click so early after an installation. */
async function workerReady(browser: Browser, id: string, old?: Target): Promise<WebWorker> {
  const target = await browser.waitForTarget((one) => one !== old && isWorker(one, id));
  const worker = await target.worker();
  if (worker === null) throw new Error("the extension's background is no worker");
  // At first the worker has no extension API yet.
  const listens = async () => (await worker.evaluate("globalThis.chrome?.action?.onClicked.hasListeners()")) === true || undefined;
  // A machine that runs other tests beside this one may take its time.
  await waitUntil("the background to listen", listens, 60_000);
  return worker;
}

function isWorker(target: Target, id: string): boolean {
  return target.type() === "service_worker" && target.url().includes(id);
}

/** Runs in the extension's window. */
function isEnabled(name: string): boolean {
  return [...document.querySelectorAll("button")].some((button) => button.textContent === name && !button.disabled);
}

/** Runs in the background: what stands on the icon for the tab in front. */
const shownIcon = `(async () => {
  const [{ id: tabId }] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  const [badge, title, colour] = await Promise.all(["BadgeText", "Title", "BadgeBackgroundColor"].map((name) => chrome.action["get" + name]({ tabId })));
  return { badge, title, colour: [...colour] };
})()`;

/** Clicks the extension's icon for a page's tab, as the toolbar does: the click grants activeTab. */
async function clickIcon(browser: Browser, page: Page): Promise<void> {
  const session = await browser.target().createCDPSession();
  const url = page.url();
  try {
    // Right after a navigation the tab may not take the click yet.
    await waitUntil("the icon's click to be taken", async () => {
      const { targetInfos } = await session.send("Target.getTargets", { filter: [{ type: "tab" }] });
      const [tab, other] = targetInfos.filter((target) => target.url === url);
      // A tab that is just closing still stands in the list.
      if (tab === undefined || other !== undefined) return undefined;
      return session.send("Extensions.triggerAction", { id: chromeExtensionId, targetId: tab.targetId }).then(
        () => true,
        () => undefined,
      );
    });
  } finally {
    await session.detach();
  }
}
