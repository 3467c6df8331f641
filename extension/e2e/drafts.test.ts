import { describe, expect, it } from "vitest";
import { chromiumForTests, putBackgroundToSleep } from "./browser.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { connectAgent } from "./mcp-client.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";

const field = "Note";

eachBrowserAtLength("what is being written", (launch) => {
  const { pages, project, browser } = scenario(launch, {
    shop: shopPage,
    other: shopPage,
    third: shopPage,
    long: shopPage,
    shared: shopPage,
    twice: shopPage,
    worked: shopPage,
  });

  const written = (sidebar: SidebarDriver) => soon(async () => (await sidebar.peek("textbox", field))?.value);

  it("outlives a reload, the sidebar's closing and the page's, and stays on its page", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.press("Page note");
    await sidebar.type(field, "Half a thought");
    await page.reload();
    await browser.clickIcon(page);
    await written(sidebar).toBe("Half a thought");

    await sidebar.press("Fold");
    await sidebar.press("Open");
    await written(sidebar).toBe("Half a thought");
    await sidebar.press("Close");
    await soon(() => sidebar.peek("textbox", field)).toBeUndefined();
    await browser.clickIcon(page);
    await written(sidebar).toBe("Half a thought");
    await page.close();

    const other = await browser.openSidebar(pages.url("other"));
    await other.sidebar.find("button", "Send to Agent");
    expect(await other.sidebar.peek("textbox", field)).toBeUndefined();
    await other.page.close();
    const again = await browser.openSidebar(`${pages.url("shop")}?sort=price#top`);
    await written(again.sidebar).toBe("Half a thought");
    await again.sidebar.press("Save");
    await again.sidebar.waitForText(/^Half a thought$/);
    await again.page.reload();
    await browser.clickIcon(again.page);
    await again.sidebar.waitForText(/^Half a thought$/);
    expect(await again.sidebar.peek("textbox", field)).toBeUndefined();
  });

  it("is put away with a way back, and moves along to another place", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("third"));
    await sidebar.press("Page note");
    await sidebar.type(field, "Too dark");
    await sidebar.press("Cancel");
    await sidebar.waitForText(/was discarded/);
    await sidebar.press("Undo");
    await written(sidebar).toBe("Too dark");
    await sidebar.beginPicking();
    await page.click("#buy");
    await sidebar.waitForText(/^button “Buy now”$/);
    await written(sidebar).toBe("Too dark");
    // The bar at the page's edge offers it while the panel is folded.
    await page.keyboard.press("Escape");
    await sidebar.press("Undo");
    await written(sidebar).toBe("Too dark");
    await sidebar.press("Save");
    await sidebar.waitForText(/^Too dark$/);
  });

  it("that is offered back hides no agent's work on another note", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("worked"));
    await sidebar.find("button", "Send to Agent");
    await sidebar.notePage("Too red");
    await sidebar.send();
    await sidebar.press("Page note");
    await sidebar.type(field, "Half");
    await sidebar.press("Cancel");
    await sidebar.waitForText(/was discarded/);
    const agent = await connectAgent(project);
    try {
      const annotation = project.readCapture(project.captureNames().at(-1) ?? "").capture.annotations[0]?.id;
      await agent.call("get_annotation_context", { annotation });
      await sidebar.waitForText(/ is working on 1 note$/);
      expect(await sidebar.outline()).not.toMatch(/was discarded/);
      await sidebar.press("Undo discard");
      await written(sidebar).toBe("Half");
      await sidebar.press("Save");
      await sidebar.waitForText(/ is working on 1 note$/);
    } finally {
      await agent.close();
    }
  });

  it("ends where a note does, and says so", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("long"));
    await sidebar.press("Page note");
    await sidebar.find("textbox", field);
    await sidebar.inFrame(`document.execCommand("insertText", false, "words ".repeat(800))`);
    await sidebar.waitForText(/^A note ends at 4,000 characters\.$/);
    expect((await sidebar.find("textbox", field)).value).toHaveLength(4_000);
  });

  it("keeps a note that was written after another was deleted, when that one is taken back", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("other"));
    for (const text of ["One", "Two"]) await sidebar.notePage(text);
    await sidebar.openNote(1);
    await sidebar.press("Delete");
    await sidebar.waitForText(/Note deleted/);
    await sidebar.notePage("Three");
    await sidebar.press("Undo");
    const order = async () => (await sidebar.outline()).match(/StaticText (One|Two|Three)\b/g);
    await soon(order).toEqual(["One", "Two", "Three"].map((text) => `StaticText ${text}`));
  });

  it("shows and loses no note that another tab of the page has kept meanwhile", async () => {
    const one = await browser.openSidebar(pages.url("shared"));
    await one.sidebar.find("button", "Send to Agent");
    const other = await browser.openSidebar(`${pages.url("shared")}?again`);
    await other.sidebar.notePage("From the other");
    await other.page.close();
    await one.sidebar.waitForText(/^From the other$/);
    await one.sidebar.notePage("From the one");
    await one.sidebar.openNote(1);
    await one.sidebar.press("Delete");
    await one.sidebar.waitForText(/Note deleted/);
    await one.sidebar.press("Undo");
    await one.page.reload();
    await browser.clickIcon(one.page);
    await one.sidebar.waitForText(/^From the other$/);
    await one.sidebar.waitForText(/^From the one$/);
  });

  it("is each tab's own: after both are closed neither is lost", async () => {
    const tabs = ["", "?again"].map((query) => pages.url("twice") + query);
    const opened = [];
    for (const [index, url] of tabs.entries()) {
      const { page, sidebar } = await browser.openSidebar(url);
      await sidebar.press("Page note");
      await sidebar.type(field, `Of tab ${index}`);
      opened.push({ page, sidebar });
    }
    for (const [index, { page, sidebar }] of opened.entries()) {
      await page.bringToFront();
      await sidebar.type(field, ", longer");
      await written(sidebar).toBe(`Of tab ${index}, longer`);
    }
    for (const { page } of opened) await page.close();
    const { sidebar } = await browser.openSidebar(pages.url("twice"));
    for (const index of [1, 0]) {
      await written(sidebar).toBe(`Of tab ${index}, longer`);
      await sidebar.press("Save");
      await sidebar.waitForText(new RegExp(`^Of tab ${index}, longer$`));
    }
    await soon(() => sidebar.peek("textbox", field)).toBeUndefined();
  });
});

describe("what is being written while Chromium freezes its tab and puts the background to sleep", () => {
  const { pages, browser } = scenario(chromiumForTests, { shop: shopPage });

  it("stays its tab's own when another one opens the page", async () => {
    const other = await browser.openSidebar(`${pages.url("shop")}?again`);
    await other.sidebar.press("Close");
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.press("Page note");
    await sidebar.type(field, "Half a thought");
    const session = await page.createCDPSession();
    await other.page.bringToFront();
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    // Until the tab is frozen its sidebar connects anew, which wakes the background; a click while that stops would be lost.
    await putBackgroundToSleep(browser);
    await browser.clickIcon(other.page);
    await other.sidebar.find("button", "Send to Agent");
    expect(await other.sidebar.peek("textbox", field)).toBeUndefined();
    await session.send("Page.setWebLifecycleState", { state: "active" });
    await page.bringToFront();
    expect((await sidebar.find("textbox", field)).value).toBe("Half a thought");
  });
});
