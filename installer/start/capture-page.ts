import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { launchChromium } from "../../extension/e2e/chromium.js";
import { copyExtension } from "../../extension/e2e/extension-copy.js";
import { clickIcon } from "../../extension/e2e/icon-click.js";
import { driveSidebar } from "../../extension/e2e/sidebar-driver.js";
import { waitUntil } from "../../extension/e2e/wait-until.js";
import { storeFolderName } from "../../host/contract/names.js";
import { atHop } from "./hop.js";
import type { Stage } from "./stage.js";

export interface CapturedPage {
  readonly browser: Browser;
  readonly page: Page;
  /** The file's name in the project's captures. */
  readonly filename: string;
  /** What the sidebar's status dot says of the transport. */
  readonly transport: string;
}

/** The user's part, by real clicks: opens the page, clicks the icon, presses Send to Agent, and waits for the file. */
export async function capturePage(stage: Stage): Promise<CapturedPage> {
  const browser = await atHop("browser", () => openBrowser(stage));
  try {
    const page = await atHop("page", () => openPage(browser, stage.pageUrl));
    const sidebar = await atHop("icon click", async () => {
      await clickIcon(browser, page);
      return driveSidebar(page);
    });
    const transport = await atHop("native messaging", () => sidebar.waitForText(/Native|Signed|Unsigned/));
    await atHop("Send to Agent", () => sidebar.press("Send to Agent"));
    const filename = await atHop("capture file", () => waitUntil("the capture's file", () => newestCapture(stage.root), 30_000));
    return { browser, page, filename, transport };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function openBrowser({ folder, profile, env }: Stage): Promise<Browser> {
  // The permission's prompt is the browser's own window, which nobody can answer here: this copy of the build has it granted.
  const extension = copyExtension(folder, { nativeAllowed: true });
  const browser = await launchChromium({ userDataDir: profile, enableExtensions: true, env: { ...process.env, ...env } });
  await browser.installExtension(extension);
  return browser;
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(url, { waitUntil: "load", timeout: 30_000 });
  await page.bringToFront();
  return page;
}

function newestCapture(root: string): string | undefined {
  const folder = join(root, storeFolderName, "captures");
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .at(-1);
}
