import type { Page } from "puppeteer-core";
import { expect, it } from "vitest";
import { readCapture } from "../../host/contract/reader.js";
import { elementTargetOf } from "../../host/contract/targets.js";
import { openStore } from "../../host/store/store.js";
import { isLong } from "../../host/testing/long.js";
import { sidebarFrame } from "./ax-tree.js";
import { downloadedReport } from "./downloaded-report.js";
import { eachBrowserAtLength } from "./each-browser.js";
import type { ExtensionBrowser } from "./extension-browser.js";
import { connectAgent } from "./mcp-client.js";
import type { TestProject } from "./project.js";
import { scenario } from "./scenario.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";
import type { TestPage } from "./test-page.js";

const fewNotes = 5;
const manyNotes = 200;
/** Some of these stand in one view together. The names of captures are in the order of their pages: this one comes before those that are filled later. */
const tallNotes = isLong ? 20 : 10;
const tallPx = 150;
/** A letter among many notes against one among few: 0.9 to 1.8 was measured on a busy machine. The bound is for what grows with the notes. */
const ratioMax = 3;
const rowsPage = (rows: number, height = 0) => ({
  html: `<!doctype html><html lang="en"><title>Rows</title><style>li { min-height: ${height}px }</style><h1>Rows</h1><ol>${Array.from({ length: rows }, (_, row) => `<li id="row${row}">Row ${row}</li>`).join("")}</ol>`,
});

eachBrowserAtLength("many notes", (launch) => {
  const { pages, project, browser } = scenario(
    launch,
    { deep: rowsPage(tallNotes, tallPx), few: rowsPage(fewNotes), many: rowsPage(manyNotes) },
    { ownProfile: true },
  );

  it("of one view share a picture of the window in the report, and words say how far it is", async () => {
    await fill(browser, project, pages.url("deep"));
    const { page, sidebar } = await browser.openSidebar(pages.url("deep"));
    await sidebar.waitForText(new RegExp(`^Note on row ${tallNotes - 1}$`));
    await sidebar.inFrame(`
      globalThis.heard = [];
      const hear = () => heard.push(...(document.body.innerText.match(/Picture \\d+ of \\d+/g) ?? []));
      new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });`);
    await sidebar.press("Download Report");
    const files = await downloadedReport(browser.downloads);
    expect(Object.keys(files).filter((name) => name.startsWith("pictures/"))).toHaveLength(tallNotes - 1);
    const heard = new Set(await sidebar.inFrame<string[]>("return heard;"));
    expect([...heard]).toContainEqual(expect.stringMatching(new RegExp(`of ${tallNotes}$`)));
    expect(heard.size).toBeLessThan(tallNotes / 2);
    await page.close();
  });

  it.skipIf(!isLong)(
    "are all there, can be filtered, scrolled and sent, none lost; a letter costs little more than among five",
    async () => {
      await fill(browser, project, pages.url("few"));
      await fill(browser, project, pages.url("many"));
      const began = performance.now();
      const { page, sidebar } = await browser.openSidebar(pages.url("many"));
      await sidebar.waitForText(new RegExp(`^Note on row ${manyNotes - 1}$`));
      console.log(`the sidebar with ${manyNotes} notes is open after ${Math.round(performance.now() - began)} ms`);
      expect(await countOf(sidebar, "li.note")).toBe(manyNotes);
      // One is about the page.
      await soon(async () => (await sidebar.outlines("noted")).length).toBe(manyNotes - 1);

      await sidebar.choose("Show", "Done");
      await soon(() => countOf(sidebar, "li.note")).toBe(0);
      await sidebar.choose("Show", "All");
      await soon(() => countOf(sidebar, "li.note")).toBe(manyNotes);

      const few = await browser.openSidebar(pages.url("few"));
      // Firefox has no measure of one frame's work.
      if (isChromium(page) && isChromium(few.page)) await expectCheapLetters({ ...few, page: few.page }, { page, sidebar });
      await few.page.close();
      await page.bringToFront();
      await sidebar.send();
      expect(project.readCapture(project.captureNames().at(-1) ?? "").capture.annotations).toHaveLength(manyNotes);
      const agent = await connectAgent(project);
      const { truncated } = await agent.call("get_unresolved", { url: pages.url("many") });
      expect(truncated).toMatchObject({ total: manyNotes });
      // One sentence for all that the agent has read, and no region for each.
      await sidebar.waitForText(/^\d+ notes: Seen by svc-test\.$/);
      expect(await countOf(sidebar, "[role=status], [role=alert], [aria-live]")).toBeLessThanOrEqual(5);
      await agent.close();
    },
  );
});

/** Stores a capture with a note on each row but the first of a page, beside one about the page, which is made by hand. */
async function fill(browser: ExtensionBrowser, { root, env, captureNames, readCapture: read }: TestProject, url: string): Promise<void> {
  const { page, sidebar } = await browser.openSidebar(url);
  await sidebar.find("button", "Send to Agent");
  await sidebar.press("Page note");
  await sidebar.type("Note", "First");
  await sidebar.press("Send");
  await sidebar.waitForText(/^Sent \d/);
  await page.close();
  const { capture } = read(captureNames().at(-1) ?? "");
  const reader = readCapture(capture);
  const [first] = capture.annotations;
  if (first === undefined) throw new Error("the note was not sent");
  const rows = [...reader.elements()].filter(({ selector }) => selector.startsWith("#row"));
  const added = rows.slice(1).map(({ index }, row) => ({
    ...first,
    id: `row-${row + 1}-${capture.metadata.id}`.slice(0, 64),
    comment: `Note on row ${row + 1}`,
    target: { type: "element" as const, elements: [elementTargetOf(reader, index)] },
  }));
  const store = await openStore(root, { stateFolder: env["SVC_HOME"] ?? "" });
  try {
    const metadata = { ...capture.metadata, id: `${capture.metadata.id}-all`.slice(0, 64), capturedAt: new Date().toISOString() };
    await store.captures.create({ ...capture, metadata, annotations: [first, ...added] });
  } finally {
    await store.close();
  }
}

async function countOf(sidebar: SidebarDriver, selector: string): Promise<number | undefined> {
  return sidebar.inFrame<number>(`return document.querySelectorAll(${JSON.stringify(selector)}).length;`);
}

interface Measured {
  readonly page: Page;
  readonly sidebar: SidebarDriver;
}

function isChromium(page: TestPage): page is Page {
  return "createCDPSession" in page;
}

/** A letter and a turn of the wheel, the cheapest of three rounds each. */
async function expectCheapLetters(few: Measured, many: Measured): Promise<void> {
  const costs = { few: [] as number[], many: [] as number[] };
  const ratio = () => Math.min(...costs.many) / Math.min(...costs.few);
  const scrolls = { few: [] as number[], many: [] as number[] };
  // The least of several, where another program took the processor.
  for (let round = 0; round < 3 && !(ratio() <= ratioMax); round++) {
    costs.few.push(await costOfTyping(few));
    scrolls.few.push(await costOfScrolling(few.page));
    costs.many.push(await costOfTyping(many));
    scrolls.many.push(await costOfScrolling(many.page));
  }
  const [small, large] = [Math.min(...costs.few), Math.min(...costs.many)];
  console.log(
    `a letter: ${small.toFixed(2)} ms among ${fewNotes} notes, ${large.toFixed(2)} ms among ${manyNotes}; ` +
      `a turn of the wheel: ${Math.min(...scrolls.few).toFixed(2)} and ${Math.min(...scrolls.many).toFixed(2)} ms`,
  );
  expect(ratio()).toBeLessThanOrEqual(ratioMax);
}

const letters = "the quick brown fox jumps over the dog";

/** Milliseconds of the frame's main thread for each letter of a note. */
async function costOfTyping({ page, sidebar }: Measured): Promise<number> {
  await page.bringToFront();
  await sidebar.press("Page note");
  await sidebar.find("textbox", "Note");
  const ms = await busyMs(page, () => page.keyboard.type(letters));
  await page.keyboard.press("Escape");
  await soon(() => sidebar.peek("textbox", "Note")).toBeUndefined();
  return ms / letters.length;
}

const turns = 10;

async function costOfScrolling(page: Page): Promise<number> {
  await page.mouse.move(1_100, 300);
  const ms = await busyMs(page, async () => {
    for (let turn = 0; turn < turns; turn++) await page.mouse.wheel({ deltaY: turn < turns / 2 ? 120 : -120 });
  });
  return ms / turns;
}

/** How long the tasks of the frame's main thread took meanwhile, in milliseconds. */
async function busyMs(page: Page, run: () => Promise<void>): Promise<number> {
  const session = sidebarFrame(page);
  if (session === undefined) throw new Error("the sidebar has no frame");
  await session.send("Performance.enable");
  // Else the browser makes an accessibility tree with each letter; the driver turns it on again.
  await session.send("Accessibility.disable");
  const busy = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  const before = await busy();
  await run();
  return ((await busy()) - before) * 1_000;
}
