import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";

eachBrowserAtLength("a page's baseline", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });

  it("is set, compared, and what has changed is listed, outlined on the page and made a note", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.press("Page note");
    await sidebar.type("Note", "Not for the baseline");
    await sidebar.press("Save");
    await sidebar.press("Inspect", "tab");
    await sidebar.waitForText(/This page has none yet/);
    expect(await sidebar.peek("button", "Compare with baseline")).toMatchObject({ disabled: true });
    await sidebar.press("Set baseline");
    await sidebar.waitForText(/The baseline is set/);
    expect(readdirSync(join(project.root, ".svc", "baselines"))).toEqual(project.captureNames());
    expect(project.readCapture(project.captureNames()[0] ?? "").capture.annotations).toEqual([]);

    await sidebar.press("Compare with baseline");
    await sidebar.waitForText(/Nothing has changed since the baseline/);
    const [bought, added] = await page.evaluate(() => {
      const buy = document.querySelector("#buy") ?? document.body;
      buy.textContent = "Buy later";
      const link = Object.assign(document.createElement("a"), { href: "#help", textContent: "Help" });
      document.querySelector("nav")?.append(link);
      document.querySelector("button[disabled]")?.remove();
      return [buy, link].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
      });
    });
    await sidebar.press("Compare with baseline");
    await sidebar.waitForText(/changes since the baseline/);
    await sidebar.waitForText(/Buy now → Buy later/);
    expect(await sidebar.outlines("added")).toEqual([added]);
    expect(await sidebar.outlines("changed")).toContainEqual(bought);
    await sidebar.find("button", /^Add note: button “Sold out”/);
    await sidebar.press(/^Add note: button “Buy later”/);
    await sidebar.press("Notes", "tab");
    await sidebar.waitForText(/^Changed since the baseline: button “Buy later”, .*Buy now → Buy later/);
    await expect.poll(() => sidebar.outlines("added")).toEqual([]);

    await page.reload();
    await browser.clickIcon(page);
    await sidebar.press("Inspect", "tab");
    await sidebar.waitForText(/^Set .*, \d+ elements\.$/);
  });
});
