import { expect, it } from "vitest";
import { rowsOfRun } from "../../host/testing/long.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { sentCapture } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { TestPage } from "./test-page.js";

const strictPolicy =
  "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-scripts allow-same-origin";
const hostile = {
  html: `<!doctype html><title>Hostile</title>
<style>* { all: initial !important; color: red !important; font: 40px serif !important; visibility: hidden !important; z-index: 2147483647 !important; transform: scale(0) !important; }
*::backdrop { background: black !important; display: block !important; }</style><p>Hostile`,
};

/** The page as its own scripts see it, doctype included. */
const serialised = (page: TestPage) => page.evaluate(() => new XMLSerializer().serializeToString(document));

eachBrowserAtLength("opening and closing", (launch) => {
  const { pages, project, browser } = scenario(launch, {
    shop: shopPage,
    strict: { html: "<!doctype html><title>Strict</title><p>Strict", headers: { "content-security-policy": strictPolicy } },
    hostile,
  });

  it.each(rowsOfRun(["shop", "strict", "hostile"], ["strict"]))(
    "works on %s and leaves its DOM byte for byte as it was, closed by button and by icon",
    async (path) => {
      const page = await browser.open(pages.url(path));
      const before = await serialised(page);
      await page.close();

      const opened = await browser.openSidebar(pages.url(path));
      await opened.sidebar.find("button", "Send to Agent");
      expect(await serialised(opened.page)).not.toBe(before);
      const closeBox = await opened.page.evaluate(
        () => document.querySelector("div[popover='manual']:empty")?.getBoundingClientRect().width,
      );
      expect(closeBox).toBe(1_280);
      await opened.sidebar.press("Inspect", "tab");
      await opened.sidebar.find("button", "Read again");
      await opened.sidebar.press("Close");
      await expect.poll(() => serialised(opened.page)).toBe(before);

      await browser.clickIcon(opened.page);
      await opened.sidebar.find("button", "Close");
      await browser.clickIcon(opened.page);
      await expect.poll(() => serialised(opened.page)).toBe(before);
      expect((await opened.messages()).filter((text) => /content security|trusted/i.test(text))).toEqual([]);
    },
  );

  it("shows the page's scripts nothing but an empty element, and keeps keys from its shortcuts", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await page.evaluate(() => {
      document.addEventListener("keydown", (event) => document.body.setAttribute("data-heard", event.key));
    });
    await sidebar.press("Page note");
    await sidebar.type("Note", "k");
    const seen = await page.evaluate(() => {
      const host = document.querySelector("div[popover='manual']:empty");
      return { root: host?.shadowRoot ?? null, text: host?.textContent, heard: document.body.getAttribute("data-heard") };
    });
    expect(seen).toEqual({ root: null, text: "", heard: null });
  });

  it("is no part of the capture", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.send();
    const filename = await sentCapture(project, sidebar);
    expect(project.readCapture(filename).text).not.toContain("popover");
  });
});
