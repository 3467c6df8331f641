import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { servePages } from "../../host/testing/page-server.js";
import { shared } from "../../host/testing/shared.js";
import { patience } from "../../host/testing/wait-until.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { startHttp } from "./http-host.js";
import { addProject, letIn, makeProject } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";

eachBrowserAtLength("whose page it is", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });
  const others = shared(() => servePages({ shop: shopPage }));

  const claim = (root: string, pattern: string) =>
    writeFileSync(join(root, ".svc", "config.json"), JSON.stringify({ urlPatterns: [pattern] }));

  beforeAll(async () => {
    // A project without patterns would take every page of this machine.
    claim(await addProject(project, "lamps"), "localhost:1");
  });

  it("says that no port is open when the host knows it, and nothing of ports when one is", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /^Native: .*“project” through native messaging\. No port is open\.$/);
    await page.close();
    const http = await startHttp(project);
    try {
      const again = await browser.openSidebar(pages.url("shop"));
      await again.sidebar.find("image", /^Native: .*“project” through native messaging\.$/);
      await again.page.close();
    } finally {
      await http.close();
    }
  });

  it("follows a changed pattern within a second", async () => {
    const { page, sidebar } = await browser.openSidebar(others.url("shop"));
    await sidebar.find("image", /This page belongs to no project/);
    const lamps = join(project.folder, "lamps");
    const before = Date.now();
    claim(lamps, `localhost:${others.port}`);
    await sidebar.find("image", /^Native: captures go to “lamps”/);
    const took = Date.now() - before;
    claim(lamps, "localhost:1");
    await sidebar.find("image", /This page belongs to no project/);
    await page.close();
    // The look itself goes over the browser's accessibility tree; the event took the smallest part of it.
    expect(took).toBeLessThan(patience(3_000));
  });

  it("finds a project of another user state over HTTP, which the native host does not know", async () => {
    const other = await makeProject({ urls: [`localhost:${others.port}`] });
    const http = await startHttp(other);
    try {
      await letIn(other, browser);
      const { page, sidebar } = await browser.openSidebar(others.url("shop"));
      await sidebar.find("image", /Unsigned: captures go to “project”/);
      await sidebar.send();
      expect(other.captureNames()).toHaveLength(1);
      await page.close();
    } finally {
      await http.close();
      other.remove();
    }
  });
});
