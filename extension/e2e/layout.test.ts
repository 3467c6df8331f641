import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";

const edge = "Width of the sidebar";

/** As the accessibility tree has it. */
const widthOf = async (sidebar: SidebarDriver) => Number((await sidebar.find(edgeRole, edge)).value);
const edgeRole = "separator";

eachBrowserAtLength("the sidebar's layout", (launch) => {
  const { pages, browser } = scenario(launch, { shop: shopPage });

  it("changes its width by pointer and by keyboard, between 280 and 480 pixels", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    expect(await widthOf(sidebar)).toBe(320);
    const { x, y } = await sidebar.placeOf(edgeRole, edge);
    expect(x).toBeCloseTo(1_280 - 320, -1);
    await page.mouse.move(x, y);
    await page.mouse.down();
    // A hand needs longer than the frame does to take the pointer everywhere.
    for (const by of [1, 2, 3, 60]) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await page.mouse.move(x - by, y);
    }
    await page.mouse.up();
    await soon(() => widthOf(sidebar)).toBe(380);
    expect((await sidebar.placeOf(edgeRole, edge)).x).toBeCloseTo(x - 60, -1);

    // The pointer has put the focus on it.
    for (const [key, width] of [
      ["ArrowLeft", 400],
      ["ArrowRight", 380],
      ["End", 480],
      ["ArrowLeft", 480],
      ["Home", 280],
      ["ArrowRight", 280],
    ] as const) {
      await page.keyboard.press(key);
      await soon(() => widthOf(sidebar), key).toBe(width);
    }
  });

  it("remembers width, side and being collapsed, on every page", async () => {
    const first = await browser.openSidebar(pages.url("shop"));
    await first.sidebar.openSettings();
    await first.sidebar.press("Move to the left");
    await soon(async () => (await first.sidebar.placeOf("button", "Close")).x).toBeLessThan(400);
    await first.sidebar.press("Fold");
    await first.sidebar.find("button", "Open");
    expect(await first.sidebar.peek("button", "Send to Agent")).toBeUndefined();
    await first.sidebar.find("image", "Trusted");
    await first.page.reload();
    await browser.clickIcon(first.page);
    await first.sidebar.find("button", "Open");
    await first.page.close();

    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.press("Open");
    expect(await widthOf(sidebar)).toBe(280);
    expect((await sidebar.placeOf(edgeRole, edge)).x).toBeCloseTo(280, -1);
    await sidebar.send();
    await sidebar.press("Fold");
    await sidebar.press("Close");
    await soon(() => page.evaluate(() => document.querySelector("div[popover='manual']:empty"))).toBeNull();
  });
});
