import { expect, it } from "vitest";
import { isLong } from "../../host/testing/long.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

/** Moves by CSS, by script, in a shadow tree, by a transition and by SVG's own timeline, for longer than any test; and by a timer and a canvas. */
const lively = {
  html: `<!doctype html><html lang="en"><title>Lively</title><style>
@keyframes slide { to { margin-left: 40000px } }
#css { animation: slide 2000s linear }
#transition { transition: margin-left 2000s linear }
</style>
<p id="css">CSS</p><p id="script">Script</p><p id="transition">Transition</p><div id="host"></div>
<svg width="100" height="20"><rect id="drawn" width="10" height="10"><animate attributeName="x" from="0" to="8000" dur="2000s" /></rect></svg>
<canvas width="20" height="20"></canvas><output id="timer">0</output>
<script>
script.animate([{ marginLeft: "0" }, { marginLeft: "40000px" }], { duration: 2_000_000 });
host.attachShadow({ mode: "closed" }).innerHTML = "<style>@keyframes slide { to { margin-left: 40000px } } p { animation: slide 2000s linear }</style><p>Shadow</p>";
transition.offsetTop; transition.style.marginLeft = "40000px";
setInterval(() => { timer.value = Number(timer.value) + 1; }, 50);
</script></html>`,
};

/** How far each has come; the shadow tree's by the host's width is not seen, its animation by the whole count. */
const places = (page: TestPage) =>
  page.evaluate(() => {
    const left = (id: string) => Number.parseFloat(getComputedStyle(document.getElementById(id) ?? document.body).marginLeft);
    const rect = document.querySelector<SVGRectElement>("#drawn");
    return [left("css"), left("script"), left("transition"), rect?.x.animVal.value ?? 0].map((one) => Math.round(one * 10) / 10);
  });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

eachBrowserAtLength("a frozen page", (launch) => {
  const { pages, browser } = scenario(launch, { lively, closed: lively });

  it("holds animations and transitions where they are, says what still moves, and goes on from there", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("lively"));
    await sidebar.find("button", "Send to Agent");
    const html = () => page.evaluate(() => document.body.outerHTML.replace(/<output.*<\/output>/, ""));
    const before = await html();
    await sidebar.press("Pick element");
    await page.keyboard.type("f");
    const text = await sidebar.waitForText(/^The page is frozen/);
    expect(text).toMatch(/canvas drawings/);
    expect(text).toMatch(/timers/);
    const held = await places(page);
    for (const place of held) expect(place).toBeGreaterThan(0);
    await pause(700);
    expect(await places(page)).toEqual(held);
    expect(await html()).toBe(before);
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
    // Picking ends and the page stays frozen, which is shown.
    await page.keyboard.press("Escape");
    await sidebar.press("Unfreeze page");
    await sidebar.waitForText(/^The page moves on/);
    const after = await places(page);
    await pause(400);
    const later = await places(page);
    for (const [index, place] of held.entries()) {
      expect(later[index]).toBeGreaterThan(place);
      // It has not jumped by the time that it was held: 20 px a second are 14 px in 700 ms.
      expect((after[index] ?? 0) - place).toBeLessThan(100);
    }
  });

  it.skipIf(!isLong)("moves again when the sidebar is closed", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("closed"));
    await sidebar.find("button", "Send to Agent");
    await page.keyboard.type("f");
    await sidebar.waitForText(/^The page is frozen/);
    const [held = 0] = await places(page);
    await sidebar.press("Close");
    await soon(async () => (await places(page))[0]).toBeGreaterThan(held);
  });
});
