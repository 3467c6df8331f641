import { expect, it } from "vitest";
import { rowsOfRun } from "../../host/testing/long.js";
import { patience, waitUntil } from "../../host/testing/wait-until.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

const page = (inside: string) => ({ html: `<!doctype html><html lang="en"><title>Wilful</title><h1>Wilful</h1>${inside}</html>` });
const dialog = `<div id="trap" role="dialog" aria-modal="true" aria-label="Trap"><input id="field" aria-label="Field"></div>`;
const swallow = (target: string, stop: string) =>
  page(
    `<script>for (const type of ["keydown", "keypress"]) ${target}.addEventListener(type, (event) => { event.preventDefault(); event.${stop}(); }, true);</script>`,
  );
const remover = (subtree: boolean) =>
  page(`<script>new MutationObserver((records) => {
for (const { addedNodes } of records) for (const node of addedNodes) if (node.localName === "div" && node.popover === "manual") node.remove();
}).observe(document.documentElement, { childList: true, subtree: ${subtree} });</script>`);

/** What pages do, often for good reasons, that stands in a sidebar's way. */
const wilful = {
  "zooms its root": page("<style>html { zoom: 1.5 }</style>"),
  "zooms its body": page("<style>body { zoom: 0.5 }</style>"),
  "swallows keys before all others": swallow("window", "stopPropagation"),
  "swallows keys on their way": swallow("document", "stopImmediatePropagation"),
  "takes the focus back when it comes elsewhere": page(`${dialog}<script>
const isOut = ({ target }) => !trap.contains(target);
document.addEventListener("focusin", (event) => { if (isOut(event)) { event.stopImmediatePropagation(); field.focus(); } }, true);
for (const type of ["mousedown", "touchstart"]) document.addEventListener(type, (event) => { if (isOut(event)) event.preventDefault(); }, { capture: true, passive: false });
document.addEventListener("click", (event) => { if (isOut(event)) { event.preventDefault(); event.stopImmediatePropagation(); } }, true);
field.focus();</script>`),
  "takes the focus back when it leaves": page(`${dialog}<script>
document.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget !== null && !trap.contains(relatedTarget)) field.focus(); });
field.focus();</script>`),
  "removes what is added beside its own": remover(false),
};

const closed = /covers, moves or removes the sidebar/;

eachBrowserAtLength("a wilful page", (launch) => {
  const plain = page("");
  const { pages, browser } = scenario(launch, { ...wilful, gone: plain, anew: plain, tireless: remover(true) });

  it.each(rowsOfRun(Object.keys(wilful), ["swallows keys before all others"]))(
    "that %s leaves the sidebar usable, and gets its DOM back",
    async (name) => {
      const opened = await browser.openSidebar(pages.url(encodeURIComponent(name)));
      expect((await opened.sidebar.placeOf("separator", "Width of the sidebar")).x).toBeCloseTo(1_280 - 320, -1);
      await opened.sidebar.notePage("Write this");
      await opened.sidebar.press("Close");
      await soon(() => opened.page.evaluate(() => document.querySelector("div[popover='manual']:empty"))).toBeNull();
    },
  );

  it("that empties itself once gets the sidebar again, with what is being written", async () => {
    const { page: tab, sidebar } = await browser.openSidebar(pages.url("gone"));
    await sidebar.press("Page note");
    await sidebar.type("Note", "Half");
    await tab.evaluate(() => document.querySelector("div[popover='manual']:empty")?.remove());
    await sidebar.find("textbox", "Note");
    await sidebar.press("Save");
    await sidebar.waitForText(/^Half$/);
    await tab.close();
  });

  const refusing: readonly (readonly [path: string, what: string])[] = [
    ["anew", "writes itself anew"],
    ["tireless", "removes the sidebar wherever it stands"],
  ];
  it.each(rowsOfRun(refusing, refusing.slice(1)))("%s: that %s is left alone, and the icon says so", async (path) => {
    const opened = await browser.openSidebar(pages.url(path));
    if (path === "anew") {
      await opened.sidebar.find("button", "Send to Agent");
      await opened.page.evaluate(() => {
        document.open();
        document.write("<!doctype html><title>Anew</title><p>Anew");
        document.close();
      });
    }
    await waitUntil("the icon to say so", () => isClosedWithWord(opened.page), patience(5_000));
    expect(await opened.page.evaluate(() => document.querySelector("div[popover='manual']:empty"))).toBeNull();
  });

  const isClosedWithWord = async (page: TestPage) => (await browser.icon(page)).title.match(closed) ?? undefined;
});
