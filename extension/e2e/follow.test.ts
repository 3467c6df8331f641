import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { soon } from "./soon.js";

const html = `<!doctype html><html lang="en"><title>Lamps</title><style>
@media (max-width: 900px) { h1 { color: red } }
@media (max-width: 600px) { h1 { color: blue } }
</style><h1>Lamps</h1></html>`;

eachBrowserAtLength("a page that is followed", (launch, browserName) => {
  const { pages, project, browser } = scenario(launch, { lamps: { html } });

  it("is read each time that the window crosses its own breakpoints, and no longer once the person stops", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("lamps"));
    const views = () => project.captureNames().map((name) => project.readCapture(name).capture.metadata.view);
    const resize = (width: number) => browser.resize(page, width, 800);
    await sidebar.find("button", "Send to Agent");
    await resize(1_000);
    await sidebar.press("Several states and widths", browserName === "Firefox" ? "" : "DisclosureTriangle");
    await sidebar.type("Name of the set", "shop");
    await sidebar.press("Follow this page");
    await sidebar.waitForText(/^Following this page for “shop”/);
    await soon(() => views()).toEqual([{ set: "shop", state: "1000 px wide, light" }]);
    // Within the same breakpoints nothing is read.
    await resize(950);
    await resize(800);
    await soon(() => views().map((view) => view?.state)).toEqual(["1000 px wide, light", "800 px wide, light"]);
    await resize(550);
    await sidebar.waitForText(/^550 px wide, light$/);
    await sidebar.type("State, such as hovered or empty", "empty");
    await sidebar.press("Read this state");
    await sidebar.waitForText(/^550 px wide, light, empty$/);
    // Once the reading has ended nothing moves any more.
    await soon(async () => (await sidebar.find("textbox", "State, such as hovered or empty")).value).toBe("");
    await sidebar.press("Stop following");
    await sidebar.find("button", "Follow this page");
    await resize(1_000);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(views()).toHaveLength(4);
    await page.close();
  });
});
