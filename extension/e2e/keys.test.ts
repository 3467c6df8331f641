import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCapture } from "../../host/contract/reader.js";
import { isLong, rowsOfRun } from "../../host/testing/long.js";
import { idle } from "./attacks/attack-bench.js";
import { sidebarFrame } from "./ax-tree.js";
import { chromiumForTests } from "./browser.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { middleOf } from "./page-boxes.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

/** A page whose menus close as libraries close them: when the pointer leaves, is pressed outside, or the focus goes. It counts what it hears. */
const menus = {
  html: `<!doctype html><html lang="en"><title>Menus</title><style>
body { margin: 0; height: 2000px; font: 16px sans-serif }
nav ul { display: none; margin: 0; padding: 20px; background: #eee; width: 200px }
nav > div { width: 240px; padding: 10px }
nav > div:hover ul { display: block }
#right { position: absolute; right: 10px; top: 300px }
</style>
<nav><div id="hovered"><span>Products</span><ul><li id="lamps">Lamps</li></ul></div></nav>
<p id="tip" role="tooltip" hidden>All that we sell</p>
<button id="account" style="margin-top: 200px">Account</button>
<div id="menu" hidden role="menu"><button id="out" role="menuitem">Sign out</button></div>
<button id="right">Far right</button>
<script>
globalThis.heard = [];
for (const type of ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "pointermove", "mousemove"])
  addEventListener(type, () => heard.push(type), true);
hovered.onmouseenter = () => { tip.hidden = false; };
for (const type of ["mouseleave", "pointerleave"]) hovered.addEventListener(type, () => { tip.hidden = true; });
account.onclick = () => { menu.hidden = false; out.focus(); };
menu.addEventListener("focusout", () => { menu.hidden = true; });
addEventListener("pointerdown", ({ target }) => { if (!menu.contains(target)) menu.hidden = true; });
</script>`,
};

/** As libraries make dialogs: a backdrop, the dialog beside it with a focus trap, both in layers of their own; a press outside closes it. */
const dialog = {
  html: `<!doctype html><html lang="en"><title>Dialog</title><style>
body { margin: 0; height: 800px; pointer-events: none }
#backdrop { position: fixed; inset: 0; z-index: 50; background: rgb(0 0 0 / 50%); pointer-events: auto }
#dialog { position: fixed; left: 300px; top: 200px; z-index: 50; padding: 40px; background: #fff; transform: translate(0, 0); pointer-events: auto }
</style>
<main aria-hidden="true"><h1>Users</h1></main>
<div id="backdrop"></div>
<div id="dialog" role="dialog" aria-modal="true" aria-labelledby="title"><h2 id="title">Add a user</h2><input id="name" aria-label="Name"></div>
<script>
globalThis.heard = [];
for (const type of ["pointerdown", "click"]) addEventListener(type, ({ target }) => heard.push(type + " " + target.localName), true);
document.querySelector("#name").focus();
document.addEventListener("focusin", ({ target }) => { if (!document.querySelector("#dialog")?.contains(target)) document.querySelector("#name").focus(); });
document.addEventListener("pointerdown", ({ target }) => { if (!document.querySelector("#dialog").contains(target)) document.querySelector("#dialog").hidden = true; });
</script>`,
};

/** Resolves when the sidebar of a page is closed. */
const closed = (page: TestPage) => soon(() => page.evaluate(() => document.querySelector("div[popover='manual']:empty"))).toBeNull();

async function pressSaveAndSend({ keyboard }: TestPage): Promise<void> {
  for (const key of ["Control", "Shift"] as const) await keyboard.down(key);
  await keyboard.press("Enter");
  for (const key of ["Shift", "Control"] as const) await keyboard.up(key);
}

eachBrowserAtLength("the keyboard", (launch, name) => {
  const { pages, project, browser } = scenario(
    launch,
    {
      ...{ shop: shopPage, focused: menus, menus, dialog },
      hidden: { html: dialog.html.replace('<div id="backdrop">', '<div id="backdrop" aria-hidden="true">') },
    },
    { onScreen: true },
  );

  it("has the focus when the sidebar opens, and returns it; single keys start what they show", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("button", "Send to Agent");
    await page.keyboard.type("n");
    await sidebar.find("textbox", "Note");
    await page.keyboard.type("prn");
    await soon(async () => (await sidebar.peek("textbox", "Note"))?.value).toBe("prn");
    for (let letters = 0; letters < 3; letters++) await page.keyboard.press("Backspace");
    await page.keyboard.press("Escape");
    await soon(() => sidebar.peek("textbox", "Note")).toBeUndefined();
    await sidebar.press("Notes", "tab");
    await page.keyboard.type("r");
    await sidebar.find("application", /Drag over a region/);
    await page.keyboard.press("Escape");
    await page.keyboard.type("p");
    await sidebar.find("application", /Click an element/);
    await page.keyboard.press("Escape");
    const { description } = await sidebar.find("button", "Pick element");
    expect(description).toBe("Pick element; from the page with Alt+Shift+K (P)");
    const options = await browser.openOptions();
    await soon(() => options.evaluate(() => document.body.textContent)).toMatch(/Alt\+Shift\+K points at .*Alt\+Shift\+Y opens/);
    const settings = name === "Chromium" ? "chrome://extensions/shortcuts" : "about:addons";
    expect(await browser.addresses()).not.toContain(settings);
    await options.mouse.click(...(await middleOf(options, "summary ~ button")));
    await soon(() => browser.addresses()).toContain(settings);
    await options.close();
    await page.keyboard.press("Escape");
    await closed(page);
  });

  it("Escape leaves a form, folds the open card, closes the sidebar: the words are offered back when it opens next", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("button", "Send to Agent");
    await sidebar.notePage("To be unfolded");
    await sidebar.openNote(1);
    await page.keyboard.type("n");
    await sidebar.type("Note", "Half a sentence");
    await page.keyboard.press("Escape");
    await sidebar.waitForText(/was discarded/);
    const openCards = () => sidebar.inFrame(`return document.querySelectorAll(".note.open").length`);
    expect(await openCards()).toBe(1);
    await page.keyboard.press("Escape");
    await soon(openCards).toBe(0);
    await page.keyboard.press("Escape");
    await closed(page);
    await browser.clickIcon(page);
    await sidebar.press("Undo");
    await soon(async () => (await sidebar.peek("textbox", "Note"))?.value).toBe("Half a sentence");
    await sidebar.press("Save");
    await sidebar.waitForText(/^Half a sentence$/);
    await sidebar.press("Close");
    await closed(page);
    await browser.clickIcon(page);
    await sidebar.waitForText(/^Half a sentence$/);
    expect(await sidebar.peek("button", "Undo")).toBeUndefined();
  });

  it("opens the sidebar by the icon's key, and closes it from the page and from within", async () => {
    const page = await browser.open(pages.url("shop"));
    for (const place of ["the page", "the sidebar"]) {
      await browser.pressKey(page, "icon");
      await soon(() => page.evaluate(() => document.querySelector("div[popover='manual']:empty") !== null)).toBe(true);
      if (place === "the page") await page.click("h1");
      await browser.pressKey(page, "icon");
      await closed(page);
    }
  });

  it("leaves an open menu its focus until a note is written about it", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("focused"));
    await sidebar.find("button", "Send to Agent");
    await sidebar.press("Close");
    await closed(page);
    await page.click("#account");
    await browser.pressKey(page, "pick");
    await sidebar.find("application", /Click an element/);
    expect(await page.evaluate(() => document.querySelector<HTMLElement>("#menu")?.hidden)).toBe(false);
    const [x, y] = await middleOf(page, "#out");
    await page.mouse.move(x, y);
    await page.keyboard.press("ArrowUp");
    await sidebar.waitForText(/menu/);
    expect(await page.evaluate(() => document.querySelector<HTMLElement>("#menu")?.hidden)).toBe(false);
    await page.mouse.move(x + 1, y);
    await page.keyboard.press("Enter");
    await sidebar.writeNote("Ask first");
  });

  it("picks by its key what the pointer hovers: the page hears nothing of it, what it shows stays, and the picker stays on", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("menus"));
    await sidebar.find("button", "Send to Agent");
    const isShown = () => page.evaluate(() => document.querySelector("#lamps")?.checkVisibility());
    await page.mouse.move(...(await middleOf(page, "#hovered")));
    await page.mouse.move(...(await middleOf(page, "#lamps")));
    await browser.pressKey(page, "pick");
    await sidebar.find("application", /Click an element/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await isShown(), "with the sidebar open").toBe(true);
    await page.keyboard.press("Escape");
    await sidebar.press("Close");
    await closed(page);
    await page.mouse.move(...(await middleOf(page, "#hovered")));
    const [x, y] = await middleOf(page, "#lamps");
    await page.mouse.move(x, y);
    await browser.pressKey(page, "pick");
    await sidebar.find("application", /Click an element/);
    // As long as Firefox takes to send the pointer to the frame instead of the page.
    await new Promise((resolve) => setTimeout(resolve, 300));
    // A driver's script has another global object than the page in Firefox.
    await page.evaluate(() => (Reflect.get(globalThis, "heard") as string[]).splice(0).length);
    await page.mouse.move(x + 10, y);
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
    await sidebar.writeNote("Say Lights");
    // What lay beneath the sidebar.
    await page.keyboard.type("p");
    await sidebar.find("application", /Click an element/);
    await soon(() => sidebar.peek("button", "Page note")).toBeUndefined();
    await page.mouse.click(...(await middleOf(page, "#right")));
    await sidebar.type("Note", "Too far");
    expect(await page.evaluate(() => Reflect.get(globalThis, "heard"))).toEqual([]);
    for (const shown of ["#lamps", "#tip"])
      expect(await page.evaluate((selector) => document.querySelector(selector)?.checkVisibility(), shown), shown).toBe(true);
    const earlier = project.captureNames();
    const sent = () => project.captureNames().filter((one) => !earlier.includes(one));
    await sidebar.press("Send");
    await soon(() => sent().length).toBe(1);
    const { capture } = project.readCapture(sent()[0] ?? "");
    expect(capture.annotations.map(({ comment, target }) => [comment, target.type === "page" ? "" : target.elements[0]?.selector])).toEqual(
      [
        ["Say Lights", "#lamps"],
        ["Too far", "#right"],
      ],
    );
    expect([...readCapture(capture).elements()].find(({ selector }) => selector === "#lamps")).toMatchObject({ visible: true });
  });

  const backdrops = [
    ["the backdrop", "dialog"],
    ["a backdrop that is hidden from screen readers", "hidden"],
  ] as const;
  it.each(rowsOfRun(backdrops, backdrops.slice(1)))(
    "picks by its key in a dialog beside %s under the pointer, and the note has the focus from the dialog's trap",
    async (_what, path) => {
      const { page, sidebar } = await browser.openSidebar(pages.url(path));
      await sidebar.find("button", "Send to Agent");
      await sidebar.press("Close");
      await closed(page);
      await page.evaluate(() => (Reflect.get(globalThis, "heard") as string[]).splice(0).length);
      await page.mouse.move(100, 500);
      await browser.pressKey(page, "pick");
      await sidebar.find("application", /Click an element/);
      const [x, y] = await middleOf(page, "#title");
      // Across the border of the two: from there on the sidebar lies above both, for which its frame loads again.
      await soon(async () => {
        await page.mouse.move(x - 3, y);
        await page.mouse.move(x, y);
        return (await sidebar.outlines("hover")).length;
      }).toBe(1);
      await page.mouse.click(x, y);
      await sidebar.find("textbox", "Note");
      await page.keyboard.type("Say whom");
      await sidebar.press("Save");
      await sidebar.waitForText(/^Say whom$/);
      const heard = await page.evaluate(() => [
        ...(Reflect.get(globalThis, "heard") as string[]),
        document.querySelector<HTMLInputElement>("#name")?.value,
      ]);
      expect(heard).toEqual([""]);
      await sidebar.press("Done");
      await sidebar.waitForText(/Add a user/);
      expect(await page.evaluate(() => document.querySelector("#dialog")?.checkVisibility())).toBe(true);
    },
  );
});

const early = [
  ["is sent once it has", undefined, 1],
  ["is not sent where the page has become another one meanwhile", "/another", 0],
] as const;
describe.each(rowsOfRun<(typeof early)[number]>(early, [early[0]]))(
  "in Chromium, what is saved and sent before the project has answered",
  (what, address, sent) => {
    const { pages, browser, project } = scenario(chromiumForTests, { early: shopPage });

    it(what, async () => {
      const [host, may] = ["native-host.sh", "may-answer"].map((name) => join(project.folder, "state", name)) as [string, string];
      rmSync(may, { force: true });
      writeFileSync(host, readFileSync(host, "utf8").replace("\n", `\nuntil [ -e "${may}" ]; do sleep 0.1; done\n`));
      const { page, sidebar } = await browser.openSidebar(pages.url("early"));
      await sidebar.find("button", "Pick element");
      await soon(() => sidebar.inFrame<boolean>("return document.hasFocus();")).toBe(true);
      await page.keyboard.type("n");
      await sidebar.find("textbox", "Note");
      await page.keyboard.type("Larger");
      await pressSaveAndSend(page);
      await sidebar.waitForText(/^Larger$/);
      expect(await sidebar.peek("button", "Send to Agent")).toBeUndefined();
      if (address !== undefined) await page.evaluate((path) => history.pushState(null, "", path), address);
      writeFileSync(may, "");
      await sidebar.find("button", "Send to Agent");
      if (sent === 0) await idle(1_000);
      await soon(() => project.captureNames().length).toBe(sent);
    });
  },
);

/** Takes its time when the focus goes, as pages do that save then: what the sidebar asks of it meanwhile is answered late. */
const busyAtBlur = {
  html: `<!doctype html><html lang="en"><title>Editor</title><h1>Editor</h1>
<script>addEventListener("blur", () => { for (const end = Date.now() + 400; Date.now() < end;) ; });</script>`,
};

describe("in Chromium, a key for picking that it keeps for itself", () => {
  const { pages, browser } = scenario(chromiumForTests, { shop: shopPage }, { pickKey: "Alt+Shift+P" });

  it.skipIf(!isLong)("is reported as none, with the place to set one", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    const place = "chrome://extensions/shortcuts";
    const { description } = await sidebar.find("button", "Pick element");
    expect(description).toBe(`Pick element. The browser has granted no key for that from the page: set one on ${place}. (P)`);
    const options = await browser.openOptions();
    await soon(() => options.evaluate(() => document.body.textContent)).toContain(
      `has granted none. Set one on ${place}.Alt+Shift+Y opens`,
    );
    await options.close();
  });
});

describe("in Chromium", () => {
  const { pages, browser } = scenario(chromiumForTests, { composed: shopPage, busy: busyAtBlur });

  it("a note that a key has opened before the page answered keeps the focus", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("busy"));
    await sidebar.find("button", "Page note");
    // The page's answer and the key wait in the frame, and the browser hands it the key first.
    void sidebarFrame(page)?.send("Runtime.evaluate", { expression: "for (const end = Date.now() + 1_200; Date.now() < end;) ;" });
    await idle(700);
    void page.keyboard.type("n");
    await sidebar.find("textbox", "Note");
    await sidebar.find("button", "Send to Agent");
    await page.keyboard.type("Larger");
    await soon(async () => (await sidebar.peek("textbox", "Note"))?.value).toBe("Larger");
  });

  it("an input method's letters, Enter and Escape are the composition's: no command runs and the note's form stays", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("composed"));
    await sidebar.find("button", "Send to Agent");
    await page.keyboard.type("n");
    await sidebar.find("textbox", "Note");
    const session = sidebarFrame(page);
    if (session === undefined) throw new Error("the sidebar has no frame");
    const written = async () => (await sidebar.peek("textbox", "Note"))?.value;
    for (const text of ["p", "pr", "prn", "prnt"]) {
      await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      await soon(written).toBe(text);
    }
    // As browsers report keys that an input method takes.
    const keys = `for (const key of ["Escape", "Enter", "p"]) document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key, code: key, ctrlKey: key === "Enter", isComposing: true, bubbles: true, cancelable: true }))`;
    await session.send("Runtime.evaluate", { expression: keys });
    await sidebar.find("textbox", "Note");
    expect(await sidebar.peek("application", /Click an element/)).toBeUndefined();
    await session.send("Input.insertText", { text: "プリント" });
    await soon(written).toBe("プリント");
    await page.keyboard.type("prntf");
    await soon(written).toBe("プリントprntf");
    expect(await sidebar.peek("button", "Unfreeze page")).toBeUndefined();
    await sidebar.press("Save");
    await sidebar.waitForText(/^プリントprntf$/);
  });
});
