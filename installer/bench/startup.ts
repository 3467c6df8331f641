import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, CDPSession, Page, WebWorker } from "puppeteer-core";
import { launchChromium } from "../../extension/e2e/chromium.js";
import { servePages } from "../../extension/e2e/page-server.js";
import { distPath, projectRoot } from "../../extension/e2e/paths.js";
import { compile } from "../build/compile.js";
import { type Row, toRow } from "./rows.js";

const rounds = 20;
const warmUps = 3;
const page = { html: "<!doctype html><html lang=en><title>Page</title><p>A page with a few words on it.</p></html>" };

/**
 * The main thread's script time from the injection to the sidebar's first paint, against an empty Solid app in the same kind of host, put
 * into the page the same way. Both take turns, each on a fresh page. Needs `dist/chrome`.
 */
export async function benchStartup(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-startup-"));
  const server = await servePages({ page });
  const browser = await launchChromium({ enableExtensions: true });
  try {
    const worker = await openWorker(browser, await copyWithEmptyApp(folder));
    const times = { ours: [] as number[], bare: [] as number[] };
    for (let round = -warmUps; round < rounds; round++) {
      const [ours, bare] = [
        await startUp(browser, worker, server.url("page"), "content.js"),
        await startUp(browser, worker, server.url("page"), "empty.js"),
      ];
      if (round < 0) continue;
      times.ours.push(ours);
      times.bare.push(bare);
    }
    return [toRow({ name: "sidebar to first paint / empty Solid app", unit: "ms", bound: 3, ...times })];
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The build with one script more, and with access to local pages, so that scripts can be injected without a click. */
async function copyWithEmptyApp(folder: string): Promise<string> {
  cpSync(distPath("chrome"), folder, { recursive: true });
  const entry = { name: "empty", entry: "installer/bench/empty-app.tsx", kind: "classic", outputs: [] } as const;
  writeFileSync(join(folder, "empty.js"), await compile(projectRoot, entry, "0.0.0"));
  const manifest = join(folder, "manifest.json");
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), host_permissions: ["http://localhost/*"] }));
  return folder;
}

async function openWorker(browser: Browser, extension: string): Promise<WebWorker> {
  const id = await browser.installExtension(extension);
  const target = await browser.waitForTarget((one) => one.type() === "service_worker" && one.url().includes(id));
  const worker = await target.worker();
  if (worker === null) throw new Error("the extension has no background");
  return worker;
}

async function startUp(browser: Browser, worker: WebWorker, url: string, script: string): Promise<number> {
  const tab = await browser.newPage();
  try {
    await tab.goto(url, { waitUntil: "load" });
    await tab.bringToFront();
    const session = await tab.createCDPSession();
    const events = await traced(session, () => injectAndPaint(tab, worker, script));
    return scriptTime(events, script);
  } finally {
    await tab.close();
  }
}

/** Injects as a click of the icon does, and waits until what is docked in the host has been painted. */
async function injectAndPaint(tab: Page, worker: WebWorker, script: string): Promise<void> {
  const inject = (what: string) => `(async () => {
    const [{ id: tabId }] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    await chrome.scripting.executeScript({ target: { tabId }, ${what} });
  })()`;
  await worker.evaluate(inject(`func: ${watchForPaint}`));
  await worker.evaluate(inject(`files: [${JSON.stringify(script)}]`));
  await tab.waitForSelector("html[data-painted]");
}

/** Runs in the extension's world of the page: marks in the trace the frame that first shows an aside. */
const watchForPaint = `() => {
  const look = () => {
    const host = document.querySelector("svc-sidebar");
    if (host === null || chrome.dom.openOrClosedShadowRoot(host)?.querySelector("aside") == null) return requestAnimationFrame(look);
    console.timeStamp("svc shown");
    requestAnimationFrame(() => document.documentElement.setAttribute("data-painted", ""));
  };
  requestAnimationFrame(look);
}`;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  /** Of `dur`, what the thread itself ran. */
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly data?: { readonly url?: string; readonly message?: string; readonly functionName?: string } };
}

async function traced(session: CDPSession, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline", "v8"] } });
  await work();
  await session.send("Tracing.end");
  await complete;
  return events;
}

/** What runs script, in the names of Chromium's timeline; those that lie within another are part of it, and `look` is our own watcher. */
const running = new Set([
  "EvaluateScript",
  "FunctionCall",
  "v8.run",
  "v8.compile",
  "RunMicrotasks",
  "V8.GC_SCAVENGER",
  "FireAnimationFrame",
]);

/** Milliseconds of script on the page's main thread, from the injection to the paint after the mark. */
function scriptTime(events: readonly TraceEvent[], script: string): number {
  const start = events.find(({ name, args }) => name === "EvaluateScript" && args.data?.url?.endsWith(`/${script}`));
  const shown = events.find(({ name, args }) => name === "TimeStamp" && args.data?.message === "svc shown");
  const mainThread = events
    .filter(({ pid, tid }) => pid === start?.pid && tid === start.tid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const paint = mainThread.find(({ name, ts }) => name === "Paint" && shown !== undefined && ts > shown.ts);
  if (start === undefined || paint === undefined) throw new Error("the trace does not show the injection or the paint");
  let [sum, end] = [0, start.ts];
  for (const { name, args, ts, dur = 0, tdur = dur } of mainThread) {
    if (!running.has(name) || args.data?.functionName === "look" || ts < end || ts >= paint.ts) continue;
    sum += tdur;
    end = ts + dur;
  }
  return sum / 1_000;
}
