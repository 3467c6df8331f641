import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eachBrowser } from "./each-browser.js";
import type { ExtensionBrowser, TestPage } from "./extension-browser.js";
import { type HttpHost, startHttp } from "./http-host.js";
import { connectAgent } from "./mcp-client.js";
import { type PageServer, servePages } from "./page-server.js";
import { makeProject, type TestProject } from "./project.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";

eachBrowser("native messaging not granted", (launch) => {
  let pages: PageServer;
  let project: TestProject;
  let browser: ExtensionBrowser;
  let http: HttpHost;

  beforeAll(async () => {
    pages = await servePages({ shop: shopPage });
    project = await makeProject({ urls: [`localhost:${pages.port}`] });
    browser = await launch(project, { nativeAllowed: false });
  });

  afterAll(async () => {
    await http?.close();
    await browser?.close();
    await pages?.close();
    project?.remove();
  });

  it("says what to do when nothing answers, and hides Send", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    // Another project of this machine may be served at this moment, and then it is the one that says no.
    await sidebar.find("image", /Allow native messaging, or start the service|No project claims this page/);
    await sidebar.waitForText(/Copy MD and Report are available/);
    expect(await sidebar.peek("button", "Send to Agent")).toBeUndefined();
    await sidebar.find("image", "Trusted");
    await page.close();
  });

  it("sends over unsigned HTTP, and the agent reads it", async () => {
    http = await startHttp(project);
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /Unsigned/);
    await expectSent(page, sidebar);
    const agent = await connectAgent(project);
    expect(JSON.stringify(await agent.call("get_page_summary"))).toContain("Shop of lamps");
    await agent.close();
  });

  it("signs its requests after pairing with the project's key", async () => {
    const options = await browser.openOptions();
    await options.type("input[type=password]", readFileSync(join(project.root, ".svc", ".session-key"), "utf8"));
    await options.click("button[type=submit]");
    await expect.poll(() => options.evaluate(() => document.body.textContent)).toContain("Paired with project");
    await options.close();
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /🔒 Signed/);
    await expectSent(page, sidebar);
  });

  it("opens a new session by itself when the service was started again", async () => {
    await http.close();
    http = await startHttp(project);
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /🔒 Signed/);
    await expectSent(page, sidebar);
  });

  async function expectSent(page: TestPage, sidebar: SidebarDriver): Promise<void> {
    const before = project.captureNames().length;
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent: /);
    expect(project.captureNames()).toHaveLength(before + 1);
    await page.close();
  }
});
