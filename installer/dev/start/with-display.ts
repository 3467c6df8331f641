import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { type Firefox, launchFirefox } from "../../../extension/e2e/firefox.js";
import { chromeExtensionId, firefoxExtensionId } from "../../../host/contract/names.js";
import { launchChromium } from "../../../host/testing/chromium.js";
import { distPath } from "../../../host/testing/paths.js";
import type { ChosenBrowser } from "./browser.js";
import { atHop } from "./hop.js";
import { bold, print, showConfig } from "./show.js";
import type { Stage } from "./stage.js";

/** Opens the page in a window with the extension and stays until the window is closed or Ctrl-C. */
export async function runWithDisplay(stage: Stage, chosen: ChosenBrowser): Promise<void> {
  const interrupted = untilInterrupted();
  const window = await atHop("browser", () => (chosen.family === "chromium" ? chromiumWindow(stage) : firefoxWindow(stage)));
  try {
    showConfig(stage, { isOver: false });
    print(["", bold("Now"), ...nextSteps(stage.root), ""]);
    await Promise.race([window.ended, interrupted]);
  } finally {
    await window.close();
  }
}

function nextSteps(root: string): string[] {
  return [
    "  1. Click the svc icon in the browser's toolbar: the sidebar opens.",
    "  2. The first time, press Allow the connection in the tab that opens beside the page, and answer Allow.",
    "  3. Press Pick element, click what is wrong, write what you want, and press Enter.",
    `  4. Ask your agent, started in ${root}: “Fix what I noted on the page.”`,
    "  Close the window or press Ctrl-C to end; the profile and the demo go with it.",
  ];
}

/** A browser window: `ended` resolves when the user closes it; closing it twice does no harm. */
interface Window {
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

async function chromiumWindow(stage: Stage): Promise<Window> {
  const browser = await openChromium(stage);
  const ended = new Promise<void>((resolve) => browser.once("disconnected", () => resolve()));
  return { ended, close: () => browser.close() };
}

async function firefoxWindow(stage: Stage): Promise<Window> {
  const firefox = await openFirefox(stage);
  const ended = new Promise<void>((resolve) => firefox.process.once("exit", () => resolve()));
  return { ended, close: async () => (firefox.process.exitCode === null ? firefox.quit() : undefined) };
}

/** Chromium as a person has it, with the unpacked extension, its icon in the toolbar, on the stage's page. */
export async function openChromium({ profile, env, pageUrl }: Stage, extension = distPath("chrome")): Promise<Browser> {
  pinIcon(profile);
  const browser = await launchChromium({
    headless: false,
    userDataDir: profile,
    enableExtensions: true,
    defaultViewport: null,
    env: { ...process.env, ...env },
    // A bar over the page that speaks of automated tests, and scroll bars that are hidden, are for tests.
    ignoreDefaultArgs: ["--enable-automation", "--hide-scrollbars"],
    // Ctrl-C is ours: the window is closed in order, then everything else.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  await browser.installExtension(extension);
  const [first] = await browser.pages();
  await (first ?? (await browser.newPage())).goto(pageUrl);
  return browser;
}

/** A new profile hides icons behind the puzzle piece. */
function pinIcon(profile: string): void {
  const folder = join(profile, "Default");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "Preferences"), JSON.stringify({ extensions: { pinned_extensions: [chromeExtensionId] } }));
}

export async function openFirefox({ env, pageUrl }: Stage, extension = distPath("firefox")): Promise<Firefox> {
  const firefox = await launchFirefox({
    home: env["HOME"] ?? "",
    env,
    extension,
    headless: false,
    // A person is asked, and reaches what the page needs.
    preferences: { "extensions.webextOptionalPermissionPrompts": true, "network.proxy.type": 0, "ui.useOverlayScrollbars": 0 },
  });
  await firefox.chrome(showIcon, firefoxExtensionId);
  await firefox.navigate(pageUrl);
  return firefox;
}

/** A new profile hides icons behind the puzzle piece. */
const showIcon = `
  const [id, done] = arguments;
  const { extension } = WebExtensionPolicy.getByID(id);
  CustomizableUI.addWidgetToArea(extension.apiManager.global.browserActionFor(extension).widget.id, CustomizableUI.AREA_NAVBAR);
  done();
`;

/** A terminal's Ctrl-C comes twice: to every process of the group, and once more from the loader. The second must not cut off the tidying. */
function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
}
