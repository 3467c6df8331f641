import { strFromU8 } from "fflate";
import { expect, it } from "vitest";
import { captureSchema } from "../../host/contract/capture.js";
import { downloadedReport } from "./downloaded-report.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { sentCapture } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

eachBrowserAtLength("notes", (launch, browserName) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage, other: shopPage, moved: shopPage });

  it("are made for a region and the page, edited, deleted, taken back, and outlive a reload", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    const [left, top, right, bottom] = await page.evaluate(() => {
      const field = document.querySelector("#name")?.getBoundingClientRect() ?? new DOMRect();
      return [field.left, field.top, field.right, field.bottom] as const;
    });
    await drag(page, sidebar, [left - 6, top - 6], [right + 6, bottom + 6]);
    await sidebar.writeNote("Too much room here");
    await sidebar.press("Page note");
    await sidebar.writeNote("Wrong tone");

    await sidebar.openNote(1);
    await sidebar.press("Edit");
    await sidebar.find("textbox", "Note");
    await page.keyboard.type("!");
    await sidebar.press("Save");
    await sidebar.waitForText(/^Too much room here!$/);
    await sidebar.openNote(1);
    await sidebar.press("Delete");
    await sidebar.waitForText(/Note deleted/);
    await sidebar.press("Undo");
    await sidebar.waitForText(/^Too much room here!$/);

    await page.reload();
    await browser.clickIcon(page);
    await sidebar.waitForText(/^Too much room here!$/);
    await sidebar.send();
    const filename = await sentCapture(project, sidebar);
    const { annotations } = project.readCapture(filename).capture;
    expect(annotations.map(({ target, comment }) => [target.type, comment])).toEqual([
      ["region", "Too much room here!"],
      ["page", "Wrong tone"],
    ]);
    expect(annotations[0]?.target).toMatchObject({
      elements: expect.arrayContaining([expect.objectContaining({ selector: "#name" })]),
    });
  });

  it("go into the copied Markdown and the report, with a picture each, and what no project has of the site's other pages", async () => {
    const other = await browser.openSidebar(pages.url("other"));
    await other.sidebar.find("button", "Download Report");
    // A repetition finds the note of the try before.
    if (!(await other.sidebar.outline()).includes("Of the other page")) await other.sidebar.notePage("Of the other page");
    await other.page.close();
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.waitForText(/^Too much room here!$/);
    await sidebar.press("Download Report");
    const files = await downloadedReport(browser.downloads);
    expect(Object.keys(files).sort()).toEqual(["capture.json", "pictures/note-1.png", "report.html", "report.md"]);
    expect(strFromU8(files["report.md"] ?? new Uint8Array())).toContain("> Too much room here!");
    expect(strFromU8(files["report.html"] ?? new Uint8Array())).toMatch(/dir="auto">Too much.*pictures\/note-1\.png.*svc-init import/s);
    expect(strFromU8(files["report.html"] ?? new Uint8Array())).toMatch(/Of the other page.*\/other<\/span>/s);
    await sidebar.waitForText(/^Report downloaded, with 1 note of other pages\.$/);
    expect(captureSchema.safeParse(JSON.parse(strFromU8(files["capture.json"] ?? new Uint8Array()))).success).toBe(true);

    await sidebar.press("Copy MD");
    await sidebar.waitForText(/Copied as Markdown/);
  });

  it("are sent from a tab that was moved to a window of its own, after a click where the browser asks for one", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("moved"));
    await sidebar.find("button", "Send to Agent");
    await browser.toOwnWindow(page);
    await sidebar.notePage("From another window");
    await sidebar.press("Send to Agent");
    if (browserName === "Firefox") {
      await sidebar.waitForText(/no longer lets svc read this tab\. Close svc here, then click its icon\.$/);
      await sidebar.press("Close");
      await soon(() => sidebar.peek("button", "Close")).toBeUndefined();
      await browser.clickIcon(page);
      await sidebar.press("Send to Agent");
    }
    await sidebar.waitForText(/^Sent \d/);
  });
});

async function drag(page: TestPage, sidebar: SidebarDriver, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await sidebar.press("Select region");
  await sidebar.find("application", /Drag over a region/);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to);
  await page.mouse.up();
}
