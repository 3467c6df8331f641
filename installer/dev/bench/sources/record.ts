import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, HTTPRequest, Page } from "puppeteer-core";
import { isolatedWorld } from "../../../../extension/fixtures/apps/worlds.js";
import type { Capture } from "../../../../host/contract/capture.js";
import { bundleForPage } from "../../../../host/testing/bundle.js";
import { launchChromium, offline } from "../../../../host/testing/chromium.js";
import { waitUntil } from "../../../../host/testing/wait-until.js";
import type { App } from "./apps.js";
import { checkoutOf, restore } from "./checkout.js";
import { instrument, type Site, sitePrefix } from "./instrument.js";
import { startServer } from "./server.js";

/** One page of an app: what svc captured of it, and what the instrumented sources say of the same elements. */
export interface RecordedPage {
  readonly url: string;
  /** Without and with what the page's own world knows. */
  readonly captures: { readonly off: Capture; readonly on: Capture };
  /** For each element of the captures the sites that made it; empty where they are not known. */
  readonly sites: readonly (readonly Site[])[];
}

/** Runs the app twice, as it is and instrumented, and joins both by the elements' structural paths. */
export async function recordApp(cache: string, app: App): Promise<void> {
  const script = await bundled();
  await restore(cache, app);
  await mkdir(join(cache, "recorded"), { recursive: true });
  const plain = await withServer(cache, app, async (page) => ({ ...(await shoot(page, script)), drawn: await drawnOn(page) }));
  const sites = await instrument(cache, app);
  const marked = await withServer(cache, app, async (page) => ({
    sites: await readSites(page, script),
    drawn: await drawnOn(page),
  })).finally(() => restore(cache, app));
  const pages = app.pages.map((url, index): RecordedPage => {
    const shot = plain[index];
    const truth = marked[index];
    if (shot === undefined || truth === undefined) throw new Error(`${app.name}: ${url} was not recorded`);
    const siteOf = (one: number | string) =>
      typeof one === "number" ? sites[one] : sites.find(({ file, line }) => one === `${file}:${line}`);
    const known = shot.paths.map((path) => [...new Set((truth.sites.get(path) ?? []).flatMap((one) => siteOf(one) ?? []))]);
    const joined = shot.paths.filter((path) => truth.sites.has(path)).length;
    console.log(`${app.name} ${url}: ${shot.paths.length} elements, ${truth.sites.size} with sites when instrumented, ${joined} joined`);
    if (joined === 0 || shot.drawn["addresses"] !== truth.drawn["addresses"])
      throw new Error(`${url} shows nothing of the app's sources, or another page when instrumented`);
    for (const what of ["elements", "texts"])
      if (shot.drawn[what] !== truth.drawn[what]) console.warn(`  ${what} differ when instrumented`);
    return { url, captures: { off: shot.off, on: shot.on }, sites: known };
  });
  await writeFile(join(cache, "recorded", `${app.name}.json`), JSON.stringify(pages));
}

/** Both captures show the same elements: a page that still moves, with a chart that draws itself for example, is captured again. */
async function shoot(page: Page, script: string) {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 500));
    const asked = await page.evaluate(`${script}.ask()`);
    const world = await isolatedWorld(page);
    const capture = async (json: string): Promise<{ capture: Capture; paths: string[] }> =>
      JSON.parse(String(await world.evaluate(`${script}.shoot(${JSON.stringify(json)})`)));
    const off = await capture("");
    const on = await capture(String(asked));
    if (on.paths.join() === off.paths.join()) return { off: off.capture, on: on.capture, paths: off.paths };
  }
  throw new Error("the page keeps changing");
}

async function readSites(page: Page, script: string): Promise<Map<string, (number | string)[]>> {
  const found: [string, (number | string)[]][] = JSON.parse(
    String(await page.evaluate(`${script}.readSites(${JSON.stringify(sitePrefix)})`)),
  );
  return new Map(found);
}

/** What both builds of a page must have in common. */
async function drawnOn(page: Page): Promise<Record<string, string>> {
  const [address, elements, text] = (await page.evaluate(
    "[location.pathname + location.hash, document.querySelectorAll('*').length, document.body.innerText].map(String)",
  )) as string[];
  return { addresses: address ?? "", elements: elements ?? "", texts: text ?? "" };
}

async function bundled(): Promise<string> {
  const script = await bundleForPage(new URL("in-page.ts", import.meta.url), { globalName: "exported", target: "es2022" });
  return `(() => { ${script}; return exported; })()`;
}

/** Of one page, while what it asks for is still built. */
const pageMs = 300_000;

/** Serves the app, opens each of its pages once to warm the server up and once to use it. */
async function withServer<T>(cache: string, app: App, use: (page: Page) => Promise<T>): Promise<T[]> {
  const { root } = checkoutOf(cache, app);
  const server = await startServer(app, root);
  const browser = await launchChromium({ args: [offline], protocolTimeout: 300_000 });
  const open = (url: string) => openPage(browser, app, server.origin + url);
  try {
    const results: T[] = [];
    for (const url of app.pages) {
      await (await open(url)).close();
      const page = await open(url);
      results.push(await use(page));
      await page.close();
    }
    return results;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Rows that an app makes up, from random numbers and the time of day, are the same in both runs. The clock starts anew with each page and runs on. */
const repeatable = `{
  let seed = 7;
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const Clock = Date;
  const shift = Clock.UTC(2026, 10, 20, 12) - Clock.now();
  const now = () => Clock.now() + shift;
  Date = new Proxy(Clock, {
    construct: (target, values, self) => Reflect.construct(target, values.length === 0 ? [now()] : values, self),
    apply: () => new Clock(now()).toString(),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
}`;

async function openPage(browser: Browser, app: App, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1_280, height: 800 });
  await page.evaluateOnNewDocument(repeatable);
  const idle = watchRequests(page);
  await page.goto(url, { waitUntil: "load", timeout: pageMs });
  await idle();
  const failed = await page.$("vite-error-overlay, nextjs-portal [data-nextjs-dialog]");
  if (failed !== null) throw new Error(`${app.name}: ${url} shows a build error`);
  if (app.recipe?.prepare !== undefined) {
    await page.evaluate(app.recipe.prepare);
    await idle();
  }
  await drawn(page);
  return page;
}

/**
 * Watches what a page asks for. The returned function resolves once two requests at most have been open for 1.5 seconds, or none has begun or ended for
 * 20. A development server that reloads the page abandons its requests, whose end Chromium never reports: only those since then count.
 */
function watchRequests(page: Page): () => Promise<true> {
  const open = new Set<HTTPRequest>();
  let last = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    open.add(request);
    last = Date.now();
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end, (request) => {
      open.delete(request);
      last = Date.now();
    });
  return () => {
    let busy = Date.now();
    const isIdle = () => {
      if (open.size > 2 && Date.now() - last < 20_000) busy = Date.now();
      return Date.now() - busy >= 1_500 || undefined;
    };
    return waitUntil("the page's requests", isIdle, pageMs);
  };
}

/** Charts draw themselves for a while: waits until the number of elements stays, at most for 15 seconds. */
async function drawn(page: Page): Promise<void> {
  let before = -1;
  for (let attempt = 0; attempt < 10; attempt++) {
    const now = Number(await page.evaluate("document.querySelectorAll('*').length"));
    if (now === before) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  }
}
