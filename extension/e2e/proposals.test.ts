import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { expect, it } from "vitest";
import { distPath } from "../../host/testing/paths.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";

eachBrowserAtLength("what a project's files propose", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });

  it("does not count until it is accepted by the command that the sidebar shows", async () => {
    const { env, root } = project;
    const trustedPatterns = [`shop.example:${pages.port}`];
    // As a repository would bring it.
    writeFileSync(join(root, ".svc", "config.json"), JSON.stringify({ urlPatterns: [`localhost:${pages.port}`], trustedPatterns }));
    const { sidebar } = await browser.openSidebar(`http://shop.example:${pages.port}/shop`);
    await sidebar.find("image", "Untrusted");
    await sidebar.waitForText(/^svc-init trust$/);
    const { stdout } = await execa(process.execPath, [distPath("init.js"), "trust", "--accept"], { env: { ...env }, cwd: root });
    expect(stdout).toContain(`Send pages of these hosts without asking: shop.example:${pages.port}`);
    await sidebar.find("image", "Configured");
    expect(await sidebar.outline()).not.toContain("svc-init trust");
  });
});
