import type { CDPSession } from "puppeteer-core";
import { chromiumControls } from "../../../extension/e2e/ax-tree.js";
import { launchWithExtension, type TestBrowser } from "../../../extension/e2e/browser.js";
import { makeProject, type TestProject } from "../../../extension/e2e/project.js";
import { driveSidebar } from "../../../extension/e2e/sidebar-driver.js";
import { readCapture } from "../../../host/contract/reader.js";
import { elementTargetOf } from "../../../host/contract/targets.js";
import { sampleAnnotation } from "../../../host/contract/testing/sample.js";
import { openStore } from "../../../host/store/store.js";
import { stateFolder } from "../../../host/store/user/state-folder.js";
import { servePages } from "../../../host/testing/page-server.js";
import { waitUntil } from "../../../host/testing/wait-until.js";

const tries = 3;
const rowsPage = (rows: number) => ({
  html: `<!doctype html><html lang=en><title>Rows</title><ol>${Array.from({ length: rows }, (_, n) => `<li id=row${n}>Row ${n}</li>`).join("")}</ol></html>`,
});

/**
 * What opening the sidebar costs on pages with so many stored notes, one an element: milliseconds from the beginning of its frame to the whole list, and of
 * the page's main thread until all pins are drawn, the least of three tries each, in real Chromium. Needs the whole build.
 */
export async function sidebarCosts(sizes: readonly number[]): Promise<{ readonly list: number[]; readonly pins: number[] }> {
  const server = await servePages(Object.fromEntries(sizes.map((size) => [`rows${size}`, rowsPage(size)])));
  const project = await makeProject({ urls: [`localhost:${server.port}`] });
  const browser = await launchWithExtension(project, { nativeAllowed: true });
  const costs = { list: [] as number[], pins: [] as number[] };
  try {
    for (const size of sizes) {
      const url = server.url(`rows${size}`);
      await storeNotes(browser, project, url);
      const taken = [];
      for (let turn = 0; turn < tries; turn++) taken.push(await costOfOpening(browser, url, size));
      costs.list.push(Math.min(...taken.map(({ list }) => list)));
      costs.pins.push(Math.min(...taken.map(({ pins }) => pins)));
    }
  } finally {
    await browser.close();
    await server.close();
    project.remove();
  }
  return costs;
}

/** Stores a capture of a page with a note on each of its rows. */
async function storeNotes(browser: TestBrowser, project: TestProject, url: string): Promise<void> {
  const { page, sidebar } = await browser.openSidebar(url);
  const known = new Set(project.captureNames());
  await sidebar.press("Send to Agent");
  const name = await waitUntil("the capture", () => project.captureNames().find((one) => !known.has(one)));
  await page.close();
  const { capture } = project.readCapture(name);
  const reader = readCapture(capture);
  const annotations = [...reader.elements()]
    .filter(({ tag }) => tag === "li")
    .map(({ index }) =>
      sampleAnnotation(`note-${index}-${capture.metadata.id.slice(0, 8)}`, {
        target: { type: "element", elements: [elementTargetOf(reader, index)] },
      }),
    );
  const metadata = { ...capture.metadata, id: `${capture.metadata.id}-all`.slice(0, 64), capturedAt: new Date().toISOString() };
  const store = await openStore(project.root, { stateFolder: stateFolder(project.env) });
  await store.captures.create({ ...capture, metadata, annotations });
  await store.close();
}

async function costOfOpening(browser: TestBrowser, url: string, size: number): Promise<{ readonly list: number; readonly pins: number }> {
  const page = await browser.open(url);
  const session = await page.createCDPSession();
  await session.send("Performance.enable");
  const before = await busyMs(session);
  await browser.clickIcon(page);
  const sidebar = driveSidebar(page, await chromiumControls(page));
  // At each frame for a while: a document that goes away would never answer.
  const whole = `for (const end = performance.now() + 500; performance.now() < end; await new Promise(requestAnimationFrame))
    if (document.querySelectorAll("li.note").length === ${size}) return performance.now();`;
  const list = await waitUntil("the list", () => sidebar.inFrame<number>(whole));
  await waitUntil(`${size} pins`, async () => ((await sidebar.outlines("noted")).length === size ? true : undefined));
  const pins = (await busyMs(session)) - before;
  await page.close();
  return { list, pins };
}

/** How long the tasks of the main thread have taken. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
}
