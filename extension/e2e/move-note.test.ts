import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { boxOf } from "./page-boxes.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

eachBrowserAtLength("a note is moved to another element", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });

  async function noteOnBuy() {
    const opened = await browser.openSidebar(pages.url("shop"));
    const { page, sidebar } = opened;
    await sidebar.find("button", "Send to Agent");
    await sidebar.beginPicking();
    await page.click("#buy");
    await sidebar.type("Note", "Larger");
    await sidebar.press("Send");
    await sidebar.waitForText(/^Sent \d/);
    await sidebar.press("Done");
    await soon(() => sidebar.outlines("noted")).toEqual([await boxOf(page, "#buy")]);
    return opened;
  }

  /** The selector that the note has in the newest capture. */
  function sentTarget(): string | undefined {
    const target = project.readCapture(project.captureNames().at(-1) ?? "").capture.annotations[0]?.target;
    return target === undefined || target.type === "page" ? undefined : target.elements[0]?.selector;
  }

  async function moveToNext(page: TestPage, sidebar: SidebarDriver): Promise<void> {
    await sidebar.openNote(1);
    await sidebar.press("Move to another element");
    await sidebar.waitForText(/Pick the element that note 1 is about/);
    await sidebar.find("application", /Click an element/);
    const [x, y, width, height] = await boxOf(page, "#buy");
    await page.mouse.move(x + width / 2, y + height / 2);
    // The arrow leads on from what the pointer has found.
    await sidebar.waitForText(/Buy now/);
    await page.keyboard.press("ArrowRight");
    await sidebar.waitForText(/Sold out/);
    await page.keyboard.press("Enter");
    await sidebar.waitForText(/^Note 1 is about button “Sold out” now\.$/);
  }

  it("by keyboard, and the project learns it; it can be taken back", async () => {
    const { page, sidebar } = await noteOnBuy();
    await moveToNext(page, sidebar);
    await sidebar.press("Undo");
    await soon(() => sidebar.outlines("noted")).toEqual([await boxOf(page, "#buy")]);
    await moveToNext(page, sidebar);
    await sidebar.press("Send to Agent");
    await soon(sentTarget).toMatch(/button/);
    expect(sentTarget()).not.toBe("#buy");
    await soon(async () => (await sidebar.outline()).includes("not sent yet")).toBe(false);
  });
});
