import type { Page } from "puppeteer-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { ExplainedElement } from "../../../host/contract/style-rules.js";
import { openChromium } from "../../../host/testing/chromium.js";
import { shared } from "../../../host/testing/shared.js";
import { bundleCascade, captureWithRules } from "./testing/cascade-engine.js";
import { chromiumWinnerCases, linesOf, looksExpected, looksOf, looksPage, serveCases, winnerCases } from "./testing/cases.js";
import { openCases } from "./testing/open-cases.js";

const browser = shared(openChromium);
const server = shared(serveCases);
const script = await bundleCascade();
/** One for all cases: even an empty page before each takes a third of their time. */
let tab: Page;
beforeAll(async () => {
  tab = await browser.newPage();
  await tab.setViewport({ width: 1_000, height: 800 });
});

/** Explains the first `.it` of a page. */
async function explain(html: string) {
  await tab.goto(server.page(html), { waitUntil: "load" });
  const before = await tab.content();
  const { rules, holes } = await captureWithRules(tab, script, ".it");
  expect(await tab.content()).toBe(before);
  const [element] = rules?.elements ?? [];
  if (rules === undefined || element === undefined) throw new Error("nothing was explained");
  return { rules, element, holes, of: (property: string) => element.properties.find((one) => one.property === property) };
}

const it1 = `<main><div class="box"><p class="it a" id="one">Words</p></div></main>`;

describe("explainStyles", () => {
  it.each([...winnerCases, ...chromiumWinnerCases])(
    "lists declarations, the winner first: %s",
    async (_case, html, property, computed, expected) => {
      const { of, rules } = await explain(html);
      const found = of(property);
      expect(found?.computed).toBe(computed);
      expect(found?.["cannot-tell"]).toBeUndefined();
      expect(linesOf(rules, found)).toEqual(expected);
    },
  );

  it("stops where a page lays thousands of counters out anew for each element, and states of how many it has nothing", async () => {
    const style = `<style>p { counter-increment: a } p::before { content: counters(a, ".") } div { counter-reset: a }</style>`;
    const html = `${style}${"<div>".repeat(300)}${`<p class="it">Words</p>`.repeat(4_000)}`;
    await tab.goto(server.page(html), { waitUntil: "load" });
    const { rules, holes } = await captureWithRules(tab, script, ".it");
    const explained = rules?.elements.length ?? 0;
    expect(explained).toBeGreaterThan(0);
    // All of them take 6 s or more.
    expect(explained).toBeLessThan(40);
    const detail = `the declarations of ${40 - explained} annotated elements were not read: on this page each takes too long`;
    expect(holes).toMatchObject([{ kind: "style-sheet", detail }]);
  });

  it("stops within an element that thousands of selectors look through the page for", async () => {
    const style = `<style>${Array.from({ length: 8_000 }, (_, n) => `.it:has(~ .a${n} i) { --a: ${n} }`).join("")}</style>`;
    const html = `${style}<p class="it">Words</p>${"<p>Words</p>".repeat(5_000)}`;
    await tab.goto(server.page(html), { waitUntil: "load" });
    const { rules, holes } = await captureWithRules(tab, script, ".it");
    expect(rules?.elements).toEqual([]);
    const detail = "the declarations of 1 annotated elements were not read: on this page each takes too long";
    expect(holes).toMatchObject([{ kind: "style-sheet", detail }]);
  });

  it("asks a page for its animations once, whatever the number of elements", async () => {
    const html = `<style>@keyframes turn { from { opacity: 0 } } p { animation: turn 9s paused }</style>${`<p class="it">Words</p>`.repeat(30)}`;
    await tab.goto(server.page(html), { waitUntil: "load" });
    await tab.evaluate(`globalThis.asked = 0;
      for (const { prototype } of [Element, Document]) {
        const { getAnimations } = prototype;
        prototype.getAnimations = function (...given) { globalThis.asked++; return getAnimations.apply(this, given); };
      }`);
    const { rules } = await captureWithRules(tab, script, ".it");
    expect(rules?.elements).toHaveLength(30);
    // Once by the capture itself.
    expect(await tab.evaluate("globalThis.asked")).toBe(2);
  });

  it("leaves out what the browser's own style sheet sets below a declaration", async () => {
    const { of } = await explain(
      `<style>main { font-size: 20px; color: red } button { padding: 1px }</style><main><h1>Title</h1><h1 class="it">Title</h1></main>`,
    );
    expect(of("font-size")).toBeUndefined();
    expect(of("color")).toMatchObject({ computed: "rgb(255, 0, 0)", from: expect.any(String) });
  });

  it("takes the position that Chromium gives what stands in SVG for adjusted", async () => {
    const page = await browser.newPage();
    await page.setContent(`<style>text { position: relative }</style><svg><text class="it">Words</text></svg>`);
    const json = await page.evaluate(
      `${script};JSON.stringify(cascadeInPage.explainStyles([document.querySelector(".it")], { probeRoot: document.body, refOf: () => "e0" }).rules.elements)`,
    );
    await page.close();
    const [element] = JSON.parse(String(json)) as ExplainedElement[];
    const position = element?.properties.find(({ property }) => property === "position");
    expect([position?.computed, position?.["cannot-tell"], position?.declarations.length]).toEqual(["static", undefined, 1]);
  });

  it("follows custom properties to the end of the chain", async () => {
    const { of, rules } = await explain(
      `<style>:root { --space-2: 8px; --gap: var(--space-2) } main { --gap: calc(var(--space-2) * 2) } .it { padding-top: var(--gap); margin-top: var(--none, 3px) }</style>${it1}`,
    );
    const uses = of("padding-top")?.variables?.map(({ name, value, declared, rule, from }) => [
      name,
      value,
      declared,
      rules.rules[rule ?? -1]?.selector,
      from,
    ]);
    expect(uses).toEqual([
      ["--gap", "calc(8px * 2)", "calc(var(--space-2) * 2)", "main", expect.stringMatching(/^e\d+$/)],
      ["--space-2", "8px", "8px", ":root", "e0"],
    ]);
    expect(of("margin-top")?.variables).toEqual([{ name: "--none", value: "" }]);
    expect(of("margin-top")).toMatchObject({ computed: "3px" });
  });

  it("reads shadow roots: hosts, slots and parts", async () => {
    const html = `<style>x-a::part(p) { color: blue } x-a { padding-top: 5px }</style><x-a class="it"><template shadowrootmode="open">
      <style>:host { padding-top: 3px; margin-top: 4px } ::slotted(.it) { color: lime } [part] { color: red }</style><b part="p">Part</b><slot></slot></template><i class="it">Slotted</i></x-a>`;
    const { rules, element } = await explain(html);
    const [, slotted] = rules.elements;
    expect(
      linesOf(
        rules,
        element.properties.find(({ property }) => property === "padding-top"),
      ),
    ).toEqual(["x-a { padding-top: 5px }", ":host { padding-top: 3px }"]);
    expect(
      linesOf(
        rules,
        slotted?.properties.find(({ property }) => property === "color"),
      ),
    ).toEqual(["::slotted(.it) { color: lime }"]);
  });

  it.each(openCases)("names no winner because of %s", async (_case, html, property, reason) => {
    const { of, holes } = await explain(html);
    expect(of(property)?.["cannot-tell"]).toContain(reason);
    if (html.includes("FAR/")) expect(holes).toMatchObject([{ kind: "style-sheet", detail: expect.stringContaining("/far.css") }]);
  });

  it.each([
    ["color", `<style>main { color: #000 }</style><main><input class="it"></main>`, false],
    ["color", `<style>main { color: #000 }</style><main><button><b class="it">Go</b></button></main>`, false],
    ["list-style-type", `<main style="list-style-type: decimal"><ol><li class="it">One</li></ol></main>`, false],
    ["color", `<style>main { color: #000 } input { color: inherit }</style><main><input class="it"></main>`, true],
    ["color", `<style>main { color: #000 } button { color: inherit }</style><main><button><b class="it">Go</b></button></main>`, true],
    ["list-style-type", `<main style="list-style-type: decimal"><ul style="list-style: inherit"><li class="it">One</li></ul></main>`, true],
    ["color", `<style>main { color: #000 }</style><main><h1><li class="it">One</li></h1></main>`, true],
    ["font-weight", `<style>main { font-weight: 700 }</style><main><p class="it">One</p></main>`, true],
  ])("leaves out what browsers set where a declaration further out has the same value: %s of %s", async (property, html, isOfMain) => {
    const found = (await explain(html)).of(property);
    expect([found !== undefined, found?.from !== undefined]).toEqual([isOfMain, isOfMain]);
  });

  it("takes what the browser's own style sheet sets for no style of an unread sheet", async () => {
    const { of } = await explain(
      `<link rel="stylesheet" href="FAR/far.css"><style>main { text-align: right; font-family: serif; cursor: help }</style><main><button class="it">Go</button></main>`,
    );
    expect([of("text-align"), of("font-family")]).toEqual([undefined, undefined]);
    expect(of("cursor")).toBeUndefined();
    const inside = await explain(
      `<link rel="stylesheet" href="FAR/far.css"><style>main { text-align: right; letter-spacing: 3px }</style><main><button><b><i class="it">Go</i></b></button></main>`,
    );
    expect([inside.of("text-align"), inside.of("letter-spacing")]).toEqual([undefined, undefined]);
  });

  it("reports what other states and conditions would change", async () => {
    const { element, rules } = await explain(looksPage);
    expect(looksOf(rules, element)).toEqual(looksExpected);
    const control = await explain(
      `<style>:disabled { cursor: wait } button:not(:disabled) { color: red }</style><button class="it">Go</button><p>Words</p>`,
    );
    expect(looksOf(control.rules, control.element)).toEqual([":disabled :disabled { cursor: wait }"]);
    expect(control.rules.rules.map(({ matches }) => matches)).toEqual([1, 1]);
    const named = await explain(
      String.raw`<style>.it:focus, .it.\:focus { color: red } .dark\:hover\:red:hover { cursor: help }</style><p class="it dark:hover:red">Words</p>`,
    );
    expect(looksOf(named.rules, named.element)).toEqual([
      String.raw`:focus-visible .it:focus, .it.\:focus { color: red }`,
      String.raw`:hover .dark\:hover\:red:hover { cursor: help }`,
    ]);
  });

  it("counts the elements that a rule matches, and names sheets by the marks of build tools", async () => {
    const map = Buffer.from(JSON.stringify({ version: 3, sources: ["src/a.scss"], mappings: "" })).toString("base64");
    const { rules } = await explain(
      `<style data-vite-dev-id="/app/src/a.scss">p { color: red }
/*# ${"sourceMapping"}URL=data:application/json;base64,${map} */</style>${it1}<p>More</p>`,
    );
    expect(rules.rules).toMatchObject([{ selector: "p", matches: 2, css: "color: red;", sheet: 0, path: [0] }]);
    expect(rules.sheets).toEqual([{ origin: "style", href: "", marker: "/app/src/a.scss", sources: ["src/a.scss"] }]);
  });

  it("asks as much of what stands around an element as it is deep", async () => {
    const sheet =
      "<style>main { color: red; font: 12px serif; cursor: help; text-align: right; letter-spacing: 1px } div { outline-color: red }</style>";
    const asked = async (depth: number) => {
      await tab.goto(server.page(`${sheet}<main>${"<div>".repeat(depth)}<b class="it">Go</b>`), { waitUntil: "load" });
      await tab.evaluate(`
        globalThis.asked = 0;
        const { get } = Object.getOwnPropertyDescriptor(Node.prototype, "parentElement");
        Object.defineProperty(Node.prototype, "parentElement", { get() { asked++; return get.call(this); }, configurable: true });
        0`);
      await captureWithRules(tab, script, ".it");
      return Number(await tab.evaluate("asked"));
    };
    const shallow = await asked(50);
    expect(shallow).toBeGreaterThan(50);
    expect((await asked(200)) / shallow).toBeLessThan(4.6);
  });
});
