import { readFileSync } from "node:fs";
import type { Browser, Page } from "puppeteer-core";
import { isolatedWorld } from "../../extension/fixtures/apps/worlds.js";
import type { Capture } from "../contract/capture.js";
import { openChromium } from "./chromium.js";
import { type PageServer, servePages } from "./page-server.js";
import { distPath, projectRoot } from "./paths.js";

/** Makes captures of pages as the extension does: the real engine in real Chromium. */
export interface Studio {
  /** Captures a page given as text. `change` runs in the page before, as a string of script. */
  html(html: string, options?: ShotOptions): Promise<Capture>;
  /** Captures a file below the folder that the studio serves; by default `extension/fixtures`. */
  file(path: string, options?: ShotOptions): Promise<Capture>;
  url(url: string, options?: ShotOptions): Promise<Capture>;
  /** Opens the page of the last capture again for a check against the live page. */
  open(url: string): Promise<Page>;
  readonly server: PageServer;
  close(): Promise<void>;
}

export interface ShotOptions {
  /** Path under which a page given as text is served. */
  readonly path?: string;
  /** Script that runs in the page before the capture. */
  readonly change?: string;
  readonly width?: number;
  readonly height?: number;
}

/** What may load or run something, or depends on how its document was loaded. */
const moving = /<(?:script|link|meta|iframe|frame|img|object|embed|video|audio|[a-z]+-)|\bon\w+=|\bsrc|url\(|@import|autofocus/i;

/** Opens a browser and the page server. One studio for a test file; what it has captured is cached. */
export async function openStudio(
  folder = `${projectRoot}extension/fixtures`,
  open: () => Promise<Pick<Browser, "newPage" | "close">> = openChromium,
): Promise<Studio> {
  const pages: Record<string, { html: string }> = {};
  const server = await servePages(pages, folder);
  const browser = await open();
  const engine = readFileSync(distPath("capture.js"), "utf8");
  const cached = new Map<string, Promise<Capture>>();
  const idle: Page[] = [];
  const still: Page[] = [];
  let count = 0;

  function url(address: string, options: ShotOptions = {}, content = ""): Promise<Capture> {
    const key = JSON.stringify([address, options, content]);
    const isStill = content !== "" && options.path === undefined && options.change === undefined && !moving.test(content);
    const shot = cached.get(key) ?? (isStill ? shootStill(address, content, options) : shoot(address, options));
    cached.set(key, shot);
    return shot;
  }

  /** Takes a page that another capture has left: a new one costs twice as much as all the rest. */
  async function shoot(address: string, { change, width = 1_280, height = 800 }: ShotOptions): Promise<Capture> {
    const page = idle.pop() ?? (await browser.newPage());
    await page.setViewport({ width, height });
    await page.goto(address, { waitUntil: "load" });
    if (change !== undefined) await page.evaluate(change);
    return captureOf(page).finally(() => idle.push(page));
  }

  /** Writes it into a document that stands there, which is parsed as if it had been loaded: that takes half of the processor time. */
  async function shootStill(address: string, content: string, { width = 1_280, height = 800 }: ShotOptions): Promise<Capture> {
    const page = still.pop() ?? (await browser.newPage());
    if (page.url() === "about:blank") await page.goto(address, { waitUntil: "load" });
    await page.setViewport({ width, height });
    const { session, evaluate } = await isolatedWorld(page);
    const { frameTree } = await session.send("Page.getFrameTree");
    await session.send("Page.setDocumentContent", { frameId: frameTree.frame.id, html: content });
    await evaluate(`history.replaceState(null, "", ${JSON.stringify(address)});
      document.readyState === "complete" || new Promise((loaded) => addEventListener("load", loaded, { once: true }))`);
    return captureOf(page).finally(() => still.push(page));
  }

  async function captureOf(page: Page): Promise<Capture> {
    // As in the extension: the page's scripts can neither see the engine nor stand in its way.
    const world = await isolatedWorld(page);
    await world.evaluate(`${engine};0`);
    // A string crosses the border between the processes faster than an object.
    const json = await world.evaluate("JSON.stringify(svcCapture(document))");
    return JSON.parse(String(json));
  }

  return {
    server,
    url: (address, options) => url(address, options),
    html: (html, options = {}) => {
      const path = options.path ?? `page-${count++}.html`;
      pages[path.replace(/\?.*/, "")] = { html };
      return url(server.url(path), options, html);
    },
    file: (path, options) => url(server.url(path), options),
    open: async (address) => {
      const page = await browser.newPage();
      await page.setViewport({ width: 1_280, height: 800 });
      await page.goto(address, { waitUntil: "load" });
      return page;
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
