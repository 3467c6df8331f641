import { firefoxExtensionId } from "../../host/contract/names.js";
import { waitUntil } from "../../host/testing/wait-until.js";
import type { LaunchBrowser, ShownIcon } from "./extension-browser.js";
import { copyBuild } from "./extension-copy.js";
import { type Firefox, launchFirefox } from "./firefox.js";
import { type FirefoxPage, findFirefoxPage, openFirefoxPage, setViewport } from "./firefox-page.js";
import { firefoxControls } from "./firefox-sidebar.js";
import { driveSidebar } from "./sidebar-driver.js";
import type { TestPage } from "./test-page.js";

/** A machine that runs other tests beside this one may take its time. */
const startTimeoutMs = 60_000;

/** Names that lead to this machine, so that a page can be another site's. */
const localNames = ["shop.example", "shop.example.evil.example"];

/** Firefox with the build that users get; native messaging is granted as they grant it, by a click on the extension's page. */
export const launchFirefoxWithExtension: LaunchBrowser = async (project, { nativeAllowed, version, rightToLeft = false }) => {
  const firefox = await launchFirefox({
    home: project.folder,
    env: project.env,
    extension: copyBuild("firefox", project.folder, version),
    preferences: {
      "network.dns.localDomains": localNames.join(","),
      ...downloadsTo(project.folder),
      ...(rightToLeft ? { "intl.l10n.pseudo": "bidi" } : {}),
    },
  });
  const pages = new WeakMap<TestPage, FirefoxPage>();
  const open = async (url: string) => {
    const page = await openFirefoxPage(firefox, url);
    pages.set(page, page);
    return page;
  };
  const openOptions = async () => open(`moz-extension://${await firefox.chrome<string>(extensionHost, firefoxExtensionId)}/options.html`);
  const bringToFront = async (page: TestPage) => pages.get(page)?.inFront(async () => undefined);
  const clickIcon = async (page: TestPage) => {
    await bringToFront(page);
    await firefox.clickIcon();
  };
  await setViewport(firefox, 1_280, 800);
  await backgroundReady(firefox);
  if (nativeAllowed) await allowNative(await openOptions());
  return {
    downloads: project.folder,
    open,
    openOptions,
    clickIcon,
    pickByKey: async (page) => {
      await bringToFront(page);
      await firefox.chrome(pickCommand, firefoxExtensionId);
    },
    icon: async (page) => {
      await bringToFront(page);
      return firefox.chrome<ShownIcon>(shownIcon, firefoxExtensionId);
    },
    asksToPaste: async (page) => {
      await bringToFront(page);
      return firefox.chrome<boolean>(`arguments[0](document.getElementById("clipboardReadPasteMenuPopup")?.state === "open");`);
    },
    zoom: async (page, factor) => {
      await bringToFront(page);
      await firefox.chrome(`const [factor, done] = arguments; gBrowser.selectedBrowser.fullZoom = factor; done();`, factor);
    },
    shortcut: async (page, letter) => pages.get(page)?.withControl(letter),
    picture: async (page, box) => {
      await bringToFront(page);
      return firefox.chrome<string>(pictureOf, ...box);
    },
    question: () => findFirefoxPage(firefox, "/confirm.html"),
    answerQuestion: async (button) => {
      const question = await waitUntil("the window that asks", () => findFirefoxPage(firefox, "/confirm.html"));
      const middle = () =>
        question.evaluate((name) => {
          const found = [...document.querySelectorAll("button")].find((one) => one.textContent === name && !one.disabled);
          const { x, y, width, height } = found?.getBoundingClientRect() ?? new DOMRect();
          return width === 0 ? null : ([x + width / 2, y + height / 2] as const);
        }, button);
      const [x, y] = await waitUntil(`the button ${button}`, async () => (await middle()) ?? undefined);
      await question.mouse.click(x, y);
      await waitUntil("the window to close", async () => (await findFirefoxPage(firefox, "/confirm.html")) === undefined || undefined);
    },
    layOutForPrint: async (page) => {
      await bringToFront(page);
      await firefox.chrome(`gBrowser.selectedBrowser.browsingContext.mediumOverride = "print"; arguments[0]();`);
    },
    openSidebar: async (url) => {
      await firefox.chrome("Services.console.reset(); arguments[0]();");
      const page = await open(url);
      await clickIcon(page);
      return { page, sidebar: driveSidebar(page, firefoxControls(page)), messages: () => firefox.chrome<string[]>(consoleMessages) };
    },
    close: () => firefox.quit(),
  };
};

/** Puts downloads into a folder without a question. */
function downloadsTo(folder: string) {
  return {
    "browser.download.folderList": 2,
    "browser.download.dir": folder,
    "browser.download.useDownloadDir": true,
    "browser.download.always_ask_before_handling_new_types": false,
    "browser.download.alwaysOpenPanel": false,
  };
}

const extensionHost = `const [id, done] = arguments; done(WebExtensionPolicy.getByID(id).mozExtensionHostname);`;

/** The command of the key's own element, as the window runs it when the key is pressed. */
const pickCommand = `
  const [id, done] = arguments;
  const { extension } = WebExtensionPolicy.getByID(id);
  const keys = [...document.querySelectorAll("keyset[id^='ext-keyset-id'] key")].filter((key) => key.getAttribute("modifiers")?.includes("shift"));
  const key = keys.find((one) => one.getAttribute("key")?.toUpperCase() === "P");
  if (!key) throw new Error("no key for picking: " + keys.map((one) => one.outerHTML).join());
  key.doCommand();
  done();
`;

const shownIcon = `
  const [id, done] = arguments;
  const { extension } = WebExtensionPolicy.getByID(id);
  const { action } = extension.apiManager.global.browserActionFor(extension);
  const of = (name) => action.getProperty(gBrowser.selectedTab, name) ?? "";
  done({ badge: of("badgeText"), title: of("title") });
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

const consoleMessages = `arguments[0](Services.console.getMessageArray().map(String));`;

/** A click before the background has registered its listeners would be lost, as nobody can click so early after an installation. */
async function backgroundReady(firefox: Firefox): Promise<void> {
  const state = `const [id, done] = arguments; done(WebExtensionPolicy.getByID(id).extension.backgroundState);`;
  const isRunning = async () => (await firefox.chrome<string>(state, firefoxExtensionId)) === "running" || undefined;
  await waitUntil("the background to run", isRunning, startTimeoutMs);
}

/** Grants native messaging on the options page, by the click that the browser asks for. */
async function allowNative(options: TestPage): Promise<void> {
  const allow = () => options.evaluate(() => document.querySelector("section button.primary") !== null);
  await waitUntil("the button that allows native messaging", async () => (await allow()) || undefined, startTimeoutMs);
  await options.click("section button.primary");
  await waitUntil("native messaging to be allowed", async () => !(await allow()) || undefined, startTimeoutMs);
  await options.close();
}
