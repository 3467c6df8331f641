import { expect, it } from "vitest";
import { rowsOf } from "../../host/testing/rows.js";
import { shared } from "../../host/testing/shared.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { connectAgent } from "./mcp-client.js";
import { scenario } from "./scenario.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

/** A menu that goes with the focus or a press beside it, and a dialog that hears its keys itself. */
const editor = {
  html: `<!doctype html><html lang="en"><title>Editor</title><style>body { margin: 40px } #dialog { margin-top: 80px }</style>
<h1>Letters</h1><button id="more">More</button><div id="menu"></div><div id="dialog"></div><script>
let item = "Archive";
const at = (id) => document.getElementById(id);
const open = () => { at("menu").innerHTML = '<ul><li><button>' + item + '</button></ul>'; };
const close = () => at("menu").replaceChildren();
at("more").onclick = open;
addEventListener("blur", close);
addEventListener("pointerdown", ({ target }) => at("menu").contains(target) || close());
const ask = () => { at("dialog").innerHTML = '<div role="dialog" aria-label="Sure?"><p id="why">It cannot be undone</p><input id="field"></div>'; at("field").focus(); };
at("dialog").addEventListener("keydown", ({ key }) => key === "Escape" && at("dialog").replaceChildren());
</script>`,
};

eachBrowserAtLength("a part of the page that closes", (launch) => {
  const { pages, project, browser } = scenario(launch, { menu: editor, dialog: editor });
  const agent = shared(() => connectAgent(project));

  const unresolved = async () => rowsOf(await agent.call("get_unresolved")).find(({ comment }) => String(comment).includes("Say Put away"));
  const run = (page: TestPage, script: string) =>
    page.evaluate((text) => void document.head.append(Object.assign(document.createElement("script"), { textContent: text })), script);

  it("is checked when it is open again, though the press on Check has closed it", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("menu"));
    await sidebar.beginPicking();
    const { y } = await sidebar.placeOf("button", "Done");
    await run(page, "open()");
    await page.click("#menu button");
    await sidebar.type("Note", "Say Put away");
    await sidebar.press("Send");
    await sidebar.waitForText(/^Sent \d/);
    expect((await sidebar.placeOf("button", "Done")).y).toBe(y);
    await sidebar.press("Done");
    await soon(() => sidebar.peek("application", /Click an element/)).toBeUndefined();
    await page.click("h1");
    expect(await page.evaluate(() => document.querySelector("#menu")?.childElementCount)).toBe(0);
    await soon(async () => (await unresolved())?.["id"]).toBeDefined();
    await run(page, `item = "Put away"`);
    const annotation = (await unresolved())?.["id"];
    const checks = [{ kind: "text", expected: "Put away" }];
    await agent.call("resolve_annotation", { annotation, action: "fixed", summary: "Renamed", checks, waitSeconds: 0 });
    await sidebar.press("Check now");
    await sidebar.waitForText(/could not check/);
    await sidebar.waitForText(/as soon as it shows/);
    expect((await sidebar.outline()).match(/not found/g)).toHaveLength(1);
    await sidebar.waitForText(/^Sent \d\d:\d\d$/);
    await page.click("#more");
    await sidebar.waitForText(/as asked/);
    expect(await page.evaluate(() => document.querySelector("#menu")?.textContent)).toBe("Put away");
  });

  it("has the keys back when picking in it has ended, where the panel is folded", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("dialog"));
    await sidebar.press("Fold");
    await sidebar.find("button", "Open");
    await page.keyboard.type("p");
    await sidebar.find("application", /Click an element/);
    await run(page, "ask()");
    await page.click("#why");
    await sidebar.type("Note", "Say what");
    await page.keyboard.press("Enter");
    await soon(() => sidebar.peek("textbox", "Note")).toBeUndefined();
    await page.keyboard.press("Escape");
    await soon(() => sidebar.peek("application", /Click an element/)).toBeUndefined();
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe("field");
    await page.keyboard.press("Escape");
    await soon(() => page.evaluate(() => document.querySelector("#dialog")?.childElementCount)).toBe(0);
    await sidebar.find("button", "Open");
  });
});
