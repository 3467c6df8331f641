import { expect, it } from "vitest";
import { rowsOfRun } from "../../../host/testing/long.js";
import { eachBrowserAtLength } from "../each-browser.js";
import type { ExtensionBrowser, OpenedSidebar } from "../extension-browser.js";
import { attackBench, idle, sendNotes } from "./attack-bench.js";
import { type HostilePage, hostilePage, learnt, secretNote } from "./hostile-page.js";

const takeRoot = `
const takeRoot = (element) => {
  const internals = element.attachInternals();
  again(() => { if (internals.shadowRoot !== null) learn("root by attachInternals", internals.shadowRoot.textContent); });
};
`;

/**
 * Reads every node that an event or an entry leads to. Firefox hands the page an event's original target, and nothing keeps it from that:
 * there only what the node shows counts.
 */
const readNodes = `
const nodeNames = ["target", "srcElement", "relatedTarget", "explicitOriginalTarget", "originalTarget", "rangeParent", "fromElement", "toElement", "element", "node", "source"];
function readNodes(how, thing) {
  for (const name of nodeNames) {
    try { if (isInside(thing[name]) && (!/riginalTarget$|^rangeParent$/.test(name) || given(thing[name]) !== "")) learn(how + " " + name, given(thing[name])); } catch {}
  }
  for (const node of thing.composedPath?.() ?? []) if (isInside(node)) learn(how + " path", node.textContent);
}
`;

/** Scripts of pages that only look and listen, by what they try. */
const scripts = {
  "defines the names of our elements": `${takeRoot}
class Taken extends HTMLElement { constructor() { super(); takeRoot(this); } }
for (const name of ["svc-sidebar", "svc-host", "svc-panel", "svc-frame", "svc-root"]) customElements.define(name, class extends Taken {});
again(() => { if (host()?.localName.includes("-") && !customElements.get(host().localName)) customElements.define(host().localName, class extends Taken {}); });`,
  "makes customized built-ins of our elements": `${takeRoot}
for (const [tag, base] of [["div", HTMLDivElement], ["section", HTMLElement], ["span", HTMLSpanElement], ["iframe", HTMLIFrameElement], ["aside", HTMLElement]]) {
  try { customElements.define("x-" + tag, class extends base { constructor() { super(); takeRoot(this); } }, { extends: tag }); } catch {}
}
again(() => { const found = host(); if (found === null || found.wasAsked) return; found.wasAsked = true; found.setAttribute("is", "x-" + found.localName); customElements.upgrade(found); });`,
  "replaces the built-in functions": `
const owners = [Node, Element, HTMLElement, HTMLDivElement, HTMLIFrameElement, ShadowRoot, Document, DocumentFragment, EventTarget, Event, UIEvent, KeyboardEvent, InputEvent, MouseEvent,
  MessagePort, MessageEvent, CSSStyleDeclaration, HTMLButtonElement, HTMLTextAreaElement, HTMLInputElement, Selection, Range, MutationObserver].map(({ prototype }) => prototype);
function wrap(owner, name) {
  const found = Object.getOwnPropertyDescriptor(owner, name);
  if (found?.configurable !== true || name === "constructor") return;
  for (const kind of ["value", "get", "set"]) {
    const inner = found[kind];
    if (typeof inner === "function") found[kind] = function (...values) { learn("called " + name); return Reflect.apply(inner, this, values); };
  }
  Object.defineProperty(owner, name, found);
}
for (const owner of owners) for (const name of Object.getOwnPropertyNames(owner)) wrap(owner, name);
for (const name of ["MessageChannel", "MutationObserver", "ResizeObserver", "IntersectionObserver", "postMessage"]) {
  const Inner = globalThis[name];
  globalThis[name] = new Proxy(Inner, { construct: (...all) => { learn("made " + name); return Reflect.construct(...all); }, apply: (...all) => { learn("called " + name); return Reflect.apply(...all); } });
}`,
  "asks the DOM": `
const texts = {
  innerText: () => document.documentElement.innerText, hostText: () => host().innerText + host().textContent, markup: () => document.documentElement.outerHTML,
  html: () => host().getHTML({ serializableShadowRoots: true, shadowRoots: [] }), copy: () => host().cloneNode(true).outerHTML,
  written: () => new XMLSerializer().serializeToString(host()), imported: () => document.importNode(host(), true).outerHTML,
  title: () => document.title + location.href, styles: () => [...document.styleSheets].map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join(),
  fonts: () => [...document.fonts].map((font) => font.family).join(), style: () => getComputedStyle(host(), "::before").content + getComputedStyle(host()).cssText,
  owned: () => [...host().attributes].map((one) => one.value).join(),
};
again(() => {
  if (host() === null) return;
  for (const [how, read] of Object.entries(texts)) { try { const text = read(); if (isOurs(text)) learn(how); } catch {} }
  if (host().shadowRoot !== null) learn("shadowRoot");
  for (const animation of [...document.getAnimations(), ...host().getAnimations({ subtree: true })]) if (isInside(animation.effect?.target)) learn("root by animation", animation.effect.target.getRootNode().textContent);
  if (host().firstElementChild === null) { const slotted = document.createElement("b"); host().append(slotted); slotted.remove(); if (slotted.assignedSlot !== null) learn("slot"); }
  for (const node of [document.activeElement, document.fullscreenElement, document.pointerLockElement]) if (isInside(node)) learn("active", node.textContent);
  if (window.length > 0 || window[0] !== undefined) learn("window.length", window.length);
  for (const name of ["sidebar", "svc", "svc-sidebar", "panel"]) if (window[name] !== undefined && typeof window[name] === "object") learn("named frame", name);
});`,
  "hears keys": `
const types = ["keydown", "keypress", "keyup", "beforeinput", "input", "textInput", "change", "compositionstart", "compositionupdate", "compositionend", "paste", "copy", "cut", "selectionchange", "selectstart", "textupdate"];
for (const target of [window, document, document.documentElement]) for (const type of types) {
  target.addEventListener(type, (event) => learn("heard " + type, event.key ?? event.data ?? event.clipboardData?.getData("text") ?? ""), true);
}
for (const type of types) { window["on" + type] = () => learn("on" + type); document["on" + type] = () => learn("on" + type); }
const counted = ["keydown", "keypress", "keyup", "beforeinput", "input"];
again(() => { for (const type of counted) if ((performance.eventCounts?.get(type) ?? 0) > 0) learn("counted " + type); });
try { new PerformanceObserver((list) => { for (const { name } of list.getEntries()) if (counted.includes(name)) learn("timed " + name); }).observe({ type: "event", durationThreshold: 16, buffered: true }); } catch {}`,
  "makes our host a field": `
again(() => {
  const found = host();
  if (found === null || found.isField) return;
  found.isField = true;
  found.contentEditable = "true";
  found.tabIndex = 0;
  try { const context = new EditContext(); context.addEventListener("textupdate", ({ text }) => learn("textupdate", text)); found.editContext = context; } catch {}
  document.designMode = "on";
  document.addEventListener("beforeinput", ({ data }) => learn("beforeinput", data), true);
});
again(() => { if (isOurs(document.documentElement.textContent)) learn("written into the page"); });`,
  "locks the keyboard and takes access keys": `
document.addEventListener("click", () => { document.documentElement.requestFullscreen?.().then(() => navigator.keyboard?.lock?.()).catch(() => undefined); }, { once: true });
for (const key of "mauveotr") { const button = document.createElement("button"); button.accessKey = key; button.onclick = () => learn("access key", key); document.body.append(button); }
addEventListener("keydown", ({ key }) => learn("heard", key), true);`,
  "asks for selections and places": `${readNodes}
again(() => {
  const selection = getSelection();
  const grid = Array.from({ length: 12 }, (_, at) => [innerWidth - 340 + (at % 4) * 90, 30 + Math.floor(at / 4) * 160]);
  for (const node of [selection.anchorNode, selection.focusNode]) if (isInside(node)) learn("selection", node.textContent);
  if (isOurs(selection.toString())) learn("selected text", selection.toString());
  for (const [x, y] of grid) {
    for (const node of document.elementsFromPoint(x, y)) if (isInside(node)) learn("elementsFromPoint", node.textContent);
    const places = [() => document.caretRangeFromPoint?.(x, y)?.startContainer, () => document.caretPositionFromPoint?.(x, y)?.offsetNode, () => document.caretPositionFromPoint?.(x, y, { shadowRoots: [] })?.offsetNode];
    for (const place of places) { try { const node = place(); if (isInside(node)) learn("caret", node.textContent); } catch {} }
  }
  for (const range of selection.getComposedRanges?.({ shadowRoots: [] }) ?? []) if (isInside(range.startContainer)) learn("composed range");
});
let round = 0;
again(() => {
  if (host() === null || round++ % 4 !== 0) return;
  document.execCommand("selectAll");
  if (isOurs(getSelection().toString())) learn("selectAll", getSelection().toString());
  getSelection().removeAllRanges();
});`,
  "finds and extends": `
globalThis.probe = () => {
  for (const word of ["mau" + "ve", "ott" + "er", "Send t" + "o", "Whole pag" + "e"]) {
    getSelection().removeAllRanges();
    const isFound = [false, true].some((inFrames) => { try { return globalThis.find?.(word, false, false, true, false, inFrames); } catch { return false; } });
    if (!isFound) continue;
    const selection = getSelection();
    learn("find", word);
    for (const step of ["character", "word", "line", "lineboundary", "documentboundary"]) for (const way of ["backward", "forward"]) {
      try { selection.modify("extend", way, step); if (isOurs(selection.toString())) learn("extended", selection.toString()); } catch {}
    }
  }
};`,
  "reads every event": `${readNodes}
const types = new Set();
for (const thing of [window, document, HTMLElement.prototype]) for (const name in thing) if (name.startsWith("on")) types.add(name.slice(2));
for (const type of types) for (const target of [window, document]) target.addEventListener(type, (event) => readNodes(type, event), true);
again(() => { if (globalThis.event) readNodes("window.event", globalThis.event); });`,
  "hears the pointer": `
const types = ["pointerdown", "pointerup", "pointermove", "pointerrawupdate", "mousedown", "mouseup", "mousemove", "click", "dblclick", "auxclick", "contextmenu", "wheel", "dragstart", "drag", "dragenter", "dragover", "drop", "touchstart"];
for (const type of types) addEventListener(type, (event) => { if (event.target === host()) learn("heard " + type); }, true);
document.addEventListener("pointerdown", (event) => event.target.setPointerCapture?.(event.pointerId), true);`,
  "reads performance, reports and errors": `${readNodes}
const tell = (how) => (text) => { if (isOurs(text)) learn(how, text); };
const flat = (entry) => JSON.stringify(entry.toJSON?.() ?? entry) + (entry.scripts ?? []).map((script) => script.sourceURL + script.invoker).join();
for (const type of PerformanceObserver.supportedEntryTypes) {
  try { new PerformanceObserver((list) => { for (const entry of list.getEntries()) { tell("performance " + type)(flat(entry)); readNodes(type, entry); for (const one of entry.sources ?? []) readNodes(type, one); } }).observe({ type, buffered: true, durationThreshold: 16 }); } catch {}
}
try { new ReportingObserver((reports) => { for (const one of reports) tell("report " + one.type)(JSON.stringify(one)); }, { buffered: true }).observe(); } catch {}
addEventListener("securitypolicyviolation", (event) => tell("policy")([event.blockedURI, event.sourceFile, event.sample].join()));
addEventListener("error", (event) => { tell("error")([event.filename, event.message, event.error?.stack].join()); if (!(event instanceof ErrorEvent)) readNodes("error", event); }, true);
addEventListener("unhandledrejection", (event) => tell("rejection")(event.reason?.stack));
for (const name of Object.keys(console)) { const inner = console[name]; console[name] = (...values) => { tell("console")(values.join()); return inner(...values); }; }
Error.prepareStackTrace = (error, sites) => { for (const site of sites) tell("stack")(site.getFileName?.()); return error.message; };
Error.stackTraceLimit = 100;
let steps = history.length;
again(() => {
  // In Firefox the entry of the new tab still counts for a moment after the load.
  steps = host() === null ? history.length : Math.min(steps, history.length);
  for (const entry of performance.getEntries()) tell("entry")(JSON.stringify(entry));
  if (history.length > steps) learn("history", history.length);
  for (const entry of globalThis.navigation?.entries() ?? []) tell("navigation")(entry.url);
  tell("ancestors")([...(location.ancestorOrigins ?? [])].join());
  tell("referrer")(document.referrer);
});
globalThis.navigation?.addEventListener("navigate", (event) => { if (event.destination.url !== location.href) learn("navigate", event.destination.url); });`,
  "listens for messages": `
const say = (how) => (event) => learn(how, [event.origin, JSON.stringify(event.data ?? null)].join(" "));
addEventListener("message", say("message"), true);
addEventListener("messageerror", say("messageerror"), true);
addEventListener("connect", say("connect"), true);
addEventListener("storage", (event) => learn("storage", event.key), true);
for (const name of ["svc", "svc-sidebar", "sidebar", "svc:host", "com.svc.host"]) { try { new BroadcastChannel(name).onmessage = say("broadcast"); } catch {} }
for (const type of ["svc", "svc:open", "svc-open", "sidebar", "load"]) for (const target of [document, document.documentElement]) target.addEventListener(type, (event) => { if (event.target !== document && isOurs(event.detail ?? event.target?.src)) learn("event " + type, event.target.src); }, true);
again(() => {
  if (globalThis.chrome?.runtime?.sendMessage !== undefined || globalThis.browser?.runtime !== undefined) learn("runtime");
  for (const name of Object.getOwnPropertyNames(globalThis)) if (/^svc/i.test(name)) learn("global", name);
  for (const store of [localStorage, sessionStorage]) if (store.length > 0) learn("stored", Object.keys(store));
  if (document.cookie !== "") learn("cookie", document.cookie);
});`,
  "has a service worker": `
navigator.serviceWorker.register("/worker").then(() => navigator.serviceWorker.ready);
navigator.serviceWorker.addEventListener("message", ({ data }) => { if (isOurs(data)) learn("worker", data); });
again(() => navigator.serviceWorker.controller?.postMessage("clients"));`,
  "measures its memory": `
performance.measureUserAgentSpecificMemory?.().then((result) => { const text = JSON.stringify(result); if (isOurs(text)) learn("memory", text.match(/[^"]*-extension:[^"]*/)); }, () => undefined);`,
  "watches every change": `
new MutationObserver((records) => {
  for (const { target, addedNodes, attributeName } of records) {
    for (const node of addedNodes) { if (isInside(node) || isOurs(node.outerHTML ?? node.textContent)) learn("added", node.outerHTML ?? node.textContent); }
    if (attributeName !== null && isOurs(target.getAttribute(attributeName))) learn("attribute", target.getAttribute(attributeName));
    if (addedNodes.length > 0 && target !== document.documentElement && ![...addedNodes].includes(host())) learn("changed", target.nodeName);
  }
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });`,
} as const;

type Listener = keyof typeof scripts;

const policy = {
  "content-security-policy":
    "default-src 'self' 'unsafe-inline'; frame-src 'none'; child-src 'none'; style-src 'unsafe-inline'; report-to default",
};
const headersOf: Partial<Record<Listener, HostilePage["headers"]>> = {
  "reads performance, reports and errors": policy,
  "measures its memory": { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" },
};

/** Pages whose listeners leave each other alone, one of each kind: elements, the DOM, keys, the pointer, events, reports, messages. */
const sideBySide: readonly Listener[] = [
  "defines the names of our elements",
  "asks the DOM",
  "hears keys",
  "reads every event",
  "hears the pointer",
  "reads performance, reports and errors",
  "listens for messages",
];

/** All of them in one page, which costs as much as each of them alone. */
const together = "does all that at once";

const pages: Readonly<Record<string, HostilePage>> = {
  ...Object.fromEntries((Object.keys(scripts) as Listener[]).map((name) => [name, listening(scripts[name], headersOf[name])])),
  [together]: listening(sideBySide.map((name) => `{ ${scripts[name]} }`).join("\n"), policy),
};

/** A page that states when its script has run to the end. */
function listening(script: string, headers?: HostilePage["headers"]): HostilePage {
  return hostilePage(`${script}\nglobalThis.isListening = true;`, headers === undefined ? {} : { headers });
}

const representatives = [together];

/** Reports to its page every request and every window that it may know of. */
const worker = {
  html: `
const tell = async (text) => { for (const client of await clients.matchAll({ includeUncontrolled: true, type: "all" })) client.postMessage(text); };
oninstall = () => skipWaiting();
onactivate = (event) => event.waitUntil(clients.claim());
onfetch = ({ request }) => void tell("fetch " + request.url + " " + request.referrer);
onmessage = async () => tell("clients " + (await clients.matchAll({ includeUncontrolled: true, type: "all" })).map(({ url }) => url).join());`,
  headers: { "content-type": "text/javascript" },
};

eachBrowserAtLength("a page that looks and listens", (launch) => {
  const bench = attackBench(launch, { ...pages, worker });

  it.for(rowsOfRun(Object.keys(pages), representatives))("and %s learns nothing", async (name) => {
    const opened = await bench.open(name);
    expect(await opened.page.evaluate(() => Reflect.get(globalThis, "isListening"))).toBe(true);
    await useAll(bench.browser, opened);
    // In the page's own world, where it has put things that only it may call.
    await opened.page.evaluate(() => (globalThis as { probe?: () => void }).probe?.());
    expect(await opened.page.evaluate(learnt)).toEqual([]);
    expect(await sendNotes(opened.sidebar, bench.project)).toEqual([secretNote]);
    expect(await opened.page.evaluate(learnt)).toEqual([]);
    await opened.page.close();
  });
});

/** All that a person does with pointer and keys: a note written, cut and pasted, saved, its text selected; a place pointed at. */
async function useAll(browser: ExtensionBrowser, { page, sidebar }: OpenedSidebar): Promise<void> {
  await sidebar.press("Page note");
  await sidebar.type(/^(Note|What should change here\?)$/, secretNote);
  await browser.shortcut(page, "a");
  await browser.shortcut(page, "x");
  await browser.shortcut(page, "v");
  await page.keyboard.press("ArrowLeft");
  await sidebar.press("Cancel");
  await sidebar.notePage(secretNote);
  const { x, y } = await sidebar.placeOf("button", new RegExp(secretNote));
  await page.mouse.move(x, y);
  await sidebar.beginPicking();
  await page.mouse.move(300, 200);
  await page.mouse.move(320, 220);
  await page.keyboard.press("Escape");
  await idle(300);
}
