import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { eachBrowser } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { soon } from "./soon.js";

/** As build plugins mark elements; what a page states may be a lie. */
const marked = {
  html: `<!doctype html><html lang="en"><title>Marked</title><style>button { display: block; margin: 30px }</style>
<button id="cart" data-source-loc="src/Cart.tsx:12:5">Add to cart</button>
<button id="lie" data-source-loc="../../secret.ts:1:1">Lie</button></html>`,
};

eachBrowser("the editor opens at a source", (launch, name) => {
  const { pages, project, browser } = scenario(launch, { marked, lying: marked });

  beforeAll(() => {
    mkdirSync(join(project.root, "src"));
    writeFileSync(join(project.root, "src", "Cart.tsx"), "export const Cart = null;\n");
  });

  const address = (scheme: string) => `${scheme}://file${join(project.root, "src", "Cart.tsx")}:12:5`;

  it("by a key and a button while picking, from the note's form and from the note; in the editor that was chosen", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("marked"));
    const opened = async (url: string) => (await sidebar.boxes(`iframe[src="${url}"]`)).length;
    const middle = await page.evaluate(() => {
      const { x, y, width, height } = document.querySelector("#cart")?.getBoundingClientRect() ?? new DOMRect();
      return [x + width / 2, y + height / 2] as const;
    });
    await sidebar.find("button", "Send to Agent");
    await sidebar.press("Pick element");
    await sidebar.find("application", /Click an element/);
    expect(await sidebar.peek("button", "Open in editor")).toBeUndefined();
    // A move before the frame takes the pointer is the page's.
    await soon(async () => {
      await page.mouse.move(middle[0] + 5, middle[1]);
      await page.mouse.move(...middle);
      return sidebar.peek("button", "Open in editor");
    }).toBeDefined();
    await page.keyboard.type("e");
    await sidebar.waitForText(/^Opening src\/Cart\.tsx:12:5 in VS Code\.$/);
    await soon(() => opened(address("vscode"))).toBe(1);
    await page.mouse.click(...middle);
    await sidebar.type("Note", "Too small");
    await sidebar.press("Open in editor");
    await soon(() => opened(address("vscode"))).toBe(2);
    await sidebar.press("Save");
    await sidebar.waitForText(/^Too small$/);
    await page.keyboard.press("Escape");
    await sidebar.press("Open in editor");
    await soon(() => opened(address("vscode"))).toBe(3);
    // A driver does not reach Firefox's own list of choices.
    if (name === "Chromium") {
      await sidebar.press("Editor", "combobox");
      for (const key of ["ArrowDown", "Enter"] as const) await page.keyboard.press(key);
      await soon(async () => (await sidebar.find("combobox", "Editor")).value).toBe("Cursor");
      await sidebar.press("Open in editor");
      await soon(() => opened(address("cursor"))).toBe(1);
    }
    await page.close();
  });

  it("never outside of the page's project, whatever the page states", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("lying"));
    await sidebar.find("button", "Send to Agent");
    await sidebar.press("Pick element");
    await sidebar.find("application", /Click an element/);
    await page.click("#lie");
    await sidebar.press("Open in editor");
    await sidebar.waitForText(/The project has no file that this source names/);
    expect(await sidebar.boxes("iframe[title='Open in editor']")).toEqual([]);
    await page.close();
  });
});
