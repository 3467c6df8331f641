import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import type { TestProject } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";

eachBrowserAtLength("what the sidebar promises", (launch, browserName) => {
  const { pages, project, browser } = scenario(launch, {
    draft: shopPage,
    moved: shopPage,
    second: shopPage,
    pinned: shopPage,
    long: shopPage,
  });

  const openWhatGoes = (sidebar: SidebarDriver) => sidebar.press("What goes", browserName === "Firefox" ? "" : "DisclosureTriangle");

  it("a page that moves on by script is not read again before the person asks for it", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("moved"));
    await openWhatGoes(sidebar);
    await sidebar.waitForText(/^\d+ elements$/);
    await page.evaluate(() => {
      document.body.append(...Array.from({ length: 100 }, () => document.createElement("p")));
      history.pushState(null, "", "/second");
    });
    await sidebar.waitForText(/^Not read yet/);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await sidebar.outline()).toMatch(/Not read yet/);
    await sidebar.press("Read again");
    await sidebar.waitForText(/^\d+ elements$/);
  });

  it("a pin that loses its element leaves what will be sent as it was read", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("pinned"));
    await openWhatGoes(sidebar);
    await sidebar.noteElement("#buy", "Look");
    const summary = async () => (await sidebar.outline()).match(/\d+ elements and 1 note/)?.[0];
    await soon(summary).toBeDefined();
    const before = await summary();
    await page.evaluate(() => document.body.append(...Array.from({ length: 50 }, () => document.createElement("p"))));
    await page.evaluate(() => document.querySelector("#buy")?.remove());
    await sidebar.waitForText(/Not visible now/);
    expect(await summary()).toBe(before);
  });

  it("the shield and what needs no project are there at once, though the host never answers", async () => {
    const wrapper = wrapperOf(project);
    const working = readFileSync(wrapper, "utf8");
    writeFileSync(wrapper, "#!/bin/sh\nexec sleep 30\n");
    try {
      const { page, sidebar } = await browser.openSidebar(pages.url("draft"));
      const started = Date.now();
      await sidebar.find("image", "Trusted");
      await sidebar.find("button", "Copy MD");
      // The host has ten seconds to answer.
      expect(Date.now() - started).toBeLessThan(8_000);
      await page.close();
    } finally {
      writeFileSync(wrapper, working);
    }
  });
});

/** The script that starts the native host, as svc-init has written it. */
function wrapperOf({ folder }: TestProject): string {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).find(
    (entry) => entry.isFile() && /^svc-native-host|native-host(\.sh)?$/.test(entry.name),
  );
  if (found === undefined) throw new Error("svc-init has written no wrapper");
  return join(found.parentPath, found.name);
}
