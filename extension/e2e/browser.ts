import type { Browser, Page } from "puppeteer-core";
import { launchChromium } from "./chromium.js";
import { copyExtension } from "./extension-copy.js";
import { clickIcon } from "./icon-click.js";
import type { TestProject } from "./project.js";
import { driveSidebar, type SidebarDriver } from "./sidebar-driver.js";
import { waitUntil } from "./wait-until.js";

export interface OpenedSidebar {
  readonly page: Page;
  readonly sidebar: SidebarDriver;
  /** Everything that the page's console has shown. */
  readonly console: readonly string[];
}

/** Chromium with the built extension, in a project's own profile. */
export interface TestBrowser {
  readonly browser: Browser;
  /** Opens a page and clicks the icon on it. */
  openSidebar(url: string): Promise<OpenedSidebar>;
  close(): Promise<void>;
}

/** Names under .example lead to this machine, so that a page can be another site's; every other name leads nowhere, at once. */
const resolverRules = "MAP *.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";

export async function launchWithExtension(
  project: Pick<TestProject, "folder" | "profile" | "env">,
  options: { readonly nativeAllowed: boolean; readonly args?: readonly string[] },
): Promise<TestBrowser> {
  const args = [`--host-resolver-rules=${resolverRules}`, ...(options.args ?? [])];
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
      const console: string[] = [];
      page.on("console", (message) => console.push(message.text()));
      await page.setViewport({ width: 1_280, height: 800 });
      await page.goto(url, { waitUntil: "load" });
      await clickIcon(browser, page);
      return { page, sidebar: await driveSidebar(page), console };
    },
    close: () => browser.close(),
  };
}

/** A click before the worker has registered its listeners would be lost, as nobody can click so early after an installation. */
async function workerReady(browser: Browser, id: string): Promise<void> {
  const target = await browser.waitForTarget((one) => one.type() === "service_worker" && one.url().includes(id));
  const worker = await target.worker();
  const listens = async () =>
    (await worker?.evaluate("globalThis.chrome?.action?.onClicked.hasListeners() === true")) === true || undefined;
  await waitUntil("the background to listen", listens);
}
