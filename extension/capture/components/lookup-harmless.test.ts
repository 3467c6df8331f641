import { fileURLToPath } from "node:url";
import type { Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { blankPage, openChromium } from "../../../host/testing/chromium.js";
import { isLong, rowsOfRun } from "../../../host/testing/long.js";
import { shared } from "../../../host/testing/shared.js";
import { bundleExpression } from "../../fixtures/apps/bundle.js";
import type { AppName } from "../../fixtures/apps/frameworks.js";
import { serveApp } from "../../fixtures/apps/serve.js";

const browser = shared(openChromium);
const bundled = (file: string) => bundleExpression(fileURLToPath(new URL(file, import.meta.url)));
const [lookUp, opener] = await Promise.all([bundled("lookup.ts"), bundled("index.ts")]);

/** Everything of a page's world that a look-up could leave a trace in. */
const worldState = `(() => {
  const describe = (of) => Object.entries(Object.getOwnPropertyDescriptors(of)).map(([name, found]) => name + ":" + typeof (found.value ?? found.get));
  return JSON.stringify([
    Object.getOwnPropertyNames(globalThis).sort(),
    document.documentElement.outerHTML,
    [...document.querySelectorAll("*")].map(describe),
    [Object, Array, String, Element, Node, HTMLElement].map((one) => [describe(one), describe(one.prototype)]),
    document.activeElement?.localName, String(getSelection()), scrollX, scrollY,
  ]);
})()`;

async function onPage<T>(html: string, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await blankPage(browser);
  await page.setContent(html);
  return use(page);
}

const apps: readonly AppName[] = ["react19", "vue3", "vue2", "svelte5", "angular", "lit", "solid"];

describe("the look-up", () => {
  it.each(rowsOfRun<AppName>(apps, ["react19", "vue3", "svelte5"]))(
    "leaves the world of %s as it was, without a listener or a request",
    async (app) => {
      const [served, page] = await Promise.all([serveApp(app), browser.newPage()]);
      await page.goto(served.url);
      await page.waitForSelector(">>> button");
      await page.evaluate(`globalThis.listeners = 0; EventTarget.prototype.addEventListener = function () { listeners++; }`);
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      const before = await page.evaluate(worldState);
      await page.evaluate(`${lookUp}.lookUp(document)`);
      expect(await page.evaluate(worldState)).toBe(before);
      expect(await page.evaluate("listeners")).toBe(0);
      expect(requests).toEqual([]);
      await page.close();
      await served.close();
    },
  );

  const hostile: readonly (readonly [what: string, script: string])[] = [
    [
      "getters that would notice",
      `Object.defineProperty(p, "__vueParentComponent", { get() { noticed++; } }); Object.defineProperty(p, "__svelte_meta", { get() { noticed++; throw 1; } })`,
    ],
    ["getters", `p.__reactFiber$x = { get _debugOwner() { noticed++ }, get return() { noticed++ }, get _debugStack() { noticed++ } }`],
    ["the stack's getter", `p.__reactFiber$x = { _debugOwner: { type: function A() {} }, _debugStack: { get stack() { noticed++ } } }`],
    [
      "a proxy whose traps throw",
      `p.__reactFiber$x = new Proxy({}, { getOwnPropertyDescriptor() { throw 1; }, getPrototypeOf() { throw 1; }, get() { noticed++; } })`,
    ],
    ["a ring of owners", `const a = { type: function A() {} }; a._debugOwner = a; p.__reactFiber$x = { _debugOwner: a }`],
    ["a ring of parents", `const a = { return: null }; a.return = a; p.__reactFiber$x = a`],
    ["no names", `p.__reactFiber$x = { _debugOwner: { type: Object.assign(() => {}, { displayName: "</script><img>" }) } }`],
    ["built-ins", `JSON.stringify = () => { noticed++; }; Array.prototype.toJSON = String.prototype.toJSON = () => { noticed++; }`],
    ["a tree that contains itself", `const v = { type() {}, __e: p }; v.__k = [v, v]; p.__k = v`],
  ];
  it.each(hostile)("survives %s and answers", async (_what, script) => {
    const [answer, noticed] = await onPage("<p id=p>x</p>", async (page) => {
      await page.evaluate(`globalThis.noticed = 0; { const p = document.getElementById("p"); ${script}; } undefined`);
      return [String(await page.evaluate(`${lookUp}.lookUp(document)`)), await page.evaluate("noticed")] as const;
    });
    expect(JSON.parse(answer)).toMatchObject({ v: 1 });
    expect(answer).not.toContain("onerror");
    expect(noticed).toBe(0);
  });

  const many = isLong ? 80_000 : 20_000;
  it(`ends in its time on a page of ${many} elements`, async () => {
    const { took, reached } = await onPage("<main></main>", async (page) => {
      await page.evaluate(`{
        const chain = (depth) => depth === 0 ? null : { type: { displayName: "C" + depth }, _debugOwner: chain(depth - 1) };
        for (let i = 0; i < ${many}; i++) {
          const element = document.createElement("i");
          element.__reactFiber$x = { _debugOwner: chain(30), _debugStack: new Error("made here") };
          document.querySelector("main").append(element);
        }
      }`);
      const [json, took] = (await page.evaluate(
        `(() => { const start = performance.now(); return [${lookUp}.lookUp(document), performance.now() - start]; })()`,
      )) as [string, number];
      const answer: { component: unknown[] } = JSON.parse(json);
      return { took, reached: answer.component.length };
    });
    // The bound is 400 ms; the rest is the joining of what was found.
    expect(took).toBeLessThan(1_500);
    if (reached < many) expect(took).toBeGreaterThan(400);
  });
});

describe("joining to another world", () => {
  const cases: readonly (readonly [what: string, change: string, component: string])[] = [
    ["an unchanged page", "", "Card"],
    ["an element added before", `document.body.prepend(document.createElement("hr"))`, ""],
    ["elements that changed places", `document.body.append(document.querySelector("b"))`, ""],
    ["text that changed", `document.querySelector("b").textContent = "new"`, "Card"],
    ["a change in a later shadow root only", `document.querySelector("x-a").shadowRoot.append(document.createElement("hr"))`, "Card"],
  ];
  it.each(cases)("gives each element its own answer or none: %s", async (_what, change, component) => {
    const found = await onPage("<b>x</b><i>y</i><x-a><template shadowrootmode=open><u></u></template></x-a>", async (page) => {
      await page.evaluate(`globalThis.b = document.querySelector("b"); b.__reactFiber$x = { _debugOwner: { type: function Card() {} } }`);
      const json = await page.evaluate(`${lookUp}.lookUp(document)`);
      await page.evaluate(change);
      return page.evaluate(`${opener}.readComponents(document, { json: ${JSON.stringify(json)}, from: "page-world" }).of(b, []).component`);
    });
    expect(found).toBe(component);
  });

  it.each(["", "null", "[]", "{", `{"v":1}`, `{"v":1,"trees":["x"],"strings":[],"frameworks":[],"component":[],"source":[]}`, "undefined"])(
    "takes %s for no answer",
    async (json) => {
      const found = await onPage("<b></b>", (page) =>
        page.evaluate(`typeof ${opener}.readComponents(document, { json: ${JSON.stringify(json)}, from: "page-world" })`),
      );
      expect(found).toBe("undefined");
    },
  );
});
