import { expect, it, vi } from "vitest";
import { isLong } from "../../host/testing/long.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";

const modal = {
  html: `<!doctype html><title>Modal</title><p>Behind<button onclick="this.textContent = 'Ordered'">Order</button></p>
<dialog id="dialog"><p>Dialog</p><input id="field"></dialog>
<script>
document.addEventListener("focusin", (event) => { if (!dialog.contains(event.target)) field.focus(); });
dialog.showModal();
</script>`,
};

const popovers = {
  html: `<!doctype html><title>Popovers</title><style>[data-own] { inset: 0; width: 100%; height: 100% }</style>
${`<div popover="manual" data-own>One of many</div>`.repeat(300)}`,
};

eachBrowserAtLength("a page with an open modal dialog and a focus trap", (launch) => {
  const { pages, browser } = scenario(launch, { modal, popovers });

  it("does not make the sidebar inert, and gets its DOM back", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("modal"));
    await sidebar.notePage("Too loud");
    await page.evaluate(() => document.querySelector("dialog")?.remove());
    await sidebar.send();
    await sidebar.press("Close");
    await expect.poll(() => page.evaluate(() => document.querySelector("div[popover='manual']:empty"))).toBeNull();
  });

  it.skipIf(!isLong)("picks on when the dialog closes, and no press acts on the page until then", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("modal"));
    await sidebar.beginPicking();
    const [x, y] = await page.evaluate(middleOfButton);
    await page.mouse.move(x, y);
    await page.evaluate(() => document.querySelector("dialog")?.close());
    await page.mouse.click(x, y);
    // On a slow machine the press comes after the overlay has taken its place again, and picks.
    const isPicked = async () => (await sidebar.peek("textbox", "Note")) !== undefined;
    if (!(await vi.waitUntil(isPicked, { timeout: 1_500 }).catch(() => false))) {
      await sidebar.find("application", /Click an element/);
      await page.mouse.click(x, y);
    }
    await sidebar.writeNote("Too near");
    expect(await page.evaluate(() => document.querySelector("button")?.textContent)).toBe("Order");
  });

  it.skipIf(!isLong)("takes its place once a frame, however many popovers open", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("popovers"));
    await sidebar.find("button", "Send to Agent");
    const { shown, frames, isLast } = await page.evaluate(openAll);
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThanOrEqual(frames);
    expect(isLast).toBe(true);
    await sidebar.press("Page note");
    await sidebar.find("textbox", "Note");
  });
});

/** Runs in the page. */
function middleOfButton(): [x: number, y: number] {
  const { x, y, width, height } = document.querySelector("button")?.getBoundingClientRect() ?? new DOMRect();
  return [x + width / 2, y + height / 2];
}

/** Runs in the page: opens 300 popovers, and counts how often our host is shown until a moment after and how many frames that takes. */
async function openAll(): Promise<{ readonly shown: number; readonly frames: number; readonly isLast: boolean }> {
  const host = document.querySelector("div[popover='manual']:empty:not([data-own])");
  const counts = { shown: 0, frames: 0 };
  host?.addEventListener("beforetoggle", (event) => {
    if ("newState" in event && event.newState === "open") counts.shown++;
  });
  for (const own of document.querySelectorAll<HTMLElement>("[data-own]")) own.showPopover();
  while (counts.frames < 20) {
    await new Promise((resolve, reject) => {
      requestAnimationFrame(resolve);
      setTimeout(() => reject(new Error("The page is not in front: it has no frames.")), 20_000);
    });
    counts.frames++;
  }
  return { ...counts, isLast: document.elementFromPoint(innerWidth - 5, 200) === host };
}
