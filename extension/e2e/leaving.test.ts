import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { elementTargetSchema } from "../../host/contract/annotation.js";
import type { Capture } from "../../host/contract/capture.js";
import { readCapture } from "../../host/contract/reader.js";
import { rowsOfRun } from "../../host/testing/long.js";
import { rowsOf } from "../../host/testing/rows.js";
import { waitUntil } from "../../host/testing/wait-until.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { everydayWays, furtherWays, shop, tooltip, type Way } from "./leaving-ways.js";
import { connectAgent } from "./mcp-client.js";
import { coloursOf } from "./picture-colours.js";
import { configure } from "./project.js";
import { scenario } from "./scenario.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

const ways = rowsOfRun(
  [...everydayWays, ...furtherWays, tooltip],
  [...everydayWays.filter(({ comment }) => ["Menu", "Row that is reused", "Text"].includes(comment)), tooltip],
);
/** Gone or hidden in the capture that carries the notes first. */
const absentNow = ways.filter(({ wordsSent }) => wordsSent === null || wordsSent === "");

eachBrowserAtLength("a note on what leaves the page", (launch, name) => {
  const { pages, project, browser } = scenario(launch, { shop0: shop, shop1: shop, shop2: shop }, { onScreen: true });
  // Notes outlive a failed try.
  let tries = 0;
  let url = "";

  it("keeps what it is about and its picture of then, and finds it again in the next build", { timeout: 300_000 }, async () => {
    await configure(project, { includeScreenshot: true });
    // Where the words of the page can be found.
    mkdirSync(join(project.root, "src"), { recursive: true });
    writeFileSync(join(project.root, "src", "shop.html"), `${shop.html}\n${ways.map(({ before = "" }) => before).join("\n")}`);
    url = pages.url(`shop${tries++}`);
    const { page, sidebar } = await browser.openSidebar(url);
    await sidebar.find("button", "Send to Agent");
    for (const way of ways) await note(page, sidebar, way);
    await page.keyboard.press("Escape");
    await browser.resize(page, 1_000, 800);
    let pointerX = 600;
    await soon(async () => {
      // The page gets the pointer back once the picker has ended.
      await page.mouse.move(pointerX++, 700);
      return Array.from((await sidebar.outline()).matchAll(/^button \d+ (.*) Not visible now/gm), ([, comment]) => comment);
    }).toEqual(absentNow.map(({ comment }) => comment));
    // The frame stays on nothing that has another's place.
    expect(await sidebar.outlines("noted")).toHaveLength(ways.length - absentNow.length);
    const first = await send(sidebar);
    for (const way of ways) checkRecord(first, way, way.wordsSent === undefined ? way.words : way.wordsSent);
    await checkAnswers(first);
    await checkPictures(page);
    await page.evaluate(() => sessionStorage.setItem("build", "2"));
    await page.reload();
    if (name === "Firefox") await browser.clickIcon(page);
    await sidebar.waitForText(/^Text$/);
    await soon(async () => (await sidebar.outlines("noted")).length).toBe(ways.filter(({ wordsLater }) => wordsLater !== undefined).length);
    const second = await send(sidebar);
    // The project has that of another route.
    for (const way of ways) if (way.route === undefined) checkRecord(second, way, way.wordsLater ?? null);
  });

  async function send(sidebar: SidebarDriver): Promise<Capture> {
    const count = project.captureNames().length;
    await sidebar.press("Send to Agent");
    await soon(() => project.captureNames().length).toBe(count + 1);
    return project.readCapture(project.captureNames().at(-1) ?? "").capture;
  }

  /** What the agent is given of each: whether it is there or not, nothing of it is empty. */
  async function checkAnswers({ annotations }: Capture): Promise<void> {
    const agent = await connectAgent(project);
    try {
      for (const way of ways) {
        const annotation = annotations.find(({ comment }) => comment === way.comment)?.id;
        const context = await agent.call("get_annotation_context", { annotation });
        const [source, styles] = [await agent.call("find_source", { annotation }), await agent.call("explain_styles", { annotation })];
        const isGone = way.wordsSent === null;
        expect.soft(context, way.comment).toMatchObject({
          annotation: { scope: "element", ...(isGone ? { label: expect.stringMatching(way.label), present: false } : {}) },
          element: { tag: expect.any(String), box: expect.any(Array) },
        });
        for (const answer of isGone ? [context, source, styles] : [])
          expect.soft(answer["absent"], way.comment).toEqual(expect.any(String));
        if (isGone) expect.soft(rowsOf(source).length, way.comment).toBeGreaterThan(0);
        expect.soft(rowsOf(styles).length, way.comment).toBeGreaterThan(0);
      }
    } finally {
      await agent.close();
    }
  }

  /** What the newest capture carries: each note has its own picture, of the moment when it was picked, and what is typed is in none. */
  async function checkPictures(page: TestPage): Promise<void> {
    const name = project.captureNames().at(-1) ?? "";
    const pictured = () => project.readCapture(name).capture.annotations.filter(({ picture }) => picture !== undefined);
    await soon(() => pictured().length).toBe(ways.length);
    for (const { comment, picture = "" } of pictured()) {
      const colours = await page.evaluate(coloursOf, readFileSync(join(project.root, ".svc", "snapshots", picture)).toString("base64"));
      expect(colours, comment).not.toContain("255,0,255");
      const colour = ways.find((way) => way.comment === comment)?.colour;
      if (colour !== undefined) expect(colours, comment).toContain(colour);
    }
  }

  /** `words`: what the element's row shows in the capture; null where the capture has no such element. */
  function checkRecord(capture: Capture, { comment, label, route = "" }: Way, words: string | null): void {
    const target = capture.annotations.find((one) => one.comment === comment)?.target;
    const picked = target?.type === "element" ? elementTargetSchema.parse(target.elements[0]) : undefined;
    expect.soft(picked?.label, comment).toMatch(label);
    expect.soft(picked, comment).toMatchObject({ url: `${url}${route}`, selector: expect.any(String), tag: expect.any(String) });
    expect.soft(Object.keys(picked?.styles ?? {}).length, comment).toBeGreaterThan(0);
    expect.soft(picked?.present, comment).toBe(words !== null);
    if (words === null) {
      expect.soft(picked?.ref, comment).toBeUndefined();
      expect.soft(picked?.rules?.elements[0]?.properties.length, comment).toBeGreaterThan(0);
    } else expect.soft(wordsAt(readCapture(capture), picked?.ref ?? ""), comment).toContain(words);
  }

  async function note(
    page: TestPage,
    sidebar: SidebarDriver,
    { comment, before = "", selector, byKey, quickly = [], after = "" }: Way,
  ): Promise<void> {
    await run(page, before);
    if (byKey !== undefined) {
      if ((await sidebar.peek("application", /Click an element/)) !== undefined) await sidebar.press("Done");
      await sidebar.press("Close");
      await soon(() => page.evaluate(() => document.querySelectorAll("html > :not(head, body)").length)).toBe(0);
      if ("click" in byKey) await page.click(byKey.click);
      const [x, y] = await page.evaluate(middleOf, "click" in byKey ? byKey.click : byKey.hover);
      if ("hover" in byKey) await page.mouse.move(x, y);
      await browser.pressKey(page, "pick");
      await sidebar.find("application", /Click an element/);
      // From then on the browser sends the pointer to the sidebar instead of the page.
      await soon(async () => {
        await page.mouse.move(x + 1, y);
        await page.mouse.move(x, y);
        return (await sidebar.outlines("hover")).length;
      }).toBe(1);
    } else if ((await sidebar.peek("application", /Click an element/)) === undefined) await sidebar.beginPicking();
    const pick = async () => {
      for (const picked of [...quickly, selector]) await page.mouse.click(...(await page.evaluate(middleOf, picked)));
      return waitUntil("the composer", () => sidebar.peek("textbox", "Note"), 3_000);
    };
    // When a dialog has closed, the sidebar's frame begins anew: a click may come too early.
    await pick().catch(pick);
    await sidebar.type("Note", comment);
    await sidebar.press("Save");
    // Until then the field holds the words.
    await soon(() => sidebar.peek("textbox", "Note")).toBeUndefined();
    await sidebar.waitForText(new RegExp(`^${comment}$`));
    await run(page, after);
  }
});

/** Runs in the page: the middle of an element that is in view then, in CSS pixels of the window. */
function middleOf(selector: string): [x: number, y: number] {
  const element = document.querySelector(selector);
  element?.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return [x + width / 2, y + height / 2];
}

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
