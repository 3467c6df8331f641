import type { Browser, Page } from "puppeteer-core";
import { launchChromium } from "./chromium.js";
import { copyExtension } from "./extension-copy.js";
import { clickIcon } from "./icon-click.js";
import type { TestProject } from "./project.js";
import { driveSidebar, type SidebarDriver } from "./sidebar-driver.js";

/** Chromium with the built extension, in a project's own profile. */
export interface TestBrowser {
  readonly browser: Browser;
  /** Opens a page and clicks the icon on it. */
  openSidebar(url: string): Promise<{ readonly page: Page; readonly sidebar: SidebarDriver }>;
  close(): Promise<void>;
}

export async function launchWithExtension(
  project: TestProject,
  options: { readonly nativeAllowed: boolean; readonly args?: readonly string[] },
): Promise<TestBrowser> {
  // Names under .example lead to this machine, so that a page can be another site's.
  const args = ["--host-resolver-rules=MAP *.example 127.0.0.1", ...(options.args ?? [])];
  const browser = await launchChromium({
    args,
    enableExtensions: true,
    userDataDir: project.profile,
    env: { ...process.env, ...project.env },
  });
  const id = await browser.installExtension(copyExtension(project.folder, options));
  await workerReady(browser, id);
  return {
    browser,
    openSidebar: async (url) => {
      const page = await browser.newPage();
      await page.setViewport({ width: 1_280, height: 800 });
      await page.goto(url, { waitUntil: "load" });
      await clickIcon(browser, page);
      return { page, sidebar: await driveSidebar(page) };
    },
    close: () => browser.close(),
  };
}

/** A click before the worker has run for the first time has no listener to reach. */
async function workerReady(browser: Browser, id: string): Promise<void> {
  const target = await browser.waitForTarget((one) => one.type() === "service_worker" && one.url().includes(id));
  const worker = await target.worker();
  await worker?.evaluate(() => true);
}
