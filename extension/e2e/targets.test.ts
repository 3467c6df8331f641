import { expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { scenario } from "./scenario.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

const list = {
  html: `<!doctype html><html lang="en"><title>List</title><style>body { margin: 20px } li { width: 200px; height: 30px }</style>
<p id="words">The quick brown fox jumps over the lazy dog.</p>
<ul><li id="one">One</li><li id="two">Two</li><li id="three">Three</li></ul>
<div id="below">Below</div>`,
};

eachBrowserAtLength("a note is about", (launch) => {
  const { pages, project, browser } = scenario(launch, { text: list, several: list, region: list, picture: list });

  /** The newest capture of a page; undefined before the first. */
  const newest = (path: string) => {
    const name = project.captureNames().findLast((one) => one.includes(`-${path}-`));
    return name === undefined ? undefined : project.readCapture(name).capture;
  };
  const boxOf = (page: TestPage, selector: string) =>
    page.evaluate((wanted) => {
      const { left, top, right, bottom } = document.querySelector(wanted)?.getBoundingClientRect() ?? new DOMRect();
      return { left, top, right, bottom };
    }, selector);

  it("selected words, which are quoted and found again", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("text"));
    await sidebar.find("button", "Send to Agent");
    expect(await sidebar.peek("button", "Add note")).toBeUndefined();
    await page.evaluate(() => {
      const node = document.querySelector("#words")?.firstChild;
      if (node) getSelection()?.setBaseAndExtent(node, 4, node, 15);
    });
    await sidebar.press("Add note");
    await sidebar.waitForText(/^“quick brown”$/);
    await sidebar.writeNote("Slow and grey");
    const [before] = await sidebar.outlines("noted");
    await page.evaluate(() => document.body.prepend(Object.assign(document.createElement("h1"), { textContent: "Above" })));
    await soon(async () => (await sidebar.outlines("noted"))[0]?.[1]).toBeGreaterThan((before?.[1] ?? 0) + 10);
    await sidebar.send();
    expect(newest("text")?.annotations[0]?.target).toMatchObject({
      type: "text",
      text: "quick brown",
      prefix: "The ",
      elements: [{ selector: "#words" }],
    });
  });

  it("one element, with a picture of it where the person wants one", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("picture"));
    await sidebar.find("button", "Send to Agent");
    await sidebar.beginPicking();
    await page.click("#two");
    await sidebar.waitForText(/^listitem “Two”$/);
    await sidebar.press("More");
    await sidebar.press("Add screenshot", "checkbox");
    await sidebar.type("Note", "Too pale");
    await sidebar.press("Send");
    await soon(() => newest("picture")?.annotations[0]?.comment).toBe("Too pale");
    await soon(() => newest("picture")?.annotations[0]?.picture).toMatch(/\.png$/);
  });

  it("several elements, drawn around with the pointer", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("several"));
    await sidebar.find("button", "Send to Agent");
    await sidebar.beginPicking();
    const [first, last] = [await boxOf(page, "#one"), await boxOf(page, "#two")];
    await page.mouse.move(first.left - 4, first.top - 2);
    await page.mouse.down();
    await page.mouse.move(first.left + 40, first.top + 20);
    await page.mouse.move(last.right + 4, last.bottom + 2);
    await page.mouse.up();
    await sidebar.type("Note", "Closer");
    await sidebar.press("Send");
    await soon(() => newest("several")?.annotations[0]?.comment).toBe("Closer");
    expect(newest("several")?.annotations[0]?.target).toMatchObject({
      type: "elements",
      elements: [{ selector: "#one" }, { selector: "#two" }],
    });
  });

  it("a region, which moves with what lies in it", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("region"));
    await sidebar.find("button", "Send to Agent");
    await sidebar.press("Select region");
    await sidebar.find("application", /Drag over a region/);
    const { left, top, right, bottom } = await boxOf(page, "#below");
    await page.mouse.move(left - 4, top - 4);
    await page.mouse.down();
    await page.mouse.move(left + 60, top + 5);
    await page.mouse.move(right + 4, bottom + 4);
    await page.mouse.up();
    await sidebar.writeNote("Lower");
    const [before] = await sidebar.outlines("noted");
    await page.evaluate(() => document.querySelector("#three")?.setAttribute("style", "height: 130px"));
    await soon(async () => (await sidebar.outlines("noted"))[0]?.[1]).toBe((before?.[1] ?? 0) + 100);
    // Over nothing: it is about what holds the place.
    await sidebar.press("Select region");
    await sidebar.find("application", /Drag over a region/);
    await page.mouse.move(500, 500);
    await page.mouse.down();
    await page.mouse.move(560, 520);
    await page.mouse.move(600, 560);
    await page.mouse.up();
    await sidebar.type("Note", "Empty");
    await sidebar.press("Send");
    await soon(() => newest("region")?.annotations.map(({ comment }) => comment)).toEqual(["Lower", "Empty"]);
    expect(newest("region")?.annotations[1]?.target).toMatchObject({
      ...{ type: "region", box: [500, 500, 100, 60] },
      elements: [
        { present: true, ref: expect.any(String), tag: expect.stringMatching(/^(?:html|body)$/), selector: expect.stringMatching(/./) },
      ],
    });
  });
});
