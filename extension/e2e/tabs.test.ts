import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { launchPageBrowser } from "../../host/testing/chromium.js";
import { isLong } from "../../host/testing/long.js";
import { servePages } from "../../host/testing/page-server.js";
import { shared } from "../../host/testing/shared.js";
import { closeTabs, openTab } from "./tabs.js";

const browser = shared(launchPageBrowser);
const pages = shared(() => servePages({ shop: { html: "<title>Shop</title>" } }));
const nothing = () => undefined;

/** Opens the page in a tab, which is left after `use`. */
async function visit(use: (page: Page) => Promise<unknown>, isFresh = false): Promise<readonly [page: Page, seen: unknown]> {
  const page = await openTab(browser, nothing);
  await page.goto(pages.url("shop"));
  const seen = await use(page);
  await closeTabs(browser, nothing, isFresh);
  return [page, seen];
}

const look = (page: Page) => page.evaluate(() => [sessionStorage.length, window.name, history.length, matchMedia("print").matches]);

test("a tab is used again without what a page has left in it, or not at all", async () => {
  const [first, clean] = await visit(look);
  const [used] = await visit((page) =>
    page.evaluate(() => {
      sessionStorage.setItem("one", "1");
      window.name = "one";
      history.pushState(null, "", "?one");
    }),
  );
  const [again, seen] = await visit(look);
  expect([used === first, again === first, seen]).toEqual([true, true, clean]);
  const marks = [
    [(page: Page) => page.emulateMediaType("print"), false],
    [look, true],
    [(page: Page) => page.createCDPSession(), false],
    [(page: Page) => page.evaluate(() => void setTimeout("for (;;);")), false],
  ] as const;
  for (const [use, isFresh] of marks.slice(0, isLong ? 4 : 2)) {
    const [last] = await visit(use, isFresh);
    const [next, then] = await visit(look);
    expect([next === last, then]).toEqual([false, clean]);
  }
  expect(await browser.pages()).toHaveLength(1);
});
