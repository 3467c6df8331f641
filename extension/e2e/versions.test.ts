import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

eachBrowserAtLength("an extension newer than the service", (launch) => {
  const { pages, browser } = scenario(launch, { shop: shopPage }, { version: "99.1.0" });

  it("says so, says what to update, and works as far as it can", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    expect(await sidebar.waitForText(/is older than this extension \(99\.1\.0\)/)).toMatch(/npm install/);
    // It comes while a person may be pressing what stands there.
    const [tools] = await sidebar.boxes(".toolbar");
    const [banner] = await sidebar.boxes(".banner");
    expect(tools?.[1]).toBeLessThan(banner?.[1] ?? 0);
    await sidebar.send();
  });
});

eachBrowserAtLength("an extension that is updated while its sidebar is open", (launch, browserName) => {
  const { pages, browser } = scenario(launch, { shop: shopPage });

  it("says so and takes no letter that it could not keep; a click opens one sidebar, with all that was written", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.notePage("Not sent yet");
    await sidebar.press("Page note");
    await sidebar.type("Note", "Half a thought");
    await browser.update("Half a thought");
    await sidebar.waitForText(/^svc was updated/);
    expect(await sidebar.peek("image", /^Native/)).toBeUndefined();
    // In Firefox nothing could answer it.
    expect((await sidebar.peek("button", "Close")) === undefined).toBe(browserName === "Firefox");
    await page.keyboard.type(" and more");
    expect((await sidebar.find("textbox", "Note")).value).toBe("Half a thought");

    await browser.clickIcon(page);
    await soon(() => page.evaluate(() => document.querySelectorAll(":popover-open").length)).toBe(1);
    await sidebar.find("image", /^Native/);
    await sidebar.waitForText(/^Not sent yet$/);
    await soon(async () => (await sidebar.peek("textbox", "Note"))?.value).toBe("Half a thought");
    await page.keyboard.type(" and more");
    await soon(async () => (await sidebar.peek("textbox", "Note"))?.value).toBe("Half a thought and more");
    await sidebar.press("Close");
    await soon(() => page.evaluate(() => document.querySelectorAll(":popover-open").length)).toBe(0);
  });
});
