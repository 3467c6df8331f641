import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { blankPage, openChromium } from "../../../host/testing/chromium.js";
import { rowsOfRun } from "../../../host/testing/long.js";
import { shared } from "../../../host/testing/shared.js";
import { noSharedPages, sharedPageNames, sharedPages } from "../../../host/testing/shared-pages.js";
import { bundleExpression } from "../../fixtures/apps/bundle.js";
import type { AppName } from "../../fixtures/apps/frameworks.js";
import { serveApp } from "../../fixtures/apps/serve.js";
import { isolatedWorld } from "../../fixtures/apps/worlds.js";

const browser = shared(openChromium);
const library = await bundleExpression(fileURLToPath(new URL("index.ts", import.meta.url)));

const viewport = { width: 1_000, height: 700 };

async function newPage(): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  return page;
}

async function snapshotOf(page: Page, options = "{}"): Promise<string> {
  const world = await isolatedWorld(page);
  return (await world.evaluate(`${library}.snapshotHtml(document, ${options})`)) as string;
}

async function snapshotOfHtml(html: string, options?: string): Promise<string> {
  const page = await blankPage(browser);
  await page.setViewport(viewport);
  await page.setContent(html);
  return snapshotOf(page, options);
}

/** Boxes of all elements that are no code, shadow roots included, by path; relative to their parents', so that one difference counts once. */
const boxes = `JSON.stringify((() => {
  const found = {};
  const visit = (parent, path, left, top) => {
    const places = {};
    for (const element of parent.children) {
      if (/^(script|style|link|meta|noscript|template|base|source|track)$/.test(element.localName)) continue;
      places[element.localName] = (places[element.localName] ?? 0) + 1;
      const at = path + "/" + element.localName + places[element.localName];
      const { x, y, width, height } = element.getBoundingClientRect();
      found[at] = [x - left, y - top, width, height].map(Math.round);
      if (element.shadowRoot) visit(element.shadowRoot, at + "//", x, y);
      visit(element, at, x, y);
    }
  };
  visit(document, "", 0, 0);
  return found;
})())`;

/** Opens a snapshot as a file would be opened, and returns how many of the page's boxes it shows, and what it asked the network for. */
async function reopen(html: string, before: Record<string, number[]>): Promise<{ same: number; all: number; requests: string[] }> {
  const page = await newPage();
  try {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (!/^(data|about):/.test(request.url())) requests.push(request.url());
    });
    await page.setContent(html, { waitUntil: "load" });
    const after: Record<string, number[]> = JSON.parse(String(await page.evaluate(boxes)));
    const paths = Object.keys(before);
    const same = paths.filter((path) =>
      (before[path] ?? []).every((value, index) => Math.abs(value - (after[path]?.[index] ?? Number.NaN)) <= 2),
    );
    return { same: same.length, all: paths.length, requests };
  } finally {
    await page.close();
  }
}

const apps: readonly AppName[] = ["react19", "react18", "vue3", "svelte5", "lit", "server-template"];

describe("a snapshot", () => {
  it.each(rowsOfRun<AppName>(apps, ["react19", "server-template"]))("of %s looks like the page and makes no request", async (app) => {
    const [served, page] = await Promise.all([serveApp(app), newPage()]);
    await page.goto(served.url);
    await page.waitForSelector(">>> button");
    const before: Record<string, number[]> = JSON.parse(String(await page.evaluate(boxes)));
    const state = await page.evaluate("document.documentElement.outerHTML");
    const html = await snapshotOf(page);
    expect(await page.evaluate("document.documentElement.outerHTML")).toBe(state);
    await page.close();
    await served.close();
    const { same, all, requests } = await reopen(html, before);
    expect(requests).toEqual([]);
    expect(html).not.toMatch(/<script|\son\w+=|http-equiv="refresh"/i);
    expect(same / all).toBeGreaterThan(0.95);
  });

  const removed: readonly (readonly [what: string, html: string])[] = [
    ["a picture's URL", `<img src="https://a.example/hush-1.png">`],
    ["a background's URL", `<p style="background:url(https://a.example/hush-1.png)">x</p>`],
    ["a style sheet's URL", `<style>p { background: image-set("https://a.example/hush-1.png" 1x) }</style>`],
    ["a canvas", `<canvas>hush-1</canvas>`],
    ["a choice in an edited text", `<div contenteditable><ul role=listbox><li role=option>hush-1</ul></div>`],
  ];
  it.each(removed)("leaves out %s", async (_what, html) => {
    expect(await snapshotOfHtml(`<!doctype html><title>t</title>${html}`)).not.toContain("hush-1");
  });

  const preserved: readonly (readonly [what: string, html: string, text: string | RegExp])[] = [
    ["escaped text", `<p>1 &lt; 2 &amp;amp; 3</p>`, "<p>1 &lt; 2 &amp;amp; 3</p>"],
    ["rules that scripts inserted", `<style id=s></style><script>s.sheet.insertRule("b { color: red }")</script>`, "color: red"],
    [
      "sheets that scripts adopted",
      `<script>const one = new CSSStyleSheet(); one.replaceSync("b { color: blue }"); document.adoptedStyleSheets = [one]</script>`,
      "color: blue",
    ],
    ["a shadow root", "<p><template shadowrootmode=open><u>in</u></template>", `<template shadowrootmode="open"><u>in</u></template>`],
    [
      "sheets that scripts adopted into a shadow root",
      `<x-a></x-a><script>const sheet = new CSSStyleSheet(); sheet.replaceSync("u { color: teal }");
        const root = document.querySelector("x-a").attachShadow({ mode: "open" }); root.innerHTML = "<u>in</u>"; root.adoptedStyleSheets = [sheet]</script>`,
      /<template shadowrootmode="open"><u>in<\/u><style>u \{ color: teal; \}<\/style><\/template>/,
    ],
    ["a frame of the same origin", `<iframe srcdoc="<b>in &amp;amp; out</b>"></iframe>`, /srcdoc="[^"]*&lt;b>in &amp;amp; out&lt;\/b>/],
    ["a small picture", `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`, "data:image/gif;base64,R0lGODlhAQABAAAAACw="],
    ["a checked box", `<input type=checkbox id=c><script>c.checked = true</script>`, /<input type="checkbox"[^>]* checked/],
    ["targets of links", `<a href="https://a.example/x?page=2">x</a>`, `href="https://a.example/x?page=2"`],
    [
      "a form whose controls clobber members",
      `<form style="color: red"><input name=childNodes><input name=style><input name=nodeType></form>`,
      `<form style="color: red;"><input name`,
    ],
    [
      "a frame's summary",
      `<iframe srcdoc="<details><summary>a</summary>hush</details>"></iframe>`,
      "&lt;summary>a&lt;/summary>&lt;/details>",
    ],
    ["quirks", `<p>x</p>`, /^<html/],
    ["the doctype", `<!doctype html><p>x</p>`, /^<!DOCTYPE html>/],
    ["shapes", `<svg><path d="${"M0 0h1v1z".repeat(60)}"/></svg>`, "M0 0h1v1z".repeat(60)],
  ];
  it.each(preserved)("keeps %s", async (_what, html, text) => {
    const snapshot = await snapshotOfHtml(html);
    if (typeof text === "string") expect(snapshot).toContain(text);
    else expect(snapshot).toMatch(text);
  });

  it("is written where the browser has no URL.canParse: Chromium before 120", async () => {
    const page = await blankPage(browser);
    await page.setContent("<!doctype html><title>t</title><a href=/next>Next</a>");
    await (await isolatedWorld(page)).evaluate("delete URL.canParse");
    expect(await snapshotOf(page)).toMatch(/<a href="[^"]*next">Next/);
  });

  it("leaves out excluded elements and opens closed roots by openClosedRoot", async () => {
    const page = await newPage();
    await page.setContent(`<aside>ours</aside><x-a></x-a>`);
    await page.evaluate(
      `globalThis.root = document.querySelector("x-a").attachShadow({ mode: "closed" }); root.innerHTML = "<u>inside</u>"`,
    );
    const plain = await snapshotOf(page, `{ exclude: [document.querySelector("aside")] }`);
    expect(plain).not.toMatch(/ours|inside/);
    // Only the world that made the root has a reference to it.
    const options = `{ openClosedRoot: (element) => (element.localName === "x-a" ? root : null) }`;
    const opened = (await page.evaluate(`${library}.snapshotHtml(document, ${options})`)) as string;
    expect(opened).toContain(`<template shadowrootmode="closed"><u>inside</u></template>`);
    await page.close();
  });

  it("escapes the end tag in a style sheet", async () => {
    const html = `<style id=s></style><script>s.sheet.insertRule('b::after { content: "</style><img src=x onerror=1>" }')</script><b>x</b>`;
    const snapshot = await snapshotOfHtml(html);
    const { requests } = await reopen(snapshot, {});
    expect(requests).toEqual([]);
    expect(snapshot).not.toContain("</style><img");
  });

  it("stays within its bound", async () => {
    const picture = `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=${"A".repeat(50_000)}">`;
    const reduced = await snapshotOfHtml(`${picture}<p>last</p>`, "{ maxBytes: 20_000 }");
    expect(reduced).toContain("last");
    expect(reduced).not.toContain("AAAA");
    const cut = await snapshotOfHtml(`<p>${"ä".repeat(100)}</p>`.repeat(400), "{ maxBytes: 20_000 }");
    expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(20_000);
    expect(cut).toMatch(/<\/html>$/);
    expect(cut.split("<p>").length).toBeLessThan(300);
  });
});

describe("snapshots of saved pages", () => {
  if (sharedPageNames().length === 0) it("are skipped", (context) => context.skip(noSharedPages));

  it.each(sharedPageNames())("%s", async (name) => {
    const page = await newPage();
    await page.setRequestInterception(true);
    page.on("request", (request) =>
      request.isNavigationRequest() && request.frame() === page.mainFrame() ? request.continue() : request.abort(),
    );
    await page.setJavaScriptEnabled(false);
    // Pictures that cannot be loaded take another room from then on.
    await page.goto(pathToFileURL(join(sharedPages, name)).href, { waitUntil: "load" });
    await page.setJavaScriptEnabled(true);
    // Rendered only where scripts are off, as they are here to keep the page still.
    await page.evaluate(`for (const one of document.querySelectorAll("noscript")) one.remove()`);
    const before: Record<string, number[]> = JSON.parse(String(await page.evaluate(boxes)));
    const html = await snapshotOf(page);
    await page.close();
    const { same, all, requests } = await reopen(html, before);
    expect(requests).toEqual([]);
    expect(html.length).toBeLessThan(10 * 1024 * 1024);
    // The body of one page is hidden until its scripts have run: nearly all of its text is withheld.
    expect(same / all).toBeGreaterThan(name.startsWith("seattletimes") ? 0.5 : 0.95);
  });
});
