import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { firefoxExtensionId } from "../../host/contract/names.js";
import { makeBrowserFolder } from "../../host/testing/browsers-run.js";
import { waitUntil } from "../../host/testing/wait-until.js";
import {
  addressOf,
  type ExtensionBrowser,
  type LaunchBrowser,
  type LaunchOptions,
  pressOn,
  type ShownIcon,
  suggestedKeys,
  whenSettled,
} from "./extension-browser.js";
import { copyBuild } from "./extension-copy.js";
import { type Firefox, launchFirefox } from "./firefox.js";
import { type FirefoxPage, findFirefoxPage, openFirefoxPage, setViewport } from "./firefox-page.js";
import { firefoxControls } from "./firefox-sidebar.js";
import { type ProjectHome, untilHostsEnd } from "./project.js";
import { linkTo, SharedBrowser, withoutSettings } from "./shared-browser.js";
import { driveSidebar } from "./sidebar-driver.js";
import type { TestPage } from "./test-page.js";

/** A machine that runs other tests beside this one may take its time. */
const startTimeoutMs = 60_000;

/** Names that lead to this machine, so that a page can be another site's. */
const localNames = ["shop.example", "shop.example.evil.example"];

/** Starts Firefox with the build that users get, for this project alone. */
export const launchFirefoxWithExtension: LaunchBrowser = async (project, options) => {
  const firefox = await startFirefox(project.folder, project.env, {
    ...options,
    ...(options.ownProfile === true ? { profile: `${project.profile}-of-firefox` } : {}),
  });
  return withExtension(firefox, project, options, () => firefox.quit());
};

/** Starts Firefox without the extension, with a home of its user. */
function startFirefox(
  home: string,
  env: Readonly<Record<string, string | undefined>>,
  { rightToLeft = false, screen, profile }: Pick<LaunchOptions, "rightToLeft" | "screen"> & { readonly profile?: string } = {},
): Promise<Firefox> {
  const direction = rightToLeft ? { "intl.l10n.pseudo": "bidi" } : {};
  const preferences = { "network.dns.localDomains": localNames.join(","), ...downloads, ...direction };
  const window = { home, env: { ...env, ...screen?.env }, headless: screen === undefined };
  if (profile === undefined) return launchFirefox({ ...window, preferences });
  return launchFirefox({ ...window, preferences: { ...preferences, ...asInstalled }, profile });
}

/** The Firefox that this process keeps for its tests. */
const shared = new SharedBrowser<Firefox>({
  start: (folder) => {
    // Without it the browser takes another folder for the manifests of native hosts.
    mkdirSync(join(folder, ".mozilla"));
    return startFirefox(folder, withoutSettings(folder));
  },
  lives: (firefox) => firefox.process.exitCode === null && firefox.process.signalCode === null,
  close: (firefox) => firefox.quit(),
});

/** A Firefox without the extension for pages: in tests the one that this process keeps, where nobody has it. Call `quit` when done. */
export async function firefoxForPages(): Promise<Firefox> {
  const lease = process.env["VITEST"] === undefined ? undefined : await shared.take();
  if (lease !== undefined) return { ...lease.browser, quit: () => lease.giveBack(() => closePages(lease.browser)) };
  const home = makeBrowserFolder();
  const firefox = await launchFirefox({ home });
  const quit = () => firefox.quit().finally(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  return { ...firefox, quit };
}

/** As `launchFirefoxWithExtension`, in the Firefox that this process keeps, with a fresh installation of the extension; what needs one of its own gets that. */
export const firefoxForTests: LaunchBrowser = async (project, options) => {
  const lease =
    options.rightToLeft === true || options.ownProfile === true || options.screen !== undefined ? undefined : await shared.take();
  if (lease === undefined) return launchFirefoxWithExtension(project, options);
  const { browser, folder } = lease;
  const end = () => untilHostsEnd(project, () => lease.giveBack(() => removeExtension(browser)));
  try {
    const manifests = join(".mozilla", "native-messaging-hosts");
    linkTo(join(project.folder, manifests), join(folder, manifests));
    return await withExtension(browser, project, options, end);
  } catch (error) {
    await end();
    throw error;
  }
};

/** Closes every page and takes the extension away with all that it has stored. */
async function removeExtension(firefox: Firefox): Promise<void> {
  await closePages(firefox);
  await firefox.send("Addon:Uninstall", { id: firefoxExtensionId });
}

async function closePages(firefox: Firefox): Promise<void> {
  await toFirstTab(firefox);
  await firefox.chrome(keepOneTab);
  await toFirstTab(firefox);
}

/** A tab that was closed is no place to run anything from. */
function toFirstTab(firefox: Firefox): Promise<unknown> {
  return firefox.alone(async () => {
    await firefox.send("Marionette:SetContext", { value: "content" });
    const [handle] = await firefox.send<string[]>("WebDriver:GetWindowHandles");
    return firefox.send("WebDriver:SwitchToWindow", { handle });
  });
}

/** Leaves one tab, which is empty, in the first window, and no cookies: all ports of this machine share them. */
const keepOneTab = `
  const [done] = arguments;
  Services.cookies.removeAll();
  const [first, ...others] = [...Services.wm.getEnumerator("navigator:browser")].sort((a, b) => b.toolbar.visible - a.toolbar.visible);
  for (const other of others) other.close();
  const tabs = first.gBrowser;
  tabs.selectedTab = tabs.addTrustedTab("about:blank");
  for (const tab of [...tabs.tabs]) if (tab !== tabs.selectedTab) tabs.removeTab(tab, { animate: false, skipPermitUnload: true });
  done();
`;

async function withExtension(
  firefox: Firefox,
  project: ProjectHome,
  { nativeAllowed, version, screen }: LaunchOptions,
  close: () => Promise<void>,
): Promise<ExtensionBrowser> {
  await firefox.chrome(
    `const [folder, done] = arguments; Services.prefs.setCharPref("browser.download.dir", folder); done();`,
    project.folder,
  );
  await firefox.send("Addon:Install", { path: copyBuild("firefox", project.folder, version), temporary: true });
  const pages = new WeakMap<TestPage, FirefoxPage>();
  const open = async (url: string) => {
    const page = await openFirefoxPage(firefox, url);
    pages.set(page, page);
    return page;
  };
  const openOptions = async () => {
    const host = await firefox.chrome<string>(extensionHost, firefoxExtensionId);
    return whenSettled(await open(`moz-extension://${host}/options.html`));
  };
  const clickIcon = async (page: TestPage) => {
    await page.bringToFront();
    await firefox.clickIcon();
  };
  await setViewport(firefox, 1_280, 800);
  await backgroundReady(firefox);
  if (nativeAllowed) await firefox.chrome(allowNative, firefoxExtensionId);
  return {
    downloads: project.folder,
    open,
    openOptions,
    clickIcon,
    pressKey: async (page, key) => {
      await page.bringToFront();
      await pressOn(screen, suggestedKeys[key]);
    },
    icon: async (page) => {
      await page.bringToFront();
      return firefox.chrome<ShownIcon>(shownIcon, firefoxExtensionId);
    },
    asksToPaste: async (page) => {
      await page.bringToFront();
      return firefox.chrome<boolean>(`arguments[0](document.getElementById("clipboardReadPasteMenuPopup")?.state === "open");`);
    },
    toOwnWindow: async (page) => {
      await page.bringToFront();
      await firefox.chrome(detach);
    },
    zoom: async (page, factor) => {
      await page.bringToFront();
      await firefox.chrome(`const [factor, done] = arguments; gBrowser.selectedBrowser.fullZoom = factor; done();`, factor);
    },
    resize: async (page, width, height) => {
      await page.bringToFront();
      await setViewport(firefox, width, height);
    },
    shortcut: async (page, letter) => pages.get(page)?.withControl(letter),
    picture: async (page, box) => {
      await page.bringToFront();
      return firefox.chrome<string>(pictureOf, ...box);
    },
    ownPage: (name) => findFirefoxPage(firefox, addressOf(name)),
    answerQuestion: async (button) => {
      const question = await waitUntil("the window that asks", () => findFirefoxPage(firefox, addressOf("confirm")));
      const middle = () =>
        question.evaluate((name) => {
          const found = [...document.querySelectorAll("button")].find((one) => one.textContent === name && !one.disabled);
          const { x, y, width, height } = found?.getBoundingClientRect() ?? new DOMRect();
          return width === 0 ? null : ([x + width / 2, y + height / 2] as const);
        }, button);
      const [x, y] = await waitUntil(`the button ${button}`, async () => (await middle()) ?? undefined);
      await question.mouse.click(x, y);
      await waitUntil("the window to close", async () => (await findFirefoxPage(firefox, addressOf("confirm"))) === undefined || undefined);
    },
    layOutForPrint: async (page) => {
      await page.bringToFront();
      await firefox.chrome(`gBrowser.selectedBrowser.browsingContext.mediumOverride = "print"; arguments[0]();`);
    },
    openSidebar: async (url) => {
      await firefox.chrome("Services.console.reset(); arguments[0]();");
      const page = await open(url);
      await clickIcon(page);
      return { page, sidebar: driveSidebar(page, firefoxControls(page)), messages: () => firefox.chrome<string[]>(consoleMessages) };
    },
    addresses: () => firefox.chrome<string[]>(addressesOfAll),
    update: async (words) => {
      const stored = async () => (await firefox.chrome<string>(storedTexts, firefoxExtensionId)).includes(words) || undefined;
      await waitUntil(`“${words}” to be stored`, stored);
      await firefox.send("Addon:Install", { path: join(project.folder, "extension"), temporary: true });
      await backgroundReady(firefox);
    },
    closePages: () => closePages(firefox),
    close,
  };
}

/** Downloads go into a folder without a question. */
const downloads = {
  "browser.download.folderList": 2,
  "browser.download.useDownloadDir": true,
  "browser.download.always_ask_before_handling_new_types": false,
  "browser.download.alwaysOpenPanel": false,
};

/** What an extension that was installed for good has, and one for tests loses when the browser ends: its storage and its id in addresses. */
const asInstalled = { "extensions.webextensions.keepStorageOnUninstall": true, "extensions.webextensions.keepUuidOnUninstall": true };

/** What the extension has stored, as JSON. */
const storedTexts = `
  const [id, done] = arguments;
  const { ExtensionStorageIDB } = ChromeUtils.importESModule("resource://gre/modules/ExtensionStorageIDB.sys.mjs");
  const principal = ExtensionStorageIDB.getStoragePrincipal(WebExtensionPolicy.getByID(id).extension);
  ExtensionStorageIDB.open(principal, false).then(async (stored) => done(JSON.stringify(await stored.get(null))));
`;

const extensionHost = `const [id, done] = arguments; done(WebExtensionPolicy.getByID(id).mozExtensionHostname);`;

const shownIcon = `
  const [id, done] = arguments;
  const { extension } = WebExtensionPolicy.getByID(id);
  const { action } = extension.apiManager.global.browserActionFor(extension);
  const of = (name) => action.getProperty(gBrowser.selectedTab, name) ?? "";
  done({ badge: of("badgeText"), title: of("title"), colour: [...of("badgeBackgroundColor")] });
`;

/** As the window shows it, frames of other processes included. */
const pictureOf = `
  const [x, y, width, height, done] = arguments;
  const { currentWindowGlobal } = gBrowser.selectedBrowser.browsingContext;
  currentWindowGlobal.drawSnapshot(new DOMRect(x, y, width, height), 1, "rgb(255,255,255)").then((image) => {
    const canvas = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas");
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext("2d").drawImage(image, 0, 0);
    done(canvas.toDataURL().replace(/^.*,/, ""));
  });
`;

/** Only then the window can be worked. */
const detach = `
  const [done] = arguments;
  const moved = gBrowser.replaceTabWithWindow(gBrowser.selectedTab);
  moved.addEventListener("load", () => moved.delayedStartupPromise.then(() => done()), { once: true });
`;

const addressesOfAll = `
  const tabs = [...Services.wm.getEnumerator("navigator:browser")].flatMap(({ gBrowser }) => gBrowser.browsers);
  arguments[0](tabs.map(({ currentURI }) => currentURI.spec));
`;

const consoleMessages = `arguments[0](Services.console.getMessageArray().map(String));`;

/** A click before the background has registered its listeners would be lost, as nobody can click so early after an installation. */
async function backgroundReady(firefox: Firefox): Promise<void> {
  const state = `const [id, done] = arguments; done(WebExtensionPolicy.getByID(id).extension.backgroundState);`;
  const isRunning = async () => (await firefox.chrome<string>(state, firefoxExtensionId)) === "running" || undefined;
  await waitUntil("the background to run", isRunning, startTimeoutMs);
}

/** Grants native messaging as the browser does after a yes to its question; `first-steps.test.ts` presses that. */
const allowNative = `
  const [id, done] = arguments;
  const { ExtensionPermissions } = ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs");
  const granted = { permissions: ["nativeMessaging"], origins: [], data_collection: [] };
  ExtensionPermissions.add(id, granted, WebExtensionPolicy.getByID(id).extension).then(() => done());
`;
