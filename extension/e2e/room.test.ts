import { describe, expect, it } from "vitest";
import { chromiumForTests } from "./browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

const rightToLeft = { html: `<!doctype html><html lang="ar" dir="rtl"><title>RTL</title><h1>Heading</h1><button id="buy">Buy</button>` };

/** Chromium alone sets the size of a page's window to any value. */
describe("room for the page", () => {
  const { pages, browser } = scenario(chromiumForTests, { shop: shopPage, rtl: rightToLeft, beneath: shopPage });

  it.each([
    [320, 640],
    [500, 800],
    [768, 1_024],
    [2_560, 1_440],
  ])("at %i × %i nothing is cut off, and the page is left most of it", async (width, height) => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await page.setViewport({ width, height });
    await sidebar.find("button", "Send to Agent");
    for (const name of ["Pick element", "Select region", "Page note", "Send to Agent", "Copy MD", "Download Report", "Close"]) {
      const { x, y } = await sidebar.placeOf("button", name);
      expect(x, name).toBeGreaterThan(0);
      expect(x, name).toBeLessThan(width);
      expect(y, name).toBeGreaterThan(0);
      expect(y, name).toBeLessThan(height);
    }
    const [panel] = await sidebar.boxes("aside.panel");
    const [, , panelWidth = 0, panelHeight = 0] = panel ?? [];
    expect(panelWidth * panelHeight).toBeLessThan(width * height * 0.6);
    await page.close();
  });

  it("stands on the left of a page that is written from right to left", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("rtl"));
    expect((await sidebar.placeOf("button", "Close")).x).toBeLessThan(400);
    await page.close();
  });

  it("is out of the way while something is pointed at, and comes back with the note's form", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("beneath"));
    await sidebar.find("button", "Send to Agent");
    await page.evaluate(() => document.querySelector("#buy")?.setAttribute("style", "position: fixed; right: 100px; top: 300px"));
    await page.keyboard.type("p");
    await sidebar.find("application", /Click an element/);
    await soon(() => sidebar.peek("button", "Send to Agent")).toBeUndefined();
    await page.click("#buy");
    await sidebar.waitForText(/^button “Buy now”$/);
    await sidebar.find("button", "Send to Agent");
    await page.keyboard.press("Escape");
    await sidebar.find("application", /Click an element/);
    await page.keyboard.down("Alt");
    await soon(() => sidebar.peek("button", "Send to Agent")).toBeUndefined();
    await page.keyboard.up("Alt");
    await sidebar.find("button", "Send to Agent");
    await page.close();
  });
});
