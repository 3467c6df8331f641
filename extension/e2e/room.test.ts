import { expect, it } from "vitest";
import { isLong } from "../../host/testing/long.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

const rightToLeft = { html: `<!doctype html><html lang="ar" dir="rtl"><title>RTL</title><h1>Heading</h1><button id="buy">Buy</button>` };

/** Texts of the sidebar that reach beyond the panel or the window, or that their own box cuts without an ellipsis. */
async function cutTexts(sidebar: SidebarDriver): Promise<readonly string[]> {
  return (await sidebar.inFrame<string[]>(`return (${findCutTexts})();`)) ?? ["the sidebar has no frame"];
}

/** Runs in the sidebar's frame. */
const findCutTexts = `() => [...document.querySelectorAll("button, p, h1, h2, label, .pin, summary, li, select, textarea, code, .choice, .hint, .shield")].flatMap((one) => {
  const { left, right, width } = one.getBoundingClientRect();
  if (width === 0 || !one.checkVisibility() || one.closest(".spoken, [hidden]") !== null) return [];
  const home = one.closest(".panel, .floating")?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
  const { overflowX, textOverflow } = getComputedStyle(one);
  const isCut =
    (overflowX !== "visible" && textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 1) ||
    (one.className === "pin" && one.scrollHeight > one.clientHeight + 1);
  const isOut = left < home.left - 1 || right > home.right + 1;
  return isCut || isOut ? [one.localName + "." + one.className + " " + one.textContent.slice(0, 40) + (isOut ? " (out)" : " (cut)")] : [];
})`;

/** A window of Firefox is no narrower: less room is that of a zoomed one. */
const narrowest = 500;

eachBrowserAtLength("room for the page", (launch, name) => {
  const { pages, browser } = scenario(launch, {
    shop: shopPage,
    rtl: rightToLeft,
    beneath: shopPage,
    cut: shopPage,
  });

  /** Resizes the window of a page to this size in CSS pixels. */
  async function resize(page: TestPage, width: number, height: number): Promise<void> {
    const factor = name === "Firefox" ? Math.ceil(narrowest / width) : 1;
    const zoom = async (to: number) => name === "Firefox" && (await browser.zoom(page, to));
    // The window is measured in the page's pixels.
    await zoom(1);
    await browser.resize(page, width * factor, height * factor);
    await zoom(factor);
    await soon(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
  }

  it("is left most of it in windows of all sizes, and nothing of the sidebar is cut off", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    for (const [width, height] of [
      [320, 640],
      ...(isLong
        ? ([
            [500, 800],
            [768, 1_024],
          ] as const)
        : []),
      [2_560, 1_440],
    ] as const) {
      await resize(page, width, height);
      await sidebar.find("button", "Send to Agent");
      for (const name of ["Pick element", "Select region", "Page note", "Send to Agent", "Copy MD", "Download Report", "Close"]) {
        const { x, y } = await sidebar.placeOf("button", name);
        const isInside = x > 0 && x < width && y > 0 && y < height;
        expect(isInside, `${name} at ${x}, ${y} of ${width} × ${height}`).toBe(true);
      }
      const [panel] = await sidebar.boxes("aside.panel");
      const [, , panelWidth = 0, panelHeight = 0] = panel ?? [];
      expect(panelWidth * panelHeight, `${width} × ${height}`).toBeLessThan(width * height * 0.6);
    }
  });

  it("is enough for every text, at each zoom of a window: in the form, the notes, while picking and frozen", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("cut"));
    await sidebar.find("button", "Send to Agent");
    for (const [zoom, width, height] of [
      ["400 %", 320, 200],
      ...(isLong
        ? ([
            ["100 %", 1_280, 800],
            ["200 %", 640, 400],
            ["a small phone", 320, 568],
            ["50 %", 2_560, 1_600],
          ] as const)
        : []),
    ] as const) {
      await resize(page, width, height);
      const expectWhole = async (state: string) => expect(await cutTexts(sidebar), `${state} at ${zoom}`).toEqual([]);
      await sidebar.press("Page note");
      await sidebar.type("Note", "Far too long a word: Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen");
      await expectWhole("form");
      await sidebar.press("Save");
      await sidebar.waitForText(/^Far too long/);
      await expectWhole("notes");
      await sidebar.beginPicking();
      await page.keyboard.type("f");
      await sidebar.waitForText(/^The page is frozen/);
      await expectWhole("picking");
      await page.keyboard.press("Escape");
      await sidebar.find("button", "Unfreeze page");
      await expectWhole("frozen");
      await sidebar.openNote(1);
      await sidebar.press("Delete");
      await sidebar.waitForText(/Note deleted/);
      await expectWhole("deleted");
      await sidebar.press("Unfreeze page");
    }
    // As a browser's smallest size of letters makes them.
    await sidebar.inFrame(`document.styleSheets[0].insertRule("* { font-size: 24px !important }")`);
    await sidebar.press("Page note");
    await sidebar.writeNote("Larger");
    await sidebar.send();
    await sidebar.waitForText(/your agent:/);
    expect(await cutTexts(sidebar)).toEqual([]);
  });

  it("stands on the left of a page that is written from right to left, and pins beside it where it covers their elements' corners", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("rtl"));
    expect((await sidebar.placeOf("button", "Close")).x).toBeLessThan(400);
    await sidebar.noteElement("h1", "Shorter");
    // The panel's width.
    await soon(async () => (await sidebar.placeOf("button", "Note 1")).x).toBeGreaterThan(320);
    await sidebar.press("Note 1");
    await sidebar.find("button", "Edit");
  });

  it("is out of the way while something is pointed at and written about, until that ends", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("beneath"));
    await sidebar.find("button", "Send to Agent");
    await page.evaluate(() => document.querySelector("#buy")?.setAttribute("style", "position: fixed; right: 100px; top: 300px"));
    await page.keyboard.type("p");
    await sidebar.find("application", /Click an element/);
    await soon(() => sidebar.peek("button", "Send to Agent")).toBeUndefined();
    await page.click("#buy");
    await sidebar.waitForText(/^button “Buy now”$/);
    expect(await sidebar.peek("button", "Send to Agent")).toBeUndefined();
    await page.keyboard.press("Escape");
    await sidebar.find("button", "Open");
    await page.keyboard.down("Alt");
    await soon(() => sidebar.peek("button", "Open")).toBeUndefined();
    await page.keyboard.up("Alt");
    await sidebar.find("button", "Open");
    await page.keyboard.press("Escape");
    await sidebar.find("button", "Send to Agent");
  });
});
