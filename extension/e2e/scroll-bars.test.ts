import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, servePages } from "../../host/testing/page-server.js";
import { launchWithExtension, type TestBrowser } from "./browser.js";
import { makeProject, type TestProject } from "./project.js";
import { closePagesAfterFailure } from "./scenario.js";

const long = { html: `<!doctype html><title>Long</title><p style="height: 3000px; width: 3000px">Long` };

describe("a page with scroll bars", () => {
  let pages: PageServer;
  let project: TestProject;
  let browser: TestBrowser;

  closePagesAfterFailure(() => browser);
  beforeAll(async () => {
    pages = await servePages({ long });
    project = await makeProject({ urls: [`localhost:${pages.port}`] });
    browser = await launchWithExtension(project, { nativeAllowed: true, scrollBars: true });
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    project?.remove();
  });

  it("has the whole sidebar beside them", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("long"));
    const room = await page.evaluate(() => document.documentElement.clientWidth);
    expect(room).toBeLessThan(1_280);
    expect((await sidebar.placeOf("separator", "Width of the sidebar")).x).toBeCloseTo(room - 320, -1);
    const { y } = await sidebar.placeOf("button", "Copy MD");
    expect(y).toBeLessThan(await page.evaluate(() => document.documentElement.clientHeight - 20));
    await browser.resize(page, 1_280, 260);
    await sidebar.press("Pick element");
    await sidebar.find("application", /Click an element/);
    await page.mouse.click(100, 100);
    await sidebar.type("Note", "Shorter");
    await page.reload();
    await browser.clickIcon(page);
    await sidebar.find("button", "Try changes");
    const [[left = 0, , width = 0] = []] = await sidebar.boxes(".body .form");
    expect(width).toBeLessThan(285);
    for (const [x, , wide] of await sidebar.boxes(".body .form .button")) expect(x + wide).toBeLessThanOrEqual(left + width);
    await page.close();
  });
});
