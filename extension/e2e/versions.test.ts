import { afterAll, beforeAll, expect, it } from "vitest";
import { type PageServer, servePages } from "../../host/testing/page-server.js";
import { eachBrowserAtLength } from "./each-browser.js";
import type { ExtensionBrowser } from "./extension-browser.js";
import { makeProject, type TestProject } from "./project.js";
import { closePagesAfterFailure } from "./scenario.js";
import { shopPage } from "./shop-page.js";

eachBrowserAtLength("an extension newer than the service", (launch) => {
  let pages: PageServer;
  let project: TestProject;
  let browser: ExtensionBrowser;

  closePagesAfterFailure(() => browser);
  beforeAll(async () => {
    pages = await servePages({ shop: shopPage });
    project = await makeProject({ urls: [`localhost:${pages.port}`] });
    browser = await launch(project, { nativeAllowed: true, version: "99.1.0" });
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    project?.remove();
  });

  it("says so, says what to update, and works as far as it can", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    expect(await sidebar.waitForText(/is older than this extension \(99\.1\.0\)/)).toMatch(/npm install/);
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
    await page.close();
  });
});
