import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { boxOf } from "./page-boxes.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

/** Its menu is shown in a wide window alone. */
const widePage = {
  html: `<!doctype html><html lang="en"><title>Wide</title><style>@media (max-width: 700px) { nav { display: none } } [data-open=no] { display: none }</style>
<nav><p><b>Start</b></p><p><b>Tabellen</b></p><p><b>Karten</b></p><p><b>Listen</b></p></nav><h1>Figures</h1>`,
};

const inFrame = "<p class=inner>Within the frame</p><h2>Inner</h2><button>Act</button>";
const framedPage = {
  html: `<!doctype html><html lang="en"><title>Framed</title><h1>Around</h1><iframe title="Inner" srcdoc="${inFrame}"></iframe>`,
};

/** Shows other rows in the same elements at another query. */
const tabsPage = {
  html: `<!doctype html><html lang="en"><title>Tickets</title><h1>Tickets</h1><table><tr><td>T-1<td>Fix header<tr><td>T-2<td>Fix footer</table>
<script>
  const rows = { open: ["T-1", "Fix header", "T-2", "Fix footer"], closed: ["T-8", "Add login", "T-9", "Add logout"] };
  function show(tab) {
    if (location.search !== "?tab=" + tab) history.pushState(null, "", "?tab=" + tab);
    for (const [place, cell] of document.querySelectorAll("td").entries()) cell.textContent = rows[tab][place];
  }
  show(location.search.slice(5) || "open");
</script>`,
};

/** Long enough to be read slowly. */
const longPage = {
  html: `<!doctype html><html lang="en"><title>Ticker</title><h1>Ticker</h1><p id="time">Now</p><div>${"<p>Text</p>".repeat(1_500)}</div>`,
};

eachBrowserAtLength("pins", (launch) => {
  const { pages, browser } = scenario(launch, {
    shop: shopPage,
    stacked: shopPage,
    tabs: tabsPage,
    wide: widePage,
    framed: framedPage,
    long: longPage,
    inner: { html: inFrame },
    next: { html: "<h2>Next</h2>" },
  });

  it("of what is drawn anew all the time never say that it is not visible before a reading has told so", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("long"));
    await sidebar.noteElement("#time", "Seconds, please");
    await page.evaluate(() => {
      const drawAnew = () =>
        document.querySelector("#time")?.replaceWith(Object.assign(document.createElement("p"), { id: "time", textContent: Date.now() }));
      setInterval(drawAnew, 200);
    });
    const shown = () => sidebar.inFrame<string>('return document.querySelector(".note").textContent;');
    const seen: unknown[] = [];
    for (const end = Date.now() + 3_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
      seen.push(await shown());
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.filter((text) => /Not visible now/.test(String(text)))).toEqual([]);
  });

  it("follow their element as the page moves it, find it when the page made it anew, and say when it is gone", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.noteElement("#buy", "Make it larger");
    await expect.poll(() => sidebar.outlines("noted")).toEqual([await boxOf(page, "#buy")]);

    await page.evaluate(() => document.querySelector("main")?.setAttribute("style", "padding: 60px 0 0 40px"));
    await expect.poll(() => sidebar.outlines("noted")).toEqual([await boxOf(page, "#buy")]);

    await page.evaluate(() => {
      const old = document.querySelector("#buy");
      old?.replaceWith(old.cloneNode(true));
      document.querySelector("main")?.setAttribute("style", "");
    });
    await expect.poll(() => sidebar.outlines("noted")).toEqual([await boxOf(page, "#buy")]);
    expect(await sidebar.outline()).not.toContain("Not visible now");

    await page.evaluate(() => document.querySelector("#buy")?.remove());
    await sidebar.waitForText(/Not visible now/);
    expect(await sidebar.outlines("noted")).toEqual([]);
  });

  it("stand on no row that another query of the page shows in the same place", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("tabs"));
    await sidebar.noteElement("tr:nth-of-type(2) td:nth-of-type(2)", "Assign it");
    const box = [await boxOf(page, "tr:nth-of-type(2) td:nth-of-type(2)")];
    await soon(() => sidebar.outlines("noted")).toEqual(box);
    await page.evaluate(() => Reflect.get(window, "show")("closed"));
    await sidebar.waitForText(/Not visible now/);
    expect(await sidebar.outlines("noted")).toEqual([]);
    await page.evaluate(() => Reflect.get(window, "show")("open"));
    await soon(() => sidebar.outlines("noted")).toEqual(box);
    await page.evaluate(() => Reflect.get(window, "show")("closed"));
    await sidebar.waitForText(/Not visible now/);
    expect(await sidebar.peek("button", "Go there")).toBeUndefined();
    await sidebar.openNote(1);
    await sidebar.press("Go there");
    await soon(() => page.evaluate(() => location.search)).toBe("?tab=open");
  });

  it("are there again with what a wider window or an attribute shows again", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("wide"));
    await sidebar.noteElement("p:nth-of-type(2) b", "Make it larger");
    /** As a framework does it: the element is another one, with another word. */
    const redraw = (word: string) =>
      page.evaluate((textContent) => {
        document.querySelectorAll("b")[1]?.replaceWith(Object.assign(document.createElement("b"), { textContent }));
      }, word);
    const open = (isOpen: string) => page.evaluate((value) => document.querySelector("nav")?.setAttribute("data-open", value), isOpen);
    const ways = [
      [() => browser.resize(page, 600, 800), () => browser.resize(page, 1_280, 800), "Tables"],
      [() => open("no"), () => open("yes"), "Tische"],
    ] as const;
    for (const [hide, show, word] of ways) {
      await hide();
      await redraw(word);
      await sidebar.waitForText(/Not visible now/);
      await show();
      await soon(() => sidebar.outline()).not.toContain("Not visible now");
      await expect.poll(() => sidebar.outlines("noted")).toEqual([await boxOf(page, "p:nth-of-type(2) b")]);
    }
  });

  it("stay in a frame that is loaded again, and are there again with the page that it showed", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("framed"));
    await sidebar.beginPicking();
    const [x, y] = await boxOf(page, "iframe");
    await page.mouse.click(x + 30, y + 32);
    await sidebar.type("Note", "Make it larger");
    await sidebar.press("Save");
    await sidebar.press("Done");
    const outlines = await sidebar.outlines("noted");
    expect(outlines).toHaveLength(1);
    const load = (html: string) => page.evaluate((text) => document.querySelector("iframe")?.setAttribute("srcdoc", text), html);
    await load(inFrame);
    await expect.poll(() => sidebar.outlines("noted")).toEqual(outlines);
    expect(await sidebar.outline()).not.toContain("Not visible now");
    await load("<h2>Elsewhere</h2>");
    await sidebar.waitForText(/Not visible now/);
    await load(inFrame);
    await expect.poll(() => sidebar.outlines("noted")).toEqual(outlines);
    const go = (path: string) =>
      page.evaluate((to) => document.querySelector("iframe")?.contentWindow?.location.replace(to), pages.url(path));
    await go("inner");
    await sidebar.waitForText(/Not visible now/);
    await sidebar.beginPicking();
    await page.mouse.click(x + 30, y + 32);
    await sidebar.type("Note", "Shorter");
    await sidebar.press("Save");
    await sidebar.press("Done");
    await soon(() => sidebar.outlines("noted")).toHaveLength(1);
    await go("next");
    await soon(() => sidebar.outlines("noted")).toEqual([]);
    await go("inner");
    await soon(() => sidebar.outlines("noted")).toHaveLength(1);
  });

  it("of one element stand side by side, and are hidden and shown again", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("stacked"));
    await sidebar.press("Pick element");
    for (const text of ["First", "Second"]) {
      await sidebar.find("application", /Click an element/);
      await page.click("#buy");
      await sidebar.type("Note", text);
      await sidebar.press("Save");
      await sidebar.waitForText(new RegExp(`^${text}$`));
    }
    await page.keyboard.press("Escape");
    const [first, second] = [await sidebar.placeOf("button", "Note 1"), await sidebar.placeOf("button", "Note 2")];
    expect(Math.abs(first.x - second.x) + Math.abs(first.y - second.y)).toBeGreaterThanOrEqual(26);
    await sidebar.openSettings();
    await sidebar.press("Pins on the page", "checkbox");
    await soon(() => sidebar.peek("button", "Note 1")).toBeUndefined();
    await sidebar.press("Pins on the page", "checkbox");
    await sidebar.find("button", "Note 2");
  });
});
