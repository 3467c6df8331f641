import { describe, expect, it } from "vitest";
import { chromiumForTests } from "./browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";

describe("the sidebar", () => {
  const { pages, browser } = scenario(chromiumForTests, { shop: shopPage });

  it("says before Send what goes and how much was left out, and opens to the whole list", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.press("What goes", "DisclosureTriangle");
    await sidebar.waitForText(/^form values$/);
  });

  it("is light or dark as the user wants it, on every page, whatever the system is", async () => {
    const dark = await browser.openSidebar(pages.url("shop"));
    await dark.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await dark.sidebar.openSettings();
    await dark.sidebar.choose("Theme", "Dark");
    await dark.page.close();
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    const { x, y } = await sidebar.placeOf("heading", "project");
    const shot = await browser.picture(page, [x + 20, y - 14, 2, 2]);
    const brightness = await page.evaluate(async (data) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const context = new OffscreenCanvas(2, 2).getContext("2d");
      context?.drawImage(picture, 0, 0);
      return context?.getImageData(0, 0, 1, 1).data[0];
    }, shot);
    expect(brightness).toBeLessThan(80);
  });
});
