import type { ExtensionBrowser, LaunchBrowser, OpenedSidebar } from "../extension-browser.js";
import { sentCapture, type TestProject } from "../project.js";
import { scenario } from "../scenario.js";
import type { SidebarDriver } from "../sidebar-driver.js";
import type { TestPage } from "../test-page.js";
import { type HostilePage, isClosed } from "./hostile-page.js";

/** A browser, a project and hostile pages, for the tests of one file. */
export interface AttackBench {
  readonly browser: ExtensionBrowser;
  readonly project: TestProject;
  /** Opens a page that the project trusts and clicks the icon on it. */
  open(name: string): Promise<OpenedSidebar>;
  /** Opens the page as one of a site that nobody trusts. */
  openUntrusted(name: string): Promise<OpenedSidebar>;
  /** Address of a page that the project trusts. */
  url(name: string): string;
}

/** Starts all of it before the tests of a `describe` and ends it after them. */
export function attackBench(launch: LaunchBrowser, served: Readonly<Record<string, HostilePage>>): AttackBench {
  const { pages, project, browser } = scenario(launch, served);
  const url = (name: string) => pages.url(encodeURIComponent(name));
  return {
    browser,
    project,
    url,
    open: (name) => browser.openSidebar(url(name)),
    openUntrusted: (name) => browser.openSidebar(url(name).replace("localhost", "shop.example")),
  };
}

export const noteField = "Note";

/** Sends what there is. Returns the comments that reached the project. */
export async function sendNotes(sidebar: SidebarDriver, project: TestProject): Promise<readonly string[]> {
  await sidebar.send();
  const filename = await sentCapture(project, sidebar);
  return project.readCapture(filename).capture.annotations.map(({ comment }) => comment);
}

/** As long as a person may look away. What was to happen without them has happened then. */
export function idle(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Between two letters, in milliseconds: somebody who types fast. */
const keyMs = 60;

/** Types letter by letter, until the sidebar is closed, as somebody does who sees that. */
export async function typeSlowly(page: TestPage, text: string): Promise<void> {
  for (const letter of text) {
    if (await page.evaluate(isClosed)) return;
    await page.keyboard.type(letter);
    await idle(keyMs);
  }
}
