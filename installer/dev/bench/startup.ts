import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Frame, Page, WebWorker } from "puppeteer-core";
import { launchChromium } from "../../../host/testing/chromium.js";
import { servePages } from "../../../host/testing/page-server.js";
import { distPath, projectRoot } from "../../../host/testing/paths.js";
import { waitUntil } from "../../../host/testing/wait-until.js";
import { compile } from "../build/compile.js";
import { type BenchRow, compareTimes } from "./rows.js";

const page = { html: "<!doctype html><html lang=en><title>Page</title><p>A page with a few words on it.</p></html>" };

/**
 * Wall time from the injection that a click of the icon makes to the frame's first paint, against an empty Solid app in the same kind of
 * frame. Both take turns, each on a fresh page. Needs `dist/chrome`.
 */
export async function benchStartup(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-startup-"));
  const server = await servePages({ page });
  const [ours, bare] = [await openVariant(join(folder, "ours"), false), await openVariant(join(folder, "bare"), true)];
  try {
    const row = await compareTimes({
      name: "click to the sidebar's first paint / empty Solid app in such a frame",
      bound: 1.5,
      rounds: 20,
      ours: () => ours.startUp(server.url("page")),
      bare: () => bare.startUp(server.url("page")),
    });
    return [row];
  } finally {
    await Promise.all([ours.browser.close(), bare.browser.close()]);
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A browser with the build, or with one whose frame holds an empty app. It has access to local pages, so that no click is needed. */
async function openVariant(folder: string, isBare: boolean): Promise<{ browser: Browser; startUp(url: string): Promise<number> }> {
  cpSync(distPath("chrome"), folder, { recursive: true });
  if (isBare) {
    const app = { name: "empty", entry: "installer/dev/bench/empty-app.tsx", kind: "worker", outputs: [] } as const;
    const content = { name: "empty", entry: "installer/dev/bench/empty-content.tsx", kind: "classic", outputs: [] } as const;
    writeFileSync(join(folder, "sidebar.js"), (await compile(projectRoot, app, "0.0.0")).code);
    writeFileSync(join(folder, "content.js"), (await compile(projectRoot, content, "0.0.0")).code);
  }
  const manifest = join(folder, "manifest.json");
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), host_permissions: ["http://localhost/*"] }));
  const browser = await launchChromium({ enableExtensions: true });
  const id = await browser.installExtension(folder);
  const target = await browser.waitForTarget((one) => one.type() === "service_worker" && one.url().includes(id));
  const worker = await target.worker();
  if (worker === null) throw new Error("the extension has no background");
  return { browser, startUp: (url) => startUp(browser, worker, url) };
}

/** The frame begins with a blank document, which goes away while it is asked. */
function whileItNavigates(error: Error): undefined {
  if (!/context was destroyed|detached/i.test(error.message)) throw error;
}

async function startUp(browser: Browser, worker: WebWorker, url: string): Promise<number> {
  const tab = await browser.newPage();
  try {
    await tab.goto(url, { waitUntil: "load" });
    await tab.bringToFront();
    const started = Number(await worker.evaluate(inject));
    const frame = await waitUntil("the frame", async () => frameOf(tab));
    return (await waitUntil("the frame's first paint", () => firstPaint(frame).catch(whileItNavigates))) - started;
  } finally {
    await tab.close();
  }
}

/** Runs in the background: injects as a click of the icon does, and returns when it began, in milliseconds of the clock on the wall. */
const inject = `(async () => {
  const [{ id: tabId }] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  const started = performance.timeOrigin + performance.now();
  await chrome.scripting.executeScript({ target: { tabId }, files: ["content.js"] });
  return started;
})()`;

function frameOf(tab: Page): Frame | undefined {
  return tab.frames().find((frame) => frame.url().endsWith("/sidebar.html"));
}

/** Milliseconds of the clock on the wall; undefined while nothing of the app is painted. */
async function firstPaint(frame: Frame): Promise<number | undefined> {
  const painted = await frame.evaluate(`(() => {
    const [paint] = performance.getEntriesByName("first-paint");
    return paint === undefined || document.querySelector("aside") === null ? 0 : performance.timeOrigin + paint.startTime;
  })()`);
  return painted === 0 ? undefined : Number(painted);
}
