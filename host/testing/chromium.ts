import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import puppeteer, { type Browser, type BrowserContext, type LaunchOptions, type Page } from "puppeteer-core";
import { makeBrowserFolder, noteBrowser } from "./browsers-run.js";
import { isLong } from "./long.js";

const candidates = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/microsoft-edge",
  "/usr/bin/brave-browser",
];

/** Path of a Chromium-like browser for tests; `SVC_TEST_CHROMIUM` wins. Throws when there is none. */
export function chromiumPath(): string {
  const chosen = process.env["SVC_TEST_CHROMIUM"];
  const found = [...(chosen === undefined ? [] : [chosen]), ...candidates].find((path) => existsSync(path));
  if (found === undefined) throw new Error("no Chromium found: install the Debian package `chromium` or set SVC_TEST_CHROMIUM");
  return found;
}

const headlessShell = { path: "/usr/bin/chromium-headless-shell", of: "/usr/bin/chromium" } as const;

/**
 * Path of what shows pages for tests that need no extension. That is Chromium's headless shell where Debian has installed it: the same engine
 * without the browser around it, which takes two thirds of the processor time. A run at length, and what is no test, takes Chromium itself.
 */
export function pageBrowserPath(): string {
  const path = chromiumPath();
  const takesShell = process.env["VITEST"] !== undefined && !isLong && path === headlessShell.of && existsSync(headlessShell.path);
  return takesShell ? headlessShell.path : path;
}

/** Keeps saved pages from asking for what the network no longer has: they are loaded in a moment, and nothing leaves the machine. */
export const offline = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1";

/** Flags of every Chromium for tests: no traffic of its own, and no pages that nobody asked for. */
export const quietFlags: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Hidden pages of the address bar and a renderer in reserve: a new window with a page takes 270 ms of processor time instead of 720.
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess",
];

/** Starts headless Chromium without its own background traffic. Close it when done. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { args = [], env = process.env, ...rest } = options;
  const folder = makeBrowserFolder();
  const browser = await puppeteer.launch({
    executablePath: chromiumPath(),
    headless: true,
    pipe: true,
    userDataDir: join(folder, "profile"),
    env: { ...env, TMPDIR: folder },
    ...rest,
    args: [...quietFlags, ...args],
  });
  browser.process()?.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  const version = (await browser.version()).replace(/^Headless/, "").replace("/", " ");
  noteBrowser(rest.executablePath === headlessShell.path ? `${version} (headless shell)` : version);
  return browser;
}

/** A page that is loaded in place of another takes over its frame in the renderer, and nothing is drawn in a process apart: a capture takes two thirds. */
const lightFlags = ["--disable-features=RenderDocument", "--in-process-gpu"];

/** Starts what shows pages without an extension, and reaches nothing but this machine. Close it when done. */
export function launchPageBrowser(): Promise<Browser> {
  const executablePath = pageBrowserPath();
  return launchChromium({ executablePath, args: [offline, ...(executablePath === headlessShell.path ? lightFlags : [])] });
}

let shared: Promise<Browser> | undefined;

/**
 * A context of its own, without an extension, in a Chromium that this process keeps for all of its tests: a start costs as much as ten pages.
 * Nothing but this machine is reached. Close the context when done.
 */
export async function openChromium(): Promise<BrowserContext> {
  shared ??= launchPageBrowser();
  if (!(await shared).connected) shared = launchPageBrowser();
  return (await shared).createBrowserContext();
}

/** What shows pages for a measure: in tests a context of `openChromium`, else a browser of its own. Close it when done. */
export function openPageBrowser(): Promise<Browser | BrowserContext> {
  return process.env["VITEST"] === undefined ? launchPageBrowser() : openChromium();
}

/** The first page of a browser, emptied: a new document costs a fraction of a new page. */
export async function blankPage(browser: Browser | BrowserContext): Promise<Page> {
  const [page = await browser.newPage()] = await browser.pages();
  await page.goto("about:blank");
  return page;
}
