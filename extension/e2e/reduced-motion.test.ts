import type { Page } from "puppeteer-core";
import { expect, it } from "vitest";
import { rowsOfRun } from "../../host/testing/long.js";
import { chromiumForTests } from "./browser.js";
import { scenario } from "./scenario.js";

const tall = { html: "<!doctype html><title>Tall</title><body style='height:9000px'><p style='margin-top:5000px'>Far below</p>" };

const { pages, browser } = scenario(chromiumForTests, { calm: tall, lively: tall });

const rows = [
  ["calm", "reduce", "jumps"],
  ["lively", "no-preference", "glides"],
] as const;
it.each(rowsOfRun<(typeof rows)[number]>(rows, [rows[0]]))(
  "a click on a note brings its place into view, %s: with prefers-reduced-motion %s the page %s",
  async (path, preference, manner) => {
    const { page, sidebar } = await browser.openSidebar(pages.url(path));
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: preference }]);
    await sidebar.find("button", "Send to Agent");
    await page.evaluate(() => scrollTo(0, 5_000));
    await sidebar.noteElement("p", "Far");
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    const seen = watchScrolling(page);
    await sidebar.press(/^1 Far/);
    const between = (await seen).filter((place, _index, all) => place > 0 && place < (all.at(-1) ?? 0));
    expect(between.length > 0 ? "glides" : "jumps").toBe(manner);
  },
);

/** Where the page is in each frame, until it has moved and stands still. */
function watchScrolling(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const places: number[] = [];
    while (places.length < 9 || scrollY === 0 || new Set(places.slice(-9)).size > 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      places.push(scrollY);
    }
    return places;
  });
}
