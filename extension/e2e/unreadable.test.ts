import { expect, it } from "vitest";
import { isLong } from "../../host/testing/long.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

/** The smallest document that viewers take. */
const pdf =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">Drawn</text></svg>';
/** More elements than are read, of which the last can be pointed at. */
const largePage = `<!doctype html><title>Large</title><h1>First</h1>${"<i></i>".repeat(40_000)}<button style="position:fixed;top:200px;left:40px">Last</button>`;
const ownPages = { Chromium: "chrome://version/", Firefox: "about:support" } as const;

eachBrowserAtLength("a page that cannot be read", (launch, name) => {
  const { pages, browser } = scenario(launch, {
    shop: shopPage,
    "paper.pdf": { html: pdf, headers: { "content-type": "application/pdf" } },
    large: { html: largePage },
    drawing: { html: svg, headers: { "content-type": "image/svg+xml" } },
  });

  it.each([
    ["a page of the browser's own", () => ownPages[name], /^The browser's own pages cannot be read/],
    ["a PDF document", () => pages.url("paper.pdf"), /^PDF documents have no DOM to read/],
    ["a drawing", () => pages.url("drawing"), /^This document is no web page/],
  ])("says why on the icon: %s", async (_what, url, reason) => {
    const page = await browser.open(url());
    for (let clicks = 0; clicks < 5; clicks++) {
      await browser.clickIcon(page);
      await soon(async () => (await browser.icon(page)).title).toMatch(reason);
      expect((await browser.icon(page)).badge).toBe("!");
    }
  });

  it.skipIf(!isLong)("is said where what is picked comes after all that is read, and never taken for what is around it", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("large"));
    await sidebar.press("Pick element");
    await page.click("button");
    await sidebar.waitForText(/^Only the first 40000 elements of this page are read, and this comes after them/);
    await page.click("h1");
    await sidebar.find("textbox", "Note");
  });

  it("leaves the icon of other pages as it was", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("button", "Send to Agent");
    expect(await browser.icon(page)).toMatchObject({ badge: "", title: "Capture this page for the coding agent" });
  });
});
