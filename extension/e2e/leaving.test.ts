import { expect, it } from "vitest";
import { elementTargetSchema } from "../../host/contract/annotation.js";
import type { Capture } from "../../host/contract/capture.js";
import { readCapture } from "../../host/contract/reader.js";
import { eachBrowser } from "./each-browser.js";
import { scenario } from "./scenario.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

/** A small shop whose parts leave, come back and change: a menu, a hint, a toast, a dialog, tabs, a list that reuses its rows, and a new build. */
const shop = {
  html: `<!doctype html><html lang="en"><title>Tea</title>
<style>body { margin: 20px; font: 16px sans-serif } #menu button { color: rgb(180, 0, 0) } ul { width: 400px; padding: 0 } li { height: 28px } .toast { color: green } section { padding: 8px }</style>
<body><p><button id="more">More</button><span id="menu"></span> <b id="what">Oolong</b><span id="hints"></span></p>
<div id="stage"></div><p class="tabs"><button id="second">Delivery</button></p><div id="tab"></div>
<ul id="list"></ul><ul id="teas"></ul><div id="build"></div>
<script>
const at = (id) => document.getElementById(id);
const build = sessionStorage.getItem("build") ?? "1";
at("more").onclick = () => { at("menu").innerHTML = '<span role="menu"> <button role="menuitem">Archive</button> <button role="menuitem" class="danger">Delete now</button></span>'; at("menu").querySelector("button").focus(); };
at("menu").addEventListener("focusout", ({ relatedTarget }) => at("menu").contains(relatedTarget) || at("menu").replaceChildren());
at("what").onmouseenter = () => { at("hints").innerHTML = '<i role="tooltip"> Half fermented</i>'; };
at("what").onmouseleave = () => at("hints").replaceChildren();
const show = (html) => { at("stage").innerHTML = html; };
const tabs = { first: '<p><label>Name <input name="who"></label> <em class="hint">As on the bell</em></p>', second: '<p><select><option>Post</select></p>' };
const tab = (name) => { at("tab").innerHTML = tabs[name]; };
at("second").onclick = () => tab("second");
tab("first");
const row = (n) => '<b>Order ' + n + '</b> <span class="sum">' + n * 7 + ' EUR</span> <button class="drop">Drop</button>';
const rows = (first) => { for (let n = 0; n < 6; n++) { const li = at("list").children[n] ?? at("list").appendChild(document.createElement("li")); li.innerHTML === "" ? li.innerHTML = row(first + n) : (li.children[0].textContent = "Order " + (first + n), li.children[1].textContent = (first + n) * 7 + " EUR"); } };
rows(10);
const teas = (names) => { at("teas").innerHTML = names.map((name) => '<li>' + name + ' <button class="buy">Buy</button></li>').join(""); };
teas(build === "1" ? ["Assam", "Ceylon", "Darjeeling"] : ["Ceylon", "Darjeeling", "Assam"]);
at("build").innerHTML = build === "1"
  ? '<h2>Sale</h2><p>Price <strong class="price">$ 64.5</strong> each</p><section class="Card_a1b2c" id="r1"><h3>Gift box</h3><p>Twelve bags</p></section>'
  : '<h2>Sale</h2><p>Price <strong class="price">64,50 €</strong> each</p><section class="Card_x9y8z" id="r7"><h3>Gift box</h3><p>Twelve bags</p></section>';
</script>`,
};

interface Row {
  readonly comment: string;
  /** Runs in the page before the note. */
  readonly before?: string;
  /** What is picked. */
  readonly selector: string;
  readonly label: RegExp;
  /** Words of its row as it was picked. */
  readonly words: string;
  /** The same in the next build; absent where that does not show it. */
  readonly wordsLater?: string;
  /** Picked by the browser's key, with the page's focus and the pointer as they are. */
  readonly isByKey?: boolean;
  /** Runs in the page after the note. */
  readonly after?: string;
}

const rows: readonly Row[] = [
  { comment: "Menu", selector: ".danger", label: /menuitem “Delete now”/, words: "Delete now", isByKey: true },
  {
    comment: "Toast",
    before: `show('<p class="toast" role="status">Saved</p>')`,
    ...{ selector: ".toast", label: /status/, words: "Saved", after: `show("")` },
  },
  {
    comment: "Dialog",
    before: `show('<div role="dialog" aria-label="Sure?"><p>Really?</p><button class="yes">Remove it</button></div>')`,
    ...{ selector: ".yes", label: /button “Remove it”/, words: "Remove it", after: `show("")` },
  },
  {
    comment: "Tab",
    ...{ selector: ".hint", label: /“As on the bell”/, words: "As on the bell", wordsLater: "As on the bell" },
    after: `document.getElementById("second").click()`,
  },
  {
    comment: "Row that is reused",
    ...{ selector: "#list li:nth-child(2) .drop", label: /button “Drop”/, words: "Order 11", wordsLater: "Order 11", after: `rows(40)` },
  },
  { comment: "Row", selector: "#teas li:nth-child(2) .buy", label: /button “Buy”/, words: "Ceylon", wordsLater: "Ceylon" },
  { comment: "Text", selector: ".price", label: /“\$ 64.5”/, words: "$ 64.5", wordsLater: "64,50 €" },
  { comment: "Build", selector: "#build section", label: /section/, words: "Gift box", wordsLater: "Gift box" },
];

eachBrowser("a note on what leaves the page", (launch, name) => {
  const { pages, project, browser } = scenario(launch, { shop0: shop, shop1: shop, shop2: shop }, { onScreen: true });
  // Notes outlive a failed try.
  let tries = 0;
  let url = "";

  it("keeps what it is about, and finds it again in the next build", async () => {
    url = pages.url(`shop${tries++}`);
    const { page, sidebar } = await browser.openSidebar(url);
    await sidebar.find("button", "Send to Agent");
    for (const row of rows) await note(page, sidebar, row);
    await page.keyboard.press("Escape");
    await soon(async () => (await sidebar.outline()).match(/^button .*Not visible now/gm)?.length).toBe(5);
    // The frame stays on nothing that has another's place.
    expect(await sidebar.outlines("noted")).toHaveLength(3);
    const first = await send(sidebar);
    for (const row of rows) checkRecord(first, row, row.isByKey === true || row.after !== undefined ? undefined : row.words);
    await page.evaluate(() => sessionStorage.setItem("build", "2"));
    await page.reload();
    if (name === "Firefox") await browser.clickIcon(page);
    await sidebar.waitForText(/^Build$/);
    await soon(async () => (await sidebar.outlines("noted")).length).toBe(5);
    const second = await send(sidebar);
    for (const row of rows) checkRecord(second, row, row.wordsLater);
    await page.close();
  });

  async function send(sidebar: SidebarDriver): Promise<Capture> {
    const count = project.captureNames().length;
    await sidebar.press("Send to Agent");
    await soon(() => project.captureNames().length).toBe(count + 1);
    return project.readCapture(project.captureNames().at(-1) ?? "").capture;
  }

  /** `words`: what the element's row shows in the capture; undefined where the capture has no such element. */
  function checkRecord(capture: Capture, { comment, label }: Row, words: string | undefined): void {
    const target = capture.annotations.find((one) => one.comment === comment)?.target;
    const picked = target?.type === "element" ? elementTargetSchema.parse(target.elements[0]) : undefined;
    expect(picked?.label, comment).toMatch(label);
    expect(picked, comment).toMatchObject({ url, selector: expect.any(String), tag: expect.any(String) });
    expect(Object.keys(picked?.styles ?? {}).length, comment).toBeGreaterThan(0);
    expect(picked?.present, comment).toBe(words !== undefined);
    if (words === undefined) {
      expect(picked?.ref, comment).toBeUndefined();
      expect(picked?.rules?.elements[0]?.properties.length, comment).toBeGreaterThan(0);
    } else expect(wordsAt(readCapture(capture), picked?.ref ?? ""), comment).toContain(words);
  }

  async function note(
    page: TestPage,
    sidebar: SidebarDriver,
    { comment, before = "", selector, isByKey = false, after = "" }: Row,
  ): Promise<void> {
    await run(page, before);
    if (isByKey) {
      await sidebar.press("Close");
      await soon(() => page.evaluate(() => document.querySelectorAll("html > :not(head, body)").length)).toBe(0);
      await page.click("#more");
      await browser.pressKey(page, "pick");
    } else if ((await sidebar.peek("application", /Click an element/)) === undefined) await sidebar.press("Pick element");
    await sidebar.find("application", /Click an element/);
    await page.click(selector);
    await sidebar.type("Note", comment);
    await sidebar.press("Save");
    await sidebar.waitForText(new RegExp(`^${comment}$`));
    await run(page, after);
  }
});

async function run(page: TestPage, script: string): Promise<void> {
  if (script !== "")
    await page.evaluate(
      (text) => void document.head.append(Object.assign(document.createElement("script"), { textContent: text })),
      script,
    );
}

/** All words of an element's row, or of the element. */
function wordsAt(reader: ReturnType<typeof readCapture>, ref: string): string {
  const index = reader.byRef(ref)?.index ?? 0;
  const row = [index, ...reader.ancestors(index)].find((one) => reader.element(one).tag === "li") ?? index;
  return Array.from({ length: reader.end(row) - row }, (_, step) => reader.element(row + step).text).join(" ");
}
