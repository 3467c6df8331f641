import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { TestPage } from "./test-page.js";

eachBrowserAtLength("what a project's files propose", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });

  beforeEach(() => propose("shop.example"));

  /** Writes the configuration as a repository would bring it. */
  function propose(host: string): void {
    const config = { urlPatterns: [`localhost:${pages.port}`], trustedPatterns: [host], includeSnapshot: true };
    writeFileSync(join(project.root, ".svc", "config.json"), JSON.stringify(config));
  }

  const textOf = (page: TestPage) => page.evaluate(() => document.body.textContent);
  const trusts = async (trust: string) => {
    const { page, sidebar } = await browser.openSidebar(`http://shop.example:${pages.port}/shop`);
    await sidebar.find("image", trust);
    await page.close();
  };

  it("does not count, and is listed on the options page until it is left", async () => {
    await trusts("Untrusted");
    const options = await browser.openOptions();
    await expect.poll(() => textOf(options)).toContain("Send pages of these hosts without asking: shop.example");
    expect(await textOf(options)).toContain("Store the page's HTML with each capture");
    await options.click("p > button:first-of-type");
    await expect.poll(() => textOf(options)).not.toContain("shop.example");
    await options.close();
    await trusts("Untrusted");
  });

  it("counts once it is accepted", async () => {
    propose(`shop.example:${pages.port}`);
    const options = await browser.openOptions();
    await expect.poll(() => textOf(options)).toContain(`shop.example:${pages.port}`);
    await options.click("p > button:last-of-type");
    await expect.poll(() => textOf(options)).not.toContain("shop.example");
    await options.close();
    await trusts("Configured");
  });
});
