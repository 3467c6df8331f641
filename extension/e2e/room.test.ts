import { expect, it } from "vitest";
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
const findCutTexts = `() => [...document.querySelectorAll("button, p, h1, h2, label, summary, li, select, textarea, code, .choice, .hint, .shield")].flatMap((one) => {
  const { left, right, width } = one.getBoundingClientRect();
  if (width === 0 || one.closest(".spoken, [hidden]") !== null) return [];
  const home = one.closest(".panel, .floating")?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
  const { overflowX, textOverflow } = getComputedStyle(one);
  const isCut = overflowX !== "visible" && textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 1;
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
    ...Object.fromEntries([1, 2, 3, 4, 5].map((row) => [`cut${row}`, shopPage])),
  });

  /** Resizes the window of a page to this size in CSS pixels. */
  async function resize(page: TestPage, width: number, height: number): Promise<void> {
    const factor = name === "Firefox" ? Math.ceil(narrowest / width) : 1;
    await browser.resize(page, width * factor, height * factor);
    if (factor > 1) await browser.zoom(page, factor);
    await soon(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
  }

  it.each([
    [320, 640],
    [500, 800],
    [768, 1_024],
    [2_560, 1_440],
  ])("at %i × %i nothing is cut off, and the page is left most of it", async (width, height) => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await resize(page, width, height);
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

  it.each([
    ["cut1", "400 %", 320, 200],
    ["cut2", "200 %", 640, 400],
    ["cut3", "a small phone", 320, 568],
    ["cut4", "100 %", 1_280, 800],
    ["cut5", "50 %", 2_560, 1_600],
  ])(
    "%s: at %s of a window, %i × %i, no text is cut off: in the form, the notes, while picking and frozen",
    async (path, _of, width, height) => {
      const { page, sidebar } = await browser.openSidebar(pages.url(path));
      await sidebar.find("button", "Send to Agent");
      await resize(page, width, height);
      await sidebar.press("Page note");
      await sidebar.type("Note", "Far too long a word: Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen");
      expect(await cutTexts(sidebar), "form").toEqual([]);
      await sidebar.press("Save");
      await sidebar.waitForText(/^Far too long/);
      expect(await cutTexts(sidebar), "notes").toEqual([]);
      await sidebar.press("Pick element");
      await sidebar.find("application", /Click an element/);
      await page.keyboard.type("f");
      await sidebar.waitForText(/^The page is frozen/);
      expect(await cutTexts(sidebar), "picking").toEqual([]);
      await page.keyboard.press("Escape");
      await sidebar.find("button", "Unfreeze page");
      expect(await cutTexts(sidebar), "frozen").toEqual([]);
      await sidebar.press("Delete");
      await sidebar.waitForText(/Note deleted/);
      expect(await cutTexts(sidebar), "deleted").toEqual([]);
      await page.close();
    },
  );

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
