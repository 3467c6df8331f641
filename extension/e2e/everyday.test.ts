import { describe, expect, it } from "vitest";
import { chromiumForTests } from "./browser.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

describe("everyday work with notes", () => {
  const { pages, project, browser } = scenario(chromiumForTests, { bare: shopPage, noted: shopPage, cards: shopPage });
  const comments = () => project.readCapture(project.captureNames().at(-1) ?? "").capture.annotations.map(({ comment }) => comment);

  it("leaves header and footer as small as they are, before Send and after it", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("bare"));
    await sidebar.find("button", "Send to Agent");
    const heightOf = async (selector: string) => (await sidebar.boxes(selector))[0]?.[3];
    const before = await heightOf(".footer");
    expect([await heightOf(".header"), before]).toEqual([44, expect.toSatisfy((height: number) => height <= 96)]);
    await sidebar.send();
    expect(await heightOf(".footer")).toBe(before);
  });

  it("takes a key, a click, the words and Enter for a note, and no key for the next one", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("noted"));
    await sidebar.find("button", "Send to Agent");
    const sent = project.captureNames().length;
    await page.keyboard.type("p");
    await sidebar.find("application", /Click an element/);
    for (const [index, [selector, words]] of [
      ["#buy", "Larger"],
      ["h1", "Smaller"],
    ].entries()) {
      await page.click(String(selector));
      // Somebody fast: no command.
      await page.keyboard.type("r");
      await sidebar.find("textbox", "Note");
      expect(await sidebar.peek("application", /Drag over a region/)).toBeUndefined();
      await page.keyboard.type(String(words));
      await page.keyboard.press("Enter");
      await soon(() => project.captureNames().length).toBe(sent + index + 1);
      expect(await sidebar.inFrame<boolean>("return document.querySelector('.footer').checkVisibility()"), "the panel is unfolded").toBe(
        false,
      );
    }
    // Those of a try before stay.
    await soon(() => comments().slice(-2)).toEqual([expect.stringMatching(/^r?Larger$/), expect.stringMatching(/^r?Smaller$/)]);
    // The list is folded away: beside the words stands that they have not left.
    await page.click("#buy");
    await sidebar.find("textbox", "Note");
    await page.keyboard.type("Saved alone");
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    await sidebar.waitForText(/^Not sent$/);
    const moved = `const at = () => [...document.querySelectorAll(".hint button")].at(-1).getBoundingClientRect().x, was = at();
      document.querySelector(".waits").style.display = "none"; return at() - was;`;
    expect(await sidebar.inFrame<number>(moved), "what Done moves by").toBe(0);
    await page.keyboard.press("Escape");
    await sidebar.press(/Saved alone/);
    await sidebar.press("Delete");
    await sidebar.find("button", "Send to Agent");

    // Shift+Enter makes a line, Ctrl+Enter saves and sends nothing.
    await page.keyboard.type("n");
    await sidebar.find("textbox", "Note");
    await page.keyboard.type("One");
    for (const key of ["Shift", "Control"] as const) {
      await page.keyboard.down(key);
      await page.keyboard.press("Enter");
      await page.keyboard.up(key);
    }
    await sidebar.waitForText(/^Not sent$/);
    expect(project.captureNames()).toHaveLength(sent + 2);
  });

  it("unfolds one note at a time, whose buttons are described by its number and first words", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("cards"));
    for (const words of ["One two three four five six seven eight", "Second"]) {
      await sidebar.press("Page note");
      await sidebar.type("Note", words);
      await sidebar.press("Save");
      await soon(() => sidebar.peek("textbox", "Note")).toBeUndefined();
    }
    const open = () => sidebar.boxes(".note.open").then(({ length }) => length);
    expect(await open()).toBe(0);
    await sidebar.openNote(1);
    expect((await sidebar.find("button", "Delete")).description).toBe("Note 1: One two three four five six");
    await sidebar.openNote(2);
    await soon(open).toBe(1);
    await soon(async () => (await sidebar.find("button", "Delete")).description).toBe("Note 2: Second");
  });
});
