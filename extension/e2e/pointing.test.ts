import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { boxAt, middleOf } from "./page-boxes.js";
import { scenario } from "./scenario.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

const inFrame = "<!doctype html><body style='margin: 0'><button style='position: absolute; left: 40px; top: 20px'>Framed</button>";
const rows = Array.from({ length: 40 }, (_, index) => `<p id="row${index}" style="margin: 0; height: 30px">Row ${index}</p>`).join("");
/** What is seen at a place, and what a browser hits there instead: the page around it, or what lies over it unseen. */
const covered = `<style>.cell { position: relative; width: 200px; height: 40px } .over { position: absolute; inset: 0 } .card a::after { content: ""; position: absolute; inset: 0 }</style>
<div style="position: absolute; left: 700px; top: 20px">
<section class="cell" inert><p>Text</p><button id="inert" class="over">Pay now</button></section>
<section class="cell" inert><div style="height: 0"><b id="outside" style="position: absolute; left: 50px">Outside</b></div><div style="visibility: hidden" class="over">Not seen</div></section>
<section class="cell" inert><x-inert></x-inert></section>
<div class="cell"><p id="clipped">Shown</p><div inert style="height: 0; overflow: hidden; margin-top: -40px"><p>Folded</p></div></div>
<div class="cell"><nav class="over" style="z-index: 1; background: white"><b id="drawer">Menu</b></nav><section inert><p>Far beneath</p></section></div>
<div class="cell"><em id="cover">Watch</em><div class="over"></div></div>
<div class="cell card"><h4 id="card">Lamp</h4><a href="#more">More</a></div>
<label class="cell"><input type="file" style="opacity: 0" class="over"><b id="drawn">Upload</b></label>
</div>`;
const hard = {
  html: `<!doctype html><html lang="en"><title>Hard</title><style>body { margin: 0; height: 3000px } #list { height: 120px; overflow: auto }</style>
<button id="off" disabled style="pointer-events: none">Sold out</button>
<x-card></x-card>
<iframe title="Scaled" srcdoc="${inFrame}" style="position: absolute; left: 300px; top: 200px; width: 300px; height: 150px; border: 4px solid; transform: scale(.5); transform-origin: 0 0"></iframe>
<div id="list">${rows}</div>
${covered}
<script>document.querySelector("x-inert").attachShadow({ mode: "closed" }).innerHTML = "<button>Deep</button>";
document.querySelector("x-card").attachShadow({ mode: "closed" }).innerHTML = "<button>Inside</button>";</script>`,
};

const comment = "Note";

eachBrowserAtLength("pointing", (launch) => {
  const { pages, browser } = scenario(launch, { hard, keys: hard, scrolled: hard });

  it("finds what is seen: what takes no pointer, what is inert or lies under an unseen cover, in a closed root, in a scaled frame", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("hard"));
    await sidebar.find("button", "Send to Agent");
    const places = [
      [await middleOf(page, "#off"), "button “Sold out”"],
      [await middleOf(page, "x-card"), "button “Inside”"],
      [[300 + 2 + 45 / 2, 200 + 2 + 30 / 2] as const, "button “Framed”"],
      [await middleOf(page, "#inert"), "button “Pay now”"],
      [await middleOf(page, "#outside"), "b “Outside”"],
      [await middleOf(page, "x-inert"), "button “Deep”"],
      [await middleOf(page, "#clipped"), "paragraph “Shown”"],
      [await middleOf(page, "#drawer"), "b “Menu”"],
      [await middleOf(page, "#cover"), "emphasis “Watch”"],
      [await middleOf(page, "#card"), "heading “Lamp”"],
      [await middleOf(page, "#drawn"), "b “Upload”"],
    ] as const;
    for (const [[x, y], where] of places) {
      await startPicking(page, sidebar);
      await page.mouse.click(x, y);
      await sidebar.find("textbox", comment);
      await sidebar.waitForText(new RegExp(`^${where}$`));
      await page.keyboard.press("Escape");
    }
  });

  it("follows what scrolls, and the wheel moves the list below it", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("scrolled"));
    await sidebar.find("button", "Send to Agent");
    const [x, y] = await middleOf(page, "#row1");
    await startPicking(page, sidebar);
    await page.mouse.move(x, y);
    await page.mouse.wheel({ deltaY: 60 });
    await soon(() => page.evaluate(() => document.querySelector("#list")?.scrollTop)).toBeGreaterThan(29);
    const here = await boxAt(page, [x, y]);
    await soon(() => sidebar.outlines("hover")).toEqual([here]);
    await page.evaluate(() => scrollTo(0, 30));
    await soon(async () => (await sidebar.outlines("hover"))[0]).toEqual(await boxAt(page, [x, y]));
  });

  it("works by keyboard alone: walking shows and tells the element, a region is moved, and the focus stays in the sidebar", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("keys"));
    await sidebar.find("button", "Send to Agent");
    await startPicking(page, sidebar);
    const [x, y] = await middleOf(page, "#row3");
    await page.mouse.move(x, y);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    // The fifth row was outside of what the list shows.
    await soon(() => page.evaluate(() => document.querySelector("#list")?.scrollTop)).toBeGreaterThan(0);
    await sidebar.waitForText(/^paragraph .* × 30$/);
    // Where the system chooses all colours it draws no shadow, and a transparent outline in its own.
    expect(await sidebar.inFrame(`return getComputedStyle(document.querySelector(".outline.hover")).outlineStyle`)).toBe("solid");
    await sidebar.spoken();
    await page.keyboard.press("ArrowUp");
    await soon(() => sidebar.spoken()).toEqual([expect.stringMatching(/^(?!paragraph).+ × \d+$/)]);
    await page.keyboard.press("Escape");
    // Back on the tool that it began with.
    await page.keyboard.press("Enter");
    await sidebar.find("application", /Click an element/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await sidebar.find("application", /Drag over a region/);
    await page.keyboard.press("ArrowRight");
    await sidebar.waitForText(/^Region 200 × 120 at 560, 340$/);
    await page.keyboard.press("ArrowDown");
    await sidebar.waitForText(/^Region 200 × 120 at 560, 3[5-9]0$/);
    await page.keyboard.press("Enter");
    await sidebar.find("textbox", comment);
    await page.keyboard.type("Here");
    // More, Save.
    for (const key of ["Tab", "Tab", "Enter"] as const) await page.keyboard.press(key);
    await sidebar.waitForText(/^Here$/);
    // From the new note on: its head, its prompt, its pencil, its bin.
    for (const key of ["Tab", "Tab", "Tab", "Tab", "Enter"] as const) await page.keyboard.press(key);
    await sidebar.waitForText(/Note deleted/);
    await page.keyboard.press("Enter");
    await sidebar.find("application", /Click an element/);
    await page.keyboard.press("Escape");
    await sidebar.press("Undo");
    for (const key of ["Tab", "Tab", "Tab", "Enter"] as const) await page.keyboard.press(key);
    await sidebar.find("textbox", comment);
  });
});

async function startPicking(page: TestPage, sidebar: SidebarDriver): Promise<void> {
  await page.mouse.move(1_200, 400);
  await sidebar.beginPicking();
}
