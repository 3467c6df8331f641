import { chmodSync, mkdirSync, statSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame, Page } from "puppeteer-core";
import { launchWithExtension, type TestBrowser } from "../../../extension/e2e/browser.js";
import { makeProject, type TestProject } from "../../../extension/e2e/project.js";
import { chromeExtensionId } from "../../../host/contract/names.js";
import { type PageServer, servePages } from "../../../host/testing/page-server.js";
import { waitUntil } from "../../../host/testing/wait-until.js";
import { type BenchRow, figure, median, percentile95, takeTurns, waitRounds, waits } from "./rows.js";

const page = {
  html: `<!doctype html><html lang=en><title>Page</title><body style="margin: 0">${Array.from({ length: 40 }, (_, n) => `<p style="margin: 0; height: 20px">Paragraph ${n} with a few words</p>`).join("")}</html>`,
};
/** What a page that has just loaded still does, in milliseconds. */
const settleMs = 300;
const toyFolder = fileURLToPath(new URL("toy/extension", import.meta.url));

/** A browser with the build and the toy, which does each hop with nothing else: a frame in a page, a button in it, a native host that writes. */
interface Both {
  readonly project: TestProject;
  readonly server: PageServer;
  readonly browser: TestBrowser;
  readonly toy: string;
  /** Where the toy's host writes. */
  readonly written: string;
}

/** What a person waits for, in real Chromium by real clicks, beside a minimal extension that does the same. Needs the whole build. */
export async function benchHops(): Promise<BenchRow[]> {
  const server = await servePages({ page });
  const project = await makeProject({ urls: [`localhost:${server.port}`] });
  const browser = await launchWithExtension(project, { nativeAllowed: true });
  try {
    const toy = await browser.browser.installExtension(toyFolder);
    const written = join(project.folder, "written");
    addToyHost(project, toy, written);
    const both = { project, server, browser, toy, written };
    return [...(await benchIcon(both)), ...(await benchSend(both)), await benchPick(both)];
  } finally {
    await browser.close();
    await server.close();
    project.remove();
  }
}

function addToyHost({ folder, profile }: TestProject, id: string, written: string): void {
  mkdirSync(written);
  const script = fileURLToPath(new URL("native-echo.mjs", import.meta.url));
  const path = join(folder, "toy-host");
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${script}" "${written}"\n`);
  chmodSync(path, 0o755);
  const manifest = { name: "toy", description: "toy", path, type: "stdio", allowed_origins: [`chrome-extension://${id}/`] };
  writeFileSync(join(profile, "NativeMessagingHosts", "toy.json"), JSON.stringify(manifest));
}

// ---- The icon --------------------------------------------------------------------------------------------------------------------------

function benchIcon(both: Both): Promise<BenchRow[]> {
  const shown = async (id: string, file: string) => {
    const tab = await openPage(both);
    const { shownAt } = await clickIcon(both, tab, id, file);
    await tab.close();
    return shownAt;
  };
  return waits("icon to the sidebar / a frame with a button", 1.8, {
    ours: () => shown(chromeExtensionId, "/sidebar.html"),
    bare: () => shown(both.toy, "/panel.html"),
  });
}

async function openPage({ browser, server }: Both): Promise<Page> {
  const tab = await browser.open(server.url("page"));
  await tab.evaluateOnNewDocument(noteDrawn);
  await tab.bringToFront();
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  return tab;
}

/** Clicks an extension's icon. Returns its frame, and after how many milliseconds that was drawn and had the pointer. */
async function clickIcon({ browser, server }: Both, tab: Page, id: string, file: string): Promise<{ frame: Frame; shownAt: number }> {
  const session = await browser.browser.target().createCDPSession();
  const { targetInfos } = await session.send("Target.getTargets", { filter: [{ type: "tab" }] });
  const target = targetInfos.find(({ url }) => url === server.url("page"));
  if (target === undefined) throw new Error("the page has no tab");
  const reached = tab.evaluate(overPage).catch(() => Number.NaN);
  const startMs = now();
  await session.send("Extensions.triggerAction", { id, targetId: target.targetId });
  const frame = await waitUntil("the frame", async () => tab.frames().find((one) => one.url().endsWith(file)));
  const painted = await waitUntil(`${file} to be drawn`, () => frame.evaluate(drawnAt).catch(whileItNavigates));
  const shownAt = Math.max(painted, Number(await reached)) - startMs;
  await session.detach();
  return { frame, shownAt };
}

/** Runs in the page: the time when something lies over it at its right edge, in milliseconds of the clock on the wall. */
const overPage = `new Promise((resolve) => {
  const look = () => document.elementFromPoint(innerWidth - 100, 300)?.closest("body") ? requestAnimationFrame(look) : resolve(performance.timeOrigin + performance.now());
  look();
})`;

/** Runs in each document of an extension: notes when a button in it is drawn. Asked for it from outside, it would state the end of a pause. */
const noteDrawn = `if (location.protocol === "chrome-extension:") {
  const note = () => (globalThis.drawnAt = performance.timeOrigin + performance.now());
  const look = () => requestAnimationFrame(document.querySelector("button") === null ? look : note);
  look();
}`;

const drawnAt = (): number | undefined => Reflect.get(globalThis, "drawnAt");

/** The frame begins with a blank document, which goes away while it is asked. */
function whileItNavigates(error: Error): undefined {
  if (!/context was destroyed|detached/i.test(error.message)) throw error;
}

const now = () => performance.timeOrigin + performance.now();

// ---- Sending ---------------------------------------------------------------------------------------------------------------------------

async function benchSend(both: Both): Promise<BenchRow[]> {
  const { browser, server, project, toy, written } = both;
  const captures = join(project.root, ".svc", "captures");
  const { page: tab, sidebar } = await browser.openSidebar(server.url("page"));
  await sidebar.find("button", "Send to Agent");
  const first = await untilWritten(captures, () => sidebar.press("Send to Agent"));
  const toyTab = await openPage(both);
  const { frame } = await clickIcon(both, toyTab, toy, "/panel.html");
  await frame.evaluate(`globalThis.bytes = ${statSync(join(captures, first.name)).size}`);
  const rows = await waits("Send to the file / as many bytes through native messaging", 2, {
    ours: async () => {
      await tab.bringToFront();
      const { x, y } = await sidebar.placeOf("button", "Send to Agent");
      return (await untilWritten(captures, () => tab.mouse.click(x, y))).ms;
    },
    bare: async () => {
      await toyTab.bringToFront();
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      return (await untilWritten(written, () => toyTab.mouse.click(1_100, 100))).ms;
    },
  });
  await Promise.all([tab.close(), toyTab.close()]);
  return rows;
}

// ---- Picking ---------------------------------------------------------------------------------------------------------------------------

/** From a click on an element to the note's field, which has the focus: how much longer the slowest of twenty takes. */
async function benchPick({ browser, server }: Both): Promise<BenchRow> {
  const { page: tab, sidebar } = await browser.openSidebar(server.url("page"));
  const focused = `while (!document.activeElement.matches("textarea")) await new Promise(requestAnimationFrame); return performance.timeOrigin + performance.now()`;
  let turn = 0;
  const pick = async () => {
    if ((await sidebar.peek("application", /./)) === undefined) await sidebar.press("Pick element");
    await sidebar.find("application", /./);
    const shown = sidebar.inFrame<number>(focused);
    const y = 110 + 20 * (turn++ % 20);
    await tab.mouse.move(200, y);
    const startMs = now();
    await tab.mouse.click(200, y);
    const ms = Number(await shown) - startMs;
    await tab.keyboard.press("Escape");
    return ms;
  };
  // Nothing stands beside it.
  const { ours: times } = await takeTurns(waitRounds, { ours: pick, bare: async () => 0 });
  await tab.close();
  const [p50, p95] = [median(times), percentile95(times)];
  return figure(`pick to the note's field, p95 (${Math.round(p95)} ms) / p50 (${Math.round(p50)} ms)`, 2, p95 / p50);
}

/** From a press to the file, with its name. */
async function untilWritten(folder: string, press: () => Promise<unknown>): Promise<{ name: string; ms: number }> {
  const startMs = performance.now();
  const there = new Promise<{ name: string; ms: number }>((resolve) => {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || !/^[^.].*\.json$/.test(name)) return;
      watcher.close();
      resolve({ name, ms: performance.now() - startMs });
    });
  });
  await press();
  return there;
}
