import { expect, it } from "vitest";
import { isLong, rowsOfRun } from "../../host/testing/long.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { boxAt } from "./page-boxes.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

const film = {
  html: `<!doctype html><title>Film</title><p>Film</p><div id="film"><button id="full" onclick="film.requestFullscreen()">Full screen</button></div>`,
};
const covered = {
  html: `<!doctype html><title>Covered</title><p>Covered</p>
<style>* { all: initial !important; direction: rtl !important; writing-mode: vertical-rl !important; } :not(:root) { filter: blur(9px) !important; }
div { display: block !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; opacity: 1 !important; background: red !important; pointer-events: auto !important; }</style>
<script>setInterval(() => { if (document.querySelector("div[popover='manual']:empty") && !document.querySelector("div.cover")) document.documentElement.append(Object.assign(document.createElement("div"), { className: "cover" })); }, 20);</script>`,
};

eachBrowserAtLength("a page that is hard to lie above", (launch) => {
  const { pages, browser } = scenario(launch, { shop: shopPage, small: shopPage, large: shopPage, film, covered });

  it("shows the sidebar over its full screen, and after it", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("film"));
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
    await sidebar.find("button", "Send to Agent");
    // In full screen a window of emulated size sends frames of other processes no pointer.
    if ("setViewport" in page && typeof page.setViewport === "function") await page.setViewport(null);
    await page.click("#full");
    await soon(isFull).toBe(true);
    await sidebar.notePage("In full screen");
    await page.evaluate(() => document.exitFullscreen());
    await soon(isFull).toBe(false);
    await sidebar.notePage("Out of it");
  });

  it.skipIf(!isLong)("shows the sidebar over a layer of the highest order that came after it, whatever its styles say", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("covered"));
    await soon(() => page.evaluate(() => document.querySelector("div") !== null)).toBe(true);
    await sidebar.notePage("Not covered");
    await sidebar.send();
    await sidebar.press("Close");
    await soon(() => page.evaluate(() => document.querySelector("div[popover='manual']:empty"))).toBeNull();
  });

  it("is printed without the sidebar", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("button", "Send to Agent");
    const display = () =>
      page.evaluate(() => getComputedStyle(document.querySelector("div[popover='manual']:empty") ?? document.body).display);
    expect(await display()).toBe("block");
    await browser.layOutForPrint(page);
    await soon(display).toBe("none");
  });

  const zooms = [
    [0.5, "small"],
    [1.5, "large"],
  ] as const;
  it.each(rowsOfRun(zooms, zooms.slice(1)))("finds what is pointed at when it is zoomed to %d", async (factor, path) => {
    const { page, sidebar } = await browser.openSidebar(pages.url(path));
    await sidebar.find("button", "Send to Agent");
    const before = await page.evaluate(() => devicePixelRatio);
    await browser.zoom(page, factor);
    await soon(() => page.evaluate(() => devicePixelRatio)).toBeCloseTo(before * factor);
    await sidebar.beginPicking();
    // By keyboard from the middle of the window: a driver's pointer does not know of the zoom.
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await sidebar.writeNote("Here");
    const middle = await boxAt(page, await page.evaluate(() => [innerWidth / 2, innerHeight / 2] as const));
    await soon(() => sidebar.outlines("noted")).toEqual([middle]);
    await browser.zoom(page, 1);
  });
});
