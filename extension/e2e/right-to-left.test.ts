import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { boxOf } from "./page-boxes.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

const except = { Chromium: "its packages for tests come in one language; a table of languages stands beside the code" };

eachBrowserAtLength(
  "a browser whose language is written from right to left",
  (launch) => {
    const { pages, browser } = scenario(launch, { shop: shopPage }, { rightToLeft: true });

    it("has the sidebar on the left, everything in it mirrored, and pins where the page's elements are", async () => {
      const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
      const dot = await sidebar.placeOf("image", /^Native/);
      const close = await sidebar.placeOf("button", "Close");
      expect(dot.x).toBeLessThan(360);
      expect(close.x).toBeLessThan(dot.x);
      const [copy, report] = [await sidebar.placeOf("button", "Copy MD"), await sidebar.placeOf("button", "Download Report")];
      expect(report.x).toBeLessThan(copy.x);

      // A sentence of ours ends where its last word does.
      expect(await sidebar.inFrame(stopFollowsWord)).toBe(true);

      await sidebar.openSettings();
      await sidebar.press("Move to the right");
      await sidebar.press("Settings");
      await sidebar.noteElement("#buy", "Larger");
      await soon(() => sidebar.outlines("noted")).toEqual([await boxOf(page, "#buy")]);
    });
  },
  except,
);

/** Whether the full stop of the first sentence that is shown stands right of the letter before it. */
const stopFollowsWord = `
  const [text] = [...document.querySelectorAll("p")].filter((one) => one.checkVisibility() && /\\w\\.$/.test(one.textContent)).map((one) => one.lastChild);
  const [letter, stop] = [2, 1].map((back) => {
    const range = document.createRange();
    range.setStart(text, text.length - back);
    range.setEnd(text, text.length - back + 1);
    return range.getBoundingClientRect().left;
  });
  return stop > letter;
`;
