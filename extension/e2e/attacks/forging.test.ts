import { expect, it } from "vitest";
import { rowsOfRun } from "../../../host/testing/long.js";
import { eachBrowserAtLength } from "../each-browser.js";
import type { OpenedSidebar } from "../extension-browser.js";
import { soon } from "../soon.js";
import type { TestPage } from "../test-page.js";
import { attackBench, idle, sendNotes, typeSlowly } from "./attack-bench.js";
import { hostilePage, isClosed, learnt, secretNote } from "./hostile-page.js";

const throughRoot = (take: string) => `
const write = (root) => {
  const field = root.querySelector("textarea");
  if (field !== null) { field.value += "FORGED"; field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true })); }
  for (const frame of root.querySelectorAll("iframe")) {
    if (given(frame) !== "") learn("frame", given(frame));
    try { frame.contentWindow.postMessage({ type: "open", note: "FORGED" }, "*", [new MessageChannel().port2]); } catch {}
  }
};
${take}`;

/** Pages that write, press and speak in the person's place, by how. */
const forgers = {
  "inserts text by command": `
const write = () => { document.execCommand("insertText", false, "FORGED"); document.execCommand("insertHTML", false, "<b>FORGED</b>"); };
addEventListener("pointerdown", write, true);
again(write);`,
  "takes back by command": `again(() => { for (const command of ["undo", "redo"]) document.execCommand(command); });`,
  "deletes by command": `again(() => { for (const command of ["delete", "forwardDelete", "removeFormat"]) document.execCommand(command); });`,
  "cuts by command": `again(() => { for (const command of ["cut", "copy"]) document.execCommand(command); });`,
  "pastes by command": `again(() => document.execCommand("paste"));`,
  "selects all and writes over it": `addEventListener("pointerdown", () => { document.execCommand("selectAll"); document.execCommand("insertText", false, "FORGED"); }, true);`,
  "finds the note and writes over it": `addEventListener("pointerdown", () => { if (globalThis.find?.("mau" + "ve")) document.execCommand("insertText", false, "FORGED"); }, true);`,
  "turns on the design mode": `again(() => { document.designMode = "on"; document.body.contentEditable = "true"; document.execCommand("insertText", false, "FORGED"); });`,
  "makes our host a field": `again(() => { if (host()) { host().contentEditable = "true"; host().focus(); } document.execCommand("insertText", false, "FORGED"); });`,
  "dispatches input": `
again(() => {
  const data = new DataTransfer();
  data.setData("text/plain", "FORGED");
  const all = { data: "FORGED", inputType: "insertText", bubbles: true, composed: true, cancelable: true };
  const made = [new InputEvent("beforeinput", all), new InputEvent("input", all), new KeyboardEvent("keydown", { key: "F", ...all }), new KeyboardEvent("keypress", { key: "F", charCode: 70, ...all }),
    new CompositionEvent("compositionend", all), new ClipboardEvent("paste", { clipboardData: data, ...all }), new DragEvent("drop", { dataTransfer: data, ...all }), new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, ...all })];
  for (const event of made) for (const target of [host(), document.activeElement, window, document]) target?.dispatchEvent(event);
});`,
  "poisons the clipboard": `
for (const type of ["copy", "cut", "paste"]) addEventListener(type, (event) => { learn("heard " + type, event.clipboardData?.getData("text/plain")); event.clipboardData?.setData("text/plain", "FORGED"); event.preventDefault(); event.stopImmediatePropagation(); }, true);
addEventListener("keydown", (event) => { if (event.ctrlKey) { event.preventDefault(); document.execCommand("insertText", false, "FORGED"); } }, true);`,
  "swallows and changes keys": `
for (const type of ["keydown", "keypress", "beforeinput", "input"]) addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);`,
  "takes the focus once a moment": `setInterval(() => { window.focus(); field.focus(); }, 400);`,
  "takes the focus all the time": `setInterval(() => { window.focus(); field.focus(); host()?.blur?.(); document.activeElement?.blur?.(); field.focus(); }, 15);`,
  "takes the focus by a dialog, again and again": `
const dialog = document.createElement("dialog"); dialog.innerHTML = "<input autofocus>"; document.body.append(dialog);
setInterval(() => { dialog.close(); dialog.showModal(); }, 120);`,
  "writes through the root of our element": throughRoot(`
for (const name of ["svc-sidebar", "svc-host"]) customElements.define(name, class extends HTMLElement {
  constructor() { super(); const internals = this.attachInternals(); again(() => internals.shadowRoot && write(internals.shadowRoot)); }
});`),
  "writes through an event's original target": throughRoot(`
let root;
const take = (event) => { for (const name of ["explicitOriginalTarget", "originalTarget", "rangeParent", "target", "relatedTarget"]) { try { if (isInside(event[name])) root ??= event[name].getRootNode(); } catch {} } };
for (const thing of [window, HTMLElement.prototype]) for (const name in thing) if (name.startsWith("on")) addEventListener(name.slice(2), take, true);
again(() => root && write(root));`),
  "replaces what an event's original target is": `
for (const thing of [window, HTMLElement.prototype]) for (const name in thing) if (name.startsWith("on")) addEventListener(name.slice(2), (event) => {
  for (const name of ["explicitOriginalTarget", "originalTarget", "rangeParent", "relatedTarget"]) { try { const node = event[name]; if (isInside(node)) { node.textContent = "FORGED"; node.src = "about:blank"; } } catch {} }
}, true);`,
  "speaks to every window": `
const shapes = [{ type: "open" }, { type: "close" }, { command: "capture:send", sendAnyway: true }, { command: "trust:add" }, { command: "config:allow", kind: "automatic", allowed: true }, { type: "note", comment: "FORGED" }, { kind: "notes", text: "[]" },
  { type: "status", status: { trust: "trusted" } }, { nonce: "", port: 0 }, { svc: true, nonce: "0" }, "svc", null, 0, [], { type: "save", fields: { comment: "FORGED", kind: "bug", severity: "high" } }, { toString: 1, __proto__: null }];
const windows = () => { const all = [window, parent, top, opener]; for (let at = 0; at < 9; at += 1) all.push(window[at]); for (const name of ["sidebar", "svc", "confirm"]) all.push(frames[name]); return all.filter((one) => one && typeof one.postMessage === "function"); };
again(() => {
  for (const shape of shapes) {
    for (const one of windows()) { const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => learn("answer", JSON.stringify(data)); for (const inner of shapes) port1.postMessage(inner); one.postMessage(shape, "*", [port2]); }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => learn("port", JSON.stringify(data));
    for (const origin of [location.origin, "chrome-extension://" + "x".repeat(32), ""]) for (const target of [window, document, host()]) target?.dispatchEvent(new MessageEvent("message", { data: shape, origin, source: window, ports: [port2], bubbles: true, composed: true }));
    for (const type of ["svc", "svc:message", "svc:open", "svc:close", "sidebar", "toggle", "beforetoggle", "fullscreenchange", "pagehide", "message"]) for (const target of [window, document, host()]) target?.dispatchEvent(new CustomEvent(type, { detail: shape, bubbles: true, composed: true }));
  }
  for (const name of ["svc", "sidebar", "svc-sidebar"]) { try { new BroadcastChannel(name).postMessage({ comment: "FORGED" }); localStorage.setItem(name, "FORGED"); sessionStorage.setItem(name, "FORGED"); } catch {} }
  try { chrome.runtime.sendMessage("", { command: "capture:send" }); } catch {}
});
addEventListener("message", (event) => { if (event instanceof MessageEvent && event.source !== window) learn("heard message", event.origin); });`,
  "opens windows by our names": `
const names = ["sidebar", "svc", "svc-sidebar", "confirm", "panel"];
for (const name of names) { const frame = document.createElement("iframe"); frame.name = name; frame.srcdoc = "<p>FORGED"; document.body.append(frame); }
again(() => { for (const name of names) { if (window[name]?.location && window[name].parent !== window) learn("window", name); } });
addEventListener("pointerdown", () => { for (const name of names) open("about:blank", name); }, true);`,
  "sends keys and clicks of its own to the host": `
again(() => { const found = host(); if (!found) return; found.tabIndex = 0; found.focus(); found.click(); for (const type of ["click", "mousedown", "mouseup", "pointerup", "touchend", "submit", "change", "input"]) found.dispatchEvent(new MouseEvent(type, { clientX: innerWidth - 100, clientY: innerHeight - 70, bubbles: true, composed: true })); });`,
  "locks pointer and screen": `
addEventListener("pointerdown", () => { field.requestPointerLock?.(); document.body.requestFullscreen?.().catch(() => undefined); }, true);
again(() => { if (!navigator.userActivation?.isActive) return; field.requestPointerLock?.(); document.body.requestFullscreen?.().catch(() => undefined); });`,
} as const;

type Forger = keyof typeof forgers;

/** What takes the focus stands in `focus.test.ts`. */
const representatives: readonly Forger[] = ["dispatches input"];

const pages = Object.fromEntries(Object.entries(forgers).map(([name, script]) => [name, hostilePage(script)]));

eachBrowserAtLength("a page that forges what the person does", (launch) => {
  const bench = attackBench(launch, pages);

  it.for(rowsOfRun(Object.keys(forgers) as Forger[], representatives))("and %s changes nothing", async (name) => {
    const opened = await bench.open(name);
    const { page } = opened;
    const [captures, config] = [bench.project.captureNames(), bench.project.config()];
    const writing = writeAndSend(opened).catch(async (error: unknown) => {
      // The person sees that nothing was written, and nothing was.
      if (!(await isSeen(page))) throw error;
      return "closed";
    });
    const sent = await Promise.race([writing, untilSeen(page)]);
    const added = bench.project.captureNames().filter((one) => !captures.includes(one));
    // A sidebar that closes after the person has sent reports nothing of it any more.
    const notes = added.flatMap((one) => bench.project.readCapture(one).capture.annotations.map(({ comment }) => comment));
    if (sent === "closed") expect(notes).toEqual(added.map(() => secretNote));
    else expect([sent, added.length]).toEqual([[secretNote], 1]);
    expect(bench.project.config()).toEqual(config);
    expect(await page.evaluate(learnt)).toEqual([]);
    expect(await page.evaluate(ownField)).not.toMatch(/[mauveotr]{3}/);
    await page.close();
    await writing.catch(() => "its page is gone");
  });

  /** The person sees why they cannot write: the sidebar is closed, or the browser itself has taken the pointer or the keys. */
  async function isSeen(page: TestPage): Promise<boolean> {
    return (await page.evaluate(isClosed)) || (await page.evaluate(holdsPointer)) || (await bench.browser.asksToPaste(page));
  }

  /** Who sees for two seconds why nothing can be written tries no longer. Goes on until the page is closed. */
  async function untilSeen(page: TestPage): Promise<"closed"> {
    for (let times = 0; times < 4; times = (await isSeen(page)) ? times + 1 : 0) await idle(500);
    return "closed";
  }

  /** Waits for the note in its field; in vain as soon as the person sees why it cannot be there. */
  async function expectWritten({ page, sidebar }: OpenedSidebar): Promise<void> {
    const value = async () => (await sidebar.peek("textbox", field))?.value;
    await soon(async () => (await value()) === secretNote || (await isSeen(page))).toBe(true);
    expect(await value()).toBe(secretNote);
  }

  async function writeAndSend(opened: OpenedSidebar): Promise<readonly string[]> {
    const { page, sidebar } = opened;
    await sidebar.press("Page note");
    await sidebar.press(field, "textbox");
    await typeSlowly(page, secretNote);
    await expectWritten(opened);
    for (const letter of ["a", "x", "v"] as const) await bench.browser.shortcut(page, letter);
    await idle(200);
    await expectWritten(opened);
    await sidebar.press("Save");
    await sidebar.waitForText(new RegExp(`^${secretNote}$`));
    return sendNotes(sidebar, bench.project);
  }
});

const field = /^(Note|What should change here\?)$/;

/** Runs in the page: it has the pointer to itself, as the browser shows the person, until they press Escape. */
function holdsPointer(): boolean {
  return document.pointerLockElement !== null;
}

/** Runs in the page: what landed in its own field. */
function ownField(): string {
  return document.querySelector("input")?.value ?? "";
}
