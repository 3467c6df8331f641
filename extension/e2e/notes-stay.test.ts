import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../../host/testing/long.js";
import { type PageServer, servePages } from "../../host/testing/page-server.js";
import { chromiumForTests, putBackgroundToSleep } from "./browser.js";
import { eachBrowserAtLength } from "./each-browser.js";
import type { ExtensionBrowser } from "./extension-browser.js";
import { makeProject, type TestProject } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";

const linked = {
  html: `<!doctype html><html lang="en"><title>Linked</title><h1>Linked</h1><a id="first" href="first">First</a> <a id="second" href="second">Second</a>`,
};

const usual = { badge: "", title: "Capture this page for the coding agent" };

eachBrowserAtLength("notes stay", (launch, name) => {
  const { pages, browser } = scenario(launch, { reloaded: shopPage, first: linked, second: linked });

  it("after a reload: the sidebar is back by itself where the browser allows it, else the icon brings it, once", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("reloaded"));
    await sidebar.notePage("Still here");
    await page.reload();
    if (name === "Chromium") await sidebar.waitForText(/^Still here$/);
    // A click that was meant to open it does not close it.
    await browser.clickIcon(page);
    await sidebar.waitForText(/^Still here$/);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await sidebar.find("button", "Send to Agent");
    await browser.clickIcon(page);
    await soon(() => sidebar.peek("button", "Send to Agent")).toBeUndefined();
  });

  it.skipIf(!isLong)("where the sidebar cannot come along the icon counts them; a closed sidebar stays closed", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("first"));
    await sidebar.notePage("Of the first");
    /** After a step the sidebar shows this note, or the icon counts it and a click brings it. */
    const finds = async (note: string, place: string) => {
      if (name === "Firefox") {
        // A repetition of the test finds the notes of the first try too.
        await soon(async () => (await browser.icon(page)).title).toMatch(
          new RegExp(`^\\d notes? waits? on localhost:${pages.port}/${place}$`),
        );
        await browser.clickIcon(page);
      }
      await sidebar.waitForText(new RegExp(`^${note}$`));
      await soon(() => browser.icon(page)).toMatchObject(usual);
    };
    await page.reload();
    await finds("Of the first", "first");
    await page.click("#second");
    // The icon's click is for the page that is there then.
    await soon(() => page.evaluate(() => location.pathname + document.readyState)).toBe("/secondcomplete");
    if (name === "Firefox") await browser.clickIcon(page);
    await sidebar.find("button", "Page note");
    await soon(() => sidebar.outline()).not.toMatch(/Of the first/);
    await sidebar.notePage("Of the second");
    await page.click("#first");
    await finds("Of the first", "first");
    await page.evaluate(() => history.back());
    await finds("Of the second", "second");
    await page.evaluate(() => location.reload());
    await finds("Of the second", "second");
    await sidebar.press("Close");
    const title = () => soon(async () => (await browser.icon(page)).title);
    await title().toMatch(/^\d notes? waits? on this page$/);
    await page.reload();
    if (name === "Chromium") await title().toMatch(/^\d notes? waits? on this page$/);
    expect(await page.evaluate(() => document.querySelector("div[popover='manual']"))).toBeNull();
  });
});

describe("the icon after Chromium has put the background to sleep", () => {
  const { pages, browser } = scenario(chromiumForTests, { shop: shopPage });

  it("counts no notes any more once their sidebar is open", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.notePage("Waits here");
    await sidebar.press("Close");
    const icon = () => soon(() => browser.icon(page));
    // A repetition of the test finds the notes of the first try too.
    await icon().toMatchObject({ badge: expect.stringMatching(/^\d$/), title: expect.stringMatching(/^\d notes? waits? on this page$/) });
    await putBackgroundToSleep(browser);
    await browser.clickIcon(page);
    await sidebar.waitForText(/^Waits here$/);
    await icon().toMatchObject(usual);
  });
});

eachBrowserAtLength("notes stay in the profile", (launch, browserName) => {
  let pages: PageServer;
  let project: TestProject | undefined;
  let running: ExtensionBrowser | undefined;
  /** The sidebar after the update. */
  let updated: SidebarDriver | undefined;

  beforeAll(async () => {
    pages = await servePages({ shop: shopPage });
  });

  afterAll(async () => {
    await clear();
    await pages?.close();
  });

  async function clear(): Promise<void> {
    await running?.close();
    running = undefined;
    project?.remove();
    project = undefined;
  }

  it("after the browser was closed and the extension updated: what was saved and what was being written", async () => {
    // A failed try has left its browser and what it stored.
    await clear();
    project = await makeProject({ urls: [`localhost:${pages.port}`] });
    const before = await launch(project, { nativeAllowed: true, ownProfile: true });
    running = before;
    const opened = await before.openSidebar(pages.url("shop"));
    await opened.sidebar.notePage("Saved and not sent");
    await opened.sidebar.press("Page note");
    await opened.sidebar.type("Note", "Half a thought");
    const options = await before.openOptions();
    await soon(() => options.evaluate(stored)).toContain("Half a thought");
    await before.close();
    running = undefined;

    running = await launch(project, { nativeAllowed: true, ownProfile: true, version: "0.1.99" });
    const { sidebar } = await running.openSidebar(pages.url("shop"));
    updated = sidebar;
    await sidebar.waitForText(/^Saved and not sent$/);
    await soon(async () => (await sidebar.peek("textbox", "Note"))?.value).toBe("Half a thought");
  });

  it.skipIf(!isLong)("and what the project alone still has comes from there, without twins", async () => {
    await updated?.press("Send to Agent");
    await updated?.waitForText(/^Sent \d/);
    await running?.close();
    running = undefined;
    if (project === undefined) throw new Error("the test before this one has made no project");

    const other = { ...project, profile: `${project.profile}-of-another-browser` };
    const hosts = "NativeMessagingHosts";
    cpSync(join(project.profile, hosts), join(other.profile, hosts), { recursive: true });
    const after = await launch(other, { nativeAllowed: true, ownProfile: true });
    try {
      const { sidebar } = await after.openSidebar(pages.url("shop"));
      await sidebar.waitForText(/^Saved and not sent$/);
      await sidebar.press("What goes", browserName === "Firefox" ? "" : "DisclosureTriangle");
      await sidebar.press("Read again");
      const texts = async () => (await sidebar.outline()).split("\n").filter((line) => line.trim() === "StaticText Saved and not sent");
      // While the page is read Firefox may answer for a moment that nothing is there.
      await soon(texts).toHaveLength(1);
    } finally {
      await after.close();
    }
  });
});

/** Runs in a page of the extension: all that it has stored. */
async function stored(): Promise<string> {
  const { storage } = Reflect.get(globalThis, "chrome");
  return JSON.stringify(await storage.local.get());
}
