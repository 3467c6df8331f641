import type { Page } from "puppeteer-core";
import { expect, it } from "vitest";
import { isLong, rowsOfRun } from "../../../host/testing/long.js";
import { eachBrowserAtLength } from "../each-browser.js";
import type { OpenedSidebar } from "../extension-browser.js";
import { soon } from "../soon.js";
import { attackBench, sendNotes } from "./attack-bench.js";
import { type HostilePage, secretNote } from "./hostile-page.js";

const plain = (inside: string, headers: HostilePage["headers"] = {}): HostilePage => ({
  html: `<!doctype html><html lang="en"><head><title>Odd</title></head><body><h1>Odd</h1>${inside}</body></html>`,
  headers,
});
const policy = (text: string) => plain("<p>Policy</p>", { "content-security-policy": text });

const clobbering = (names: readonly string[]) =>
  names
    .map(
      (name) =>
        `<form name="${name}"><input name="${name}"></form><img name="${name}" alt=""><a id="${name}" href="#">x</a><iframe name="${name}" srcdoc="x"></iframe>`,
    )
    .join("");

/** What a page states or names that stands in an extension's way, meant or not. */
const odd: Readonly<Record<string, HostilePage>> = {
  "forbids all that it can": policy(
    "default-src 'none'; frame-src 'none'; child-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'",
  ),
  "allows frames of its own alone": policy("frame-src 'self'; child-src 'self'"),
  "upgrades what it loads": policy("upgrade-insecure-requests; block-all-mixed-content"),
  "wants its resources' consent": plain("<p>COEP</p>", {
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  }),
  "wants no credentials": plain("<p>COEP</p>", {
    "cross-origin-embedder-policy": "credentialless",
    "cross-origin-opener-policy": "same-origin",
  }),
  "takes permissions from its frames": plain("<p>Policy</p>", {
    "permissions-policy":
      "clipboard-write=(), clipboard-read=(), focus-without-user-activation=(), fullscreen=(), cross-origin-isolated=()",
  }),
  "isolates its origin": plain("<p>Origin</p>", {
    "origin-agent-cluster": "?1",
    "x-frame-options": "DENY",
    "document-policy": "force-load-at-top",
  }),
  "is XHTML": {
    html: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Odd</title></head><body><h1>Odd</h1></body></html>`,
    headers: { "content-type": "application/xhtml+xml" },
  },
  "names its elements like the document's own": plain(
    clobbering([
      "body",
      "head",
      "documentElement",
      "querySelector",
      "querySelectorAll",
      "createElement",
      "createElementNS",
      "activeElement",
      "addEventListener",
      "fullscreenElement",
      "defaultView",
      "styleSheets",
      "title",
    ]),
  ),
  "names its elements like the window's own": plain(
    clobbering([
      "parent",
      "top",
      "self",
      "postMessage",
      "crypto",
      "MessageChannel",
      "performance",
      "history",
      "navigation",
      "devicePixelRatio",
      "svc",
      "svcCapture",
      "svcSidebar",
      "svcStart",
      "XPCNativeWrapper",
      "globalThis",
    ]),
  ),
  "names the parts of its body like an element's own": plain(
    `<form><input name="append"><input name="parentNode"><input name="children"><input name="matches"><input name="attributes"><input name="isConnected"><input name="ownerDocument"><input name="nodeName"><input name="localName"></form>`,
  ),
  "has an element's names on its root": {
    html: `<!doctype html><html lang="en" id="documentElement" class="svc" tabindex="0"><title>Odd</title><body id="body"><h1>Odd</h1></body></html>`,
  },
  "adds to the prototypes of all":
    plain(`<script>for (const name of ["nonce", "facts", "ports", "command", "id", "then", "toJSON"]) Object.defineProperty(Object.prototype, name, { get() { return "FORGED"; }, set() {}, configurable: true });
Array.prototype.map = Array.prototype.filter = () => []; JSON.stringify = () => "FORGED"; Promise.prototype.then = () => undefined; globalThis.MessageChannel = globalThis.MutationObserver = globalThis.crypto = undefined;</script>`),
  "has lost its body": plain(`<script>document.body.remove();</script>`),
  "has lost its head and its body": plain(`<script>document.documentElement.replaceChildren();</script>`),
  "has a frameset in place of its body": plain(`<script>document.body.replaceWith(document.createElement("frameset"));</script>`),
  "has a root without a body in place of its own": plain(
    `<script>addEventListener("load", () => document.documentElement.replaceWith(document.createElement("html")));</script>`,
  ),
  "loses its body to a click": plain(`<script>addEventListener("focusout", () => document.body?.remove());</script>`),
  "opens dialogs beneath dialogs": plain(
    `<dialog id="a"><dialog id="b"><dialog id="c"><input></dialog></dialog></dialog><script>a.showModal(); b.showModal(); c.showModal();</script>`,
  ),
  "asks before it is left": plain(
    `<script>addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "Stay"; });</script>`,
  ),
  "holds itself in a frame": plain(
    `<script>if (top === self) { const frame = document.createElement("iframe"); frame.src = location.href; document.body.append(frame); }</script>`,
  ),
  "has its own popovers everywhere": plain(
    `<div popover="manual" id="one"></div><div popover="manual" id="two">Two</div><script>one.showPopover(); two.showPopover();</script>`,
  ),
  "is busy all the time": plain(
    `<script>setInterval(() => { const end = performance.now() + 60; while (performance.now() < end); }, 120);</script>`,
  ),
};

const fakeEvents = plain(`<script>setInterval(() => {
  for (const type of ["error", "unhandledrejection", "message", "focusin", "keydown", "pointerdown", "pointerover", "toggle", "fullscreenchange", "selectionchange"])
    for (const place of [globalThis, document, document.body]) place.dispatchEvent(new Event(type, { bubbles: true }));
}, 50);</script>`);

const representatives: readonly string[] = ["forbids all that it can"];

/** A page may keep our scripts from running, or take the browser's API from them: then the icon reports it, and nothing stays on the page. */
const refusing: Readonly<Record<string, HostilePage>> = {
  "puts itself into a sandbox": policy("sandbox allow-scripts"),
  "names elements like the extension's own API": plain(clobbering(["chrome", "browser"])),
  "puts itself into a sandbox of its own origin": policy("sandbox allow-scripts allow-same-origin"),
};

eachBrowserAtLength("an odd page", (launch, name) => {
  const bench = attackBench(launch, { ...odd, ...refusing, "fakes events": fakeEvents });

  async function use({ page, sidebar }: OpenedSidebar): Promise<void> {
    await sidebar.notePage(secretNote);
    expect(await sendNotes(sidebar, bench.project)).toEqual([secretNote]);
    await sidebar.press("Close");
    await soon(async () => (await sidebar.outline()).includes("Send to Agent")).toBe(false);
    expect(await page.evaluate(() => Document.prototype.querySelector.call(document, "div[popover='manual']:not([id])"))).toBeNull();
    await page.close();
  }

  it.each(rowsOfRun(Object.keys(odd), representatives))("that %s leaves the sidebar usable", async (name) => {
    await use(await bench.open(name));
  });

  it.skipIf(!isLong)("that fakes events brings no error into our script", async (context) => {
    if (name !== "Chromium") context.skip("puppeteer reports errors of all worlds");
    const opened = await bench.open("fakes events");
    const errors: unknown[] = [];
    (opened.page as Page).on("pageerror", (error) => errors.push(error));
    await use(opened);
    expect(errors).toEqual([]);
  });

  it.for(rowsOfRun(Object.keys(refusing), ["names elements like the extension's own API"]))(
    "that %s leaves it usable, or the icon says why not",
    async (name) => {
      const opened = await bench.open(name);
      const isShown = async () => (await opened.sidebar.peek("button", "Page note")) !== undefined;
      const isReported = async () => /did not start|cannot/.test((await bench.browser.icon(opened.page)).title);
      await soon(async () => (await isShown()) || (await isReported())).toBe(true);
      if (await isShown()) await use(opened);
      else await opened.page.close();
    },
  );
});
