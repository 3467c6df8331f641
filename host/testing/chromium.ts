import { existsSync } from "node:fs";
import puppeteer, { type Browser, type LaunchOptions, type Page } from "puppeteer-core";
import { noteBrowser } from "./browsers-run.js";

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

/** Keeps saved pages from asking for what the network no longer has: they are loaded in a moment, and nothing leaves the machine. */
export const offline = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1";

/** Starts headless Chromium without its own background traffic. Close it when done. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { args = [], ...rest } = options;
  const browser = await puppeteer.launch({
    executablePath: chromiumPath(),
    headless: true,
    pipe: true,
    ...rest,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
    ],
  });
  noteBrowser((await browser.version()).replace(/^Headless/, "").replace("/", " "));
  return browser;
}

/** The first page of a browser, emptied: a new document costs a fraction of a new page. */
export async function blankPage(browser: Browser): Promise<Page> {
  const [page = await browser.newPage()] = await browser.pages();
  await page.goto("about:blank");
  return page;
}
