import { expect, it } from "vitest";
import { servePages } from "../../host/testing/page-server.js";
import { shared } from "../../host/testing/shared.js";
import { type BrowserName, eachBrowserAtLength } from "./each-browser.js";
import { boxOf } from "./page-boxes.js";
import { sentCapture } from "./project.js";
import { scenario } from "./scenario.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import type { TestPage } from "./test-page.js";

/** A page with one thing wrong of each kind. */
const faultyPage = {
  html: `<!doctype html><html lang="en"><head><title>Faults</title><style>body{margin:20px;font:16px sans-serif}</style></head><body><main>
<h1>Faults</h1>
<img id="picture" src="/missing.png" width="80" height="40">
<div id="cut" style="width:120px;height:20px;overflow:hidden;white-space:nowrap">A long text that does not fit into its box at all</div>
<p><button id="buy">Buy now</button> <button id="known" data-testid="known">Known</button></p>
<canvas id="chart" width="60" height="30"></canvas>
<script>document.querySelector("#known").onclick = () => { throw new Error("planted failure"); };</script>
</main></body></html>`,
} as const;

eachBrowserAtLength("the Inspect tab", (launch, name) => {
  const { pages, project, browser } = scenario(launch, { faulty: faultyPage, noted: faultyPage });
  const strangers = shared(() => servePages({ faulty: faultyPage }));

  async function openInspect(path: string): Promise<{ page: TestPage; sidebar: SidebarDriver }> {
    const { page, sidebar } = await browser.openSidebar(pages.url(path));
    await sidebar.press("Inspect", "tab");
    await sidebar.waitForText(/^\d+ findings$/);
    return { page, sidebar };
  }

  it("lists what a capture sees: accessibility, layout, requests, errors, test ids, holes; it is chosen by keyboard and stays", async () => {
    const { page, sidebar } = await openInspect("faulty");
    await page.click("#known");
    await sidebar.press("Read again");
    // Chromium passes nothing of a page's errors to extensions.
    if (name === "Firefox") await sidebar.waitForText(/^Uncaught error: .*planted failure/);
    else expect(await sidebar.outline()).toMatch(/Uncaught errors 0/);
    await sidebar.waitForText(/image-alt/);
    await sidebar.waitForText(/clipped-text/);
    await sidebar.waitForText(/^Failed request: .*\/missing\.png$/);
    await sidebar.waitForText(/^Not read: what is drawn on a canvas/);
    await sidebar.press(/^Without a test id/, triangles[name]);
    await sidebar.waitForText(/^button “Buy now” has no test id$/);
    await sidebar.waitForText(/Could be data-testid="buy-now-button"/);
    expect(await sidebar.outline()).not.toMatch(/“Known” has no test id/);

    await sidebar.press("Notes", "tab");
    await sidebar.find("button", "Pick element");
    expect(await sidebar.peek("heading", /findings$/)).toBeUndefined();
    await page.keyboard.press("ArrowRight");
    await sidebar.find("heading", /findings$/);
    expect(await sidebar.peek("button", "Pick element")).toBeUndefined();
  });

  it("outlines a finding's element where it is, and wherever it scrolls, until it is pressed again", async () => {
    const { page, sidebar } = await openInspect("faulty");
    expect(await sidebar.outlines("found")).toEqual([]);
    await sidebar.press(/clipped-text/);
    await expect.poll(() => sidebar.outlines("found")).toEqual([await boxOf(page, "#cut")]);
    await page.evaluate(() => {
      document.body.style.paddingTop = "100px";
      document.body.style.height = "3000px";
      scrollTo({ top: 30, behavior: "instant" });
    });
    await expect.poll(() => sidebar.outlines("found")).toEqual([await boxOf(page, "#cut")]);
    await sidebar.press(/clipped-text/);
    await expect.poll(() => sidebar.outlines("found")).toEqual([]);
  });

  it("makes a note of a finding with one press, which goes along with the next capture and can be taken back", async () => {
    const { sidebar } = await openInspect("noted");
    const title = (await sidebar.find("button", /^Add note: This image has no alt/)).name.replace("Add note: ", "");
    await sidebar.press(`Add note: ${title}`);
    await sidebar.waitForText(/Note added/);
    expect(await sidebar.peek("button", `Noted: ${title}`)).toMatchObject({ disabled: true });
    await sidebar.press(/^Add note: Failed request/);
    await sidebar.waitForText(/Note added/);
    await sidebar.press("Undo");
    await sidebar.find("button", /^Add note: Failed request/);

    await sidebar.send();
    const filename = await sentCapture(project, sidebar);
    const { annotations } = project.readCapture(filename).capture;
    expect(annotations).toMatchObject([
      { comment: title, kind: "accessibility", target: { type: "element", elements: [{ selector: "#picture" }] } },
    ]);
  });

  it("works without a project", async () => {
    const { sidebar } = await browser.openSidebar(`http://shop.example:${strangers.port}/faulty`);
    await sidebar.press("Inspect", "tab");
    await sidebar.waitForText(/clipped-text/);
    // The banner moves all below it.
    await sidebar.waitForText(/^This page belongs to no project yet/);
    await sidebar.press(/^Add note: About \d+ px/);
    await sidebar.waitForText(/Note added/);
  });
});

/** Browsers name a summary's role in their own ways. */
const triangles: Readonly<Record<BrowserName, string>> = { Chromium: "DisclosureTriangle", Firefox: "" };
