import { expect, it } from "vitest";
import { isLong, rowsOfRun } from "../../../host/testing/long.js";
import { waitUntil } from "../../../host/testing/wait-until.js";
import { eachBrowserAtLength } from "../each-browser.js";
import { soon } from "../soon.js";
import { attackBench, idle } from "./attack-bench.js";
import { hostilePage, startAttack } from "./hostile-page.js";

/** The page's own words where it wants the click, below or above the sidebar. */
const bait = (place: string) =>
  `const bait = document.createElement("div"); bait.textContent = "Play"; bait.style.cssText = "position:fixed;width:120px;height:40px;" + ${place}; document.body.append(bait);`;
const baitThere = bait(`"left:" + (x - 60) + "px;top:" + (y - 20) + "px"`);
const cover = (tag: string) =>
  `const cover = document.createElement("${tag}"); cover.dataset.own = ""; cover.textContent = "Play"; cover.style.cssText = "position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;border:0;background:white;pointer-events:none"; document.documentElement.append(cover);`;
const important = (style: string) => `host().style.cssText += ";${style.replaceAll(";", " !important;")} !important";`;
const movedTo = `"translate: " + (300 - x) + "px " + (300 - y) + "px"`;

/** How a page brings a person to press a button that grants consent, as bodies of functions of the button's place; they return the bait's. */
const baits = {
  "draws the sidebar with no opacity": `${baitThere} ${important("opacity: 0")}`,
  "draws the sidebar through a filter": `${baitThere} ${important("filter: opacity(0)")}`,
  "draws the sidebar through a mask": `${baitThere} ${important("mask-image: linear-gradient(transparent, transparent)")}`,
  "draws the sidebar with next to no opacity, all the time": `${baitThere} setInterval(() => host()?.style.setProperty("opacity", "0.01", "important"), 5);`,
  "blends the sidebar away": `document.documentElement.style.background = "white"; ${important("mix-blend-mode: lighten")}`,
  "covers the sidebar with a popover that lets clicks through": `${cover("div")} cover.popover = "manual"; cover.showPopover();`,
  "covers the sidebar with a popover all the time": `${cover("div")} cover.popover = "manual"; setInterval(() => { cover.hidePopover(); cover.showPopover(); }, 5);`,
  "covers the sidebar with a dialog that lets clicks through": `${cover("dialog")} cover.showModal();`,
  "covers the sidebar with a backdrop": `document.head.insertAdjacentHTML("beforeend", "<style>[data-own]::backdrop { background: white; pointer-events: none }</style>"); const small = document.createElement("div"); small.dataset.own = ""; small.popover = "manual"; document.body.append(small); small.showPopover();`,
  "covers the sidebar with a view transition": `document.head.insertAdjacentHTML("beforeend", "<style>::view-transition { background: white; pointer-events: none } ::view-transition-group(*) { animation-duration: 1e6s !important; opacity: 0; pointer-events: none } html { view-transition-name: none }</style>"); document.startViewTransition?.(() => undefined);`,
  "puts the sidebar into a box without opacity": `${baitThere} const box = document.createElement("div"); box.style.opacity = "0"; document.body.append(box); box.append(host());`,
  "puts the sidebar into a closed root without opacity": `${baitThere} const box = document.createElement("div"); box.style.opacity = "0"; document.body.append(box); const root = box.attachShadow({ mode: "closed" }); root.isOwn = true; root.append(host()); root.firstChild.showPopover?.();`,
  "puts the sidebar below where the person clicks": `${bait(`"left:240px;top:280px"`)} host().style.cssText += ";opacity: 0 !important;" + ${movedTo} + " !important"; return [300, 300];`,
  "makes the button as large as the window": `host().style.cssText += ";opacity: 0 !important; transform-origin: " + x + "px " + y + "px !important; transform: scale(40) !important"; return [640, 400];`,
  "moves the button below the second click of a double click": `${bait(`"left:240px;top:280px"`)} bait.onpointerup = () => { host().style.cssText += ";" + ${movedTo} + " !important"; bait.remove(); }; return [300, 300];`,
  "takes the pointer away between press and release": `${bait(`"left:240px;top:280px"`)} bait.onpointerdown = () => { host().style.cssText += ";opacity: 0 !important;" + ${movedTo} + " !important"; bait.remove(); }; return [300, 300];`,
  "zooms the sidebar until its button is everywhere": `host().style.cssText += ";opacity: 0 !important; zoom: 30 !important"; return [640, 400];`,
} as const;

const representatives: readonly (keyof typeof baits)[] = ["takes the pointer away between press and release"];

/** With the root in hand a page needs no covers: it lays each button in turn over the window and waits for stray clicks. */
const worksRoot = `
const order = ["Page note", "Save", "Add to trusted", "Send anyway", "Send to Agent"];
let at = 0;
function work(root) {
  const field = root.querySelector("textarea");
  if (field !== null && field.value !== "FORGED") { field.value = "FORGED"; field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true })); }
  for (const box of root.querySelectorAll("input[type=checkbox]")) if (!box.checked) box.click();
  const button = [...root.querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === order[at]);
  if (button === undefined || button.isTaken) return;
  button.isTaken = true;
  button.style.cssText = "position:fixed !important;inset:0 !important;width:100vw !important;height:100vh !important;opacity:0 !important;z-index:99 !important";
  button.addEventListener("click", () => { at += 1; button.style.cssText = ""; });
}
`;
const roots = {
  "by defining our element": `${worksRoot}
for (const name of ["svc-sidebar", "svc-host"]) customElements.define(name, class extends HTMLElement {
  constructor() { super(); const internals = this.attachInternals(); again(() => internals.shadowRoot && work(internals.shadowRoot)); }
});`,
  "by an event's original target": `${worksRoot}
let root;
const take = (event) => { for (const name of ["explicitOriginalTarget", "originalTarget", "rangeParent", "target"]) { try { if (isInside(event[name])) root ??= event[name].getRootNode(); } catch {} } };
for (const type of ["pointerover", "pointerout", "pointermove", "pointerdown", "mouseover", "mousemove", "focusin", "focus", "blur", "keydown"]) addEventListener(type, take, true);
again(() => root && work(root));`,
  "by clicks and keys of its own": `
const events = (x, y) => [new PointerEvent("pointerdown", { clientX: x, clientY: y, bubbles: true, composed: true }), new MouseEvent("click", { clientX: x, clientY: y, bubbles: true, composed: true, detail: 1 }),
  new MouseEvent("click", { bubbles: true, composed: true, cancelable: true }), new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true }), new Event("submit", { bubbles: true, composed: true }), new Event("change", { bubbles: true, composed: true })];
const isTrusted = Object.getOwnPropertyDescriptor(Event.prototype, "isTrusted");
if (isTrusted?.configurable) Object.defineProperty(Event.prototype, "isTrusted", { get: () => true });
Object.defineProperty(Event.prototype, Symbol.for("svc.real-event"), { value: true, writable: true });
again(() => {
  if (host() === null) return;
  host().click();
  host().focus();
  for (let x = innerWidth - 340; x < innerWidth; x += 60) for (let y = 20; y < innerHeight; y += 60) {
    for (const event of events(x, y)) { event[Symbol.for("svc.real-event")] = true; for (const target of [host(), document.elementFromPoint(x, y), window]) target?.dispatchEvent(event); }
    document.elementFromPoint(x, y)?.click?.();
  }
});`,
} as const;

/** How a page goes while the person is asked about it. */
const ways = {
  "goes elsewhere": `location.href = "about:blank";`,
  "loads itself again": `location.reload();`,
  "throws the sidebar out": `setInterval(() => host()?.remove(), 5);`,
} as const;

const pages = {
  ...Object.fromEntries(Object.entries(ways).map(([name, body]) => [name, hostilePage(`globalThis.attack = () => { ${body} };`)])),
  ...Object.fromEntries(Object.entries(baits).map(([name, body]) => [name, hostilePage(`globalThis.attack = (x, y) => { ${body} };`)])),
  ...Object.fromEntries(Object.entries(roots).map(([name, script]) => [name, hostilePage(script)])),
};

eachBrowserAtLength("a page that nobody trusts and wants to be sent", (launch) => {
  const bench = attackBench(launch, pages);
  const consents = () => {
    const { trustedPatterns, autoAnswerRequests, componentNames } = bench.project.config();
    return { sent: bench.project.captureNames(), trustedPatterns, autoAnswerRequests, componentNames };
  };

  it.each(rowsOfRun(Object.keys(baits) as (keyof typeof baits)[], representatives))(
    "and %s gets nothing for a click on its bait",
    async (name) => {
      const { page, sidebar } = await bench.openUntrusted(name);
      await sidebar.find("image", /^Native/);
      const before = consents();
      const button = await sidebar.placeOf("button", "Send anyway");
      const [x, y] = await page.evaluate(startAttack, button.x, button.y);
      await idle(400);
      await page.mouse.click(x, y);
      await page.mouse.click(x, y);
      await idle(1_200);
      expect(consents()).toEqual(before);
      await page.close();
    },
  );

  it.skipIf(!isLong).each(Object.keys(ways))("and %s while the person is asked closes the question", async (name) => {
    const { page, sidebar } = await bench.openUntrusted(name);
    await sidebar.find("image", /^Native/);
    const before = consents();
    await sidebar.press("Send anyway");
    await sidebar.waitForText(/^Answer in the window/);
    await page.evaluate(startAttack, 0, 0);
    await idle(1_200);
    await soon(async () => (await bench.browser.ownPage("confirm")) === undefined).toBe(true);
    expect(consents()).toEqual(before);
    await page.close();
  });

  it("and makes the person click and type where the question opens gets no answer of that", async (context) => {
    const { page, sidebar } = await bench.openUntrusted(Object.keys(ways)[0] ?? "");
    await sidebar.find("image", /^Native/);
    for (let attempt = 0; attempt < 5; attempt++) {
      const before = consents();
      await sidebar.press("Send anyway");
      const question = await waitUntil("the window that asks", () => bench.browser.ownPage("confirm"));
      const [x, y] = await waitUntil("the button", async () => (await question.evaluate(agreePlace)) ?? undefined);
      // On a slow machine the press comes so late that it answers, and the window goes.
      const isThere = await question.mouse.click(x, y).then(
        () =>
          question.keyboard.press("Enter").then(
            () => true,
            () => false,
          ),
        () => false,
      );
      // A press within the first moment met a button that takes nothing; on a slow machine nothing comes so early.
      if (!isThere || !(await question.evaluate(wereEarly).catch(() => false))) {
        if ((await bench.browser.ownPage("confirm")) !== undefined) await bench.browser.answerQuestion("Cancel");
        continue;
      }
      await idle(1_000);
      expect(consents()).toEqual(before);
      return page.close();
    }
    context.skip("this machine presses too late to try it");
  });

  it.skipIf(!isLong).each(Object.keys(roots))("and works the sidebar %s gets nothing for stray clicks", async (name) => {
    const { page, sidebar } = await bench.openUntrusted(name);
    await sidebar.find("image", /^Native/);
    const before = consents();
    // A person comes by the sidebar, then clicks and types on the page.
    await page.mouse.move(1_100, 160);
    await page.mouse.move(1_100, 700);
    for (let round = 0; round < 4; round += 1) {
      await page.mouse.click(300 + round, 300);
      await idle(200);
    }
    await page.keyboard.press("Enter");
    await idle(800);
    expect(consents()).toEqual(before);
    expect(await sidebar.outline()).not.toContain("FORGED");
    await page.close();
  });
});

/** Runs in the window of the question: the middle of the button that agrees. From now on it records whether presses meet it disabled. */
function agreePlace(): readonly [x: number, y: number] | null {
  const button = document.querySelector<HTMLButtonElement>("button.primary");
  if (button === null) return null;
  const early: boolean[] = [];
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => early.push(button.disabled), true);
  Object.assign(globalThis, { early });
  const { x, y, width, height } = button.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** Runs in the window of the question: every press met the button disabled. */
function wereEarly(): boolean {
  return (globalThis as unknown as { early: boolean[] }).early.every(Boolean);
}
