import { describe, expect, it } from "vitest";
import { isLong } from "../../host/testing/long.js";
import { launchWithExtension } from "./browser.js";
import type { LaunchOptions } from "./extension-browser.js";
import type { ProjectHome } from "./project.js";
import { scenario } from "./scenario.js";

const long = { html: `<!doctype html><title>Long</title><p style="height: 3000px; width: 3000px">Long` };

describe("a page with scroll bars", () => {
  const launch = (project: ProjectHome, options: LaunchOptions) => launchWithExtension(project, { ...options, scrollBars: true });
  const { pages, browser } = scenario(launch, { long });

  it.skipIf(!isLong)("has the whole sidebar beside them", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("long"));
    const room = await page.evaluate(() => document.documentElement.clientWidth);
    expect(room).toBeLessThan(1_280);
    expect((await sidebar.placeOf("separator", "Width of the sidebar")).x).toBeCloseTo(room - 320, -1);
    const { y } = await sidebar.placeOf("button", "Copy MD");
    expect(y).toBeLessThan(await page.evaluate(() => document.documentElement.clientHeight - 20));
    await browser.resize(page, 1_280, 260);
    await sidebar.beginPicking();
    await page.mouse.click(100, 100);
    await sidebar.type("Note", "Shorter");
    await page.reload();
    await browser.clickIcon(page);
    await sidebar.find("button", "Try changes");
    const [[left = 0, , width = 0] = []] = await sidebar.boxes(".body .form");
    expect(width).toBeLessThan(285);
    for (const [x, , wide] of await sidebar.boxes(".body .form .button")) expect(x + wide).toBeLessThanOrEqual(left + width);
  });
});
