import { afterAll, afterEach, beforeAll } from "vitest";
import { type PageServer, servePages } from "../../host/testing/page-server.js";
import { later } from "../../host/testing/shared.js";
import type { ExtensionBrowser, LaunchOptions } from "./extension-browser.js";
import { makeProject, type ProjectHome, type TestProject } from "./project.js";
import { openScreen, type VirtualScreen } from "./virtual-screen.js";

/** A server of pages, a project that claims them, and a browser with the extension. */
export interface Scenario<B extends ExtensionBrowser> {
  readonly pages: PageServer;
  readonly project: TestProject;
  readonly browser: B;
}

/**
 * Starts all three before the tests of a `describe` and ends them after. The parts can be named at once, and be used once they have started.
 * `onScreen`: the browser shows itself on a virtual screen, which ends with it.
 */
export function scenario<B extends ExtensionBrowser>(
  launch: (project: ProjectHome, options: LaunchOptions) => Promise<B>,
  served: Parameters<typeof servePages>[0],
  { onScreen = false, ...options }: Partial<LaunchOptions> & { readonly onScreen?: boolean } = {},
): Scenario<B> {
  const started: { pages?: PageServer; project?: TestProject; browser?: B; screen?: VirtualScreen } = {};

  beforeAll(async () => {
    const pages = await servePages(served);
    started.pages = pages;
    const project = await makeProject({ urls: [`localhost:${pages.port}`] });
    started.project = project;
    if (onScreen) started.screen = await openScreen();
    const { screen } = started;
    started.browser = await launch(project, { nativeAllowed: true, ...options, ...(screen === undefined ? {} : { screen }) });
  });

  closePagesAfterEach(() => started.browser);

  afterAll(async () => {
    await started.browser?.close();
    await started.screen?.close();
    await started.pages?.close();
    started.project?.remove();
  });

  return {
    pages: later("pages", () => started.pages),
    project: later("project", () => started.project),
    browser: later("browser", () => started.browser),
  };
}

/** Closes what each test has opened: the next one, or a repetition, finds the browser as the first did. */
export function closePagesAfterEach(browser: () => ExtensionBrowser | undefined): void {
  afterEach(({ task }) => browser()?.closePages(task.result?.state === "fail"));
}
