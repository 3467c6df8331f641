import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";

const modal = {
  html: `<!doctype html><title>Modal</title><p>Behind<button id="open">Open</button></p>
<dialog id="dialog"><p>Dialog</p><input id="field"></dialog>
<script>
document.addEventListener("focusin", (event) => { if (!dialog.contains(event.target)) field.focus(); });
dialog.showModal();
</script>`,
};

eachBrowserAtLength("a page with an open modal dialog and a focus trap", (launch) => {
  const { pages, browser } = scenario(launch, { modal });

  it("does not make the sidebar inert, and gets its DOM back", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("modal"));
    await sidebar.press("Page note");
    await sidebar.type("Note", "Too loud");
    await sidebar.press("Save");
    await sidebar.waitForText(/^Too loud$/);
    await page.evaluate(() => document.querySelector("dialog")?.remove());
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent: /);
    await sidebar.press("Close");
    await expect.poll(() => page.evaluate(() => document.querySelector("div[popover='manual']:empty"))).toBeNull();
    await page.close();
  });
});
