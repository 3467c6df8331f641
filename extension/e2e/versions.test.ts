import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";

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
