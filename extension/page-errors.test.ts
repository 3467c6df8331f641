import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import type { BrowserContext, Page } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { consoleEntrySchema } from "../host/contract/capture.js";
import { openChromium } from "../host/testing/chromium.js";
import { codePoint } from "../host/testing/code-points.js";
import { type PageErrorsCommand, readPageErrors } from "./page-errors.js";

let browser: BrowserContext;
let page: Page;
/** The function's own text, minified as the build does: what `executeScript` sends into the page. */
let source: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { pageErrors } from ${JSON.stringify(fileURLToPath(new URL("page-errors.ts", import.meta.url)))}; globalThis.text = pageErrors.toString();`,
      resolveDir: ".",
    },
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
  });
  const made: { text: string } = { text: "" };
  new Function("globalThis", outputFiles[0]?.text ?? "")(made);
  source = made.text;
  browser = await openChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
  await page.setContent("<!doctype html><title>t</title>");
});

const key = "svc-7f3a";
const run = async (command: PageErrorsCommand) =>
  String(await page.evaluate(`(${source})(${JSON.stringify(command)}, ${JSON.stringify(key)})`));
const heard = async (command: PageErrorsCommand = "read") => readPageErrors(await run(command)).map(({ message }) => message);
/** As the page's own scripts do it: later, in a task of its own. */
const inPage = (script: string) =>
  page.evaluate(
    `new Promise((resolve) => { const s = document.createElement("script"); s.textContent = ${JSON.stringify(script)}; document.head.append(s); s.remove(); setTimeout(resolve, 30) })`,
  );

describe("errors in the page's world", () => {
  it.each([
    ["an uncaught error", `setTimeout(() => { throw new TypeError("no cart") })`, /^Uncaught TypeError: no cart( \(.*:\d+:\d+\))?$/],
    ["a rejection", `Promise.reject(new RangeError("far"))`, "Unhandled rejection: RangeError: far"],
    ["a rejection without an error", `Promise.reject({ a: 1 })`, "Unhandled rejection: [object]"],
    [
      "console.error",
      `console.error("bad", 7, null, undefined, [1], { a: 1 }, () => 1, Symbol("s"), new Error("e"))`,
      "console.error: bad 7 null undefined [array] [object] function Symbol(s) Error: e",
    ],
    ["console.warn", `console.warn("old")`, "console.warn: old"],
    ["format", `console.error("%cW: %s of %d%%, %o", "color: red", "four", 5, {}, "rest")`, "console.error: W: four of 5%, [object] rest"],
    ["a format with too few values", `console.error("%s and %s", 1)`, "console.error: 1 and %s"],
    ["a DOMException", `console.error(new DOMException("gone", "AbortError"))`, /^console.error: (AbortError|Error|\[object\])/],
  ])("%s is heard", async (_, script, expected) => {
    await run("start");
    await inPage(script);
    const messages = await heard();
    expect(messages).toHaveLength(1);
    if (typeof expected === "string") expect(messages[0]).toBe(expected);
    else expect(messages[0]).toMatch(expected);
  });

  it("is told once, with a count, in the order of the first", async () => {
    await run("start");
    await inPage(`for (let i = 0; i < 3; i++) console.error("again"); console.warn("once")`);
    expect(await heard()).toEqual(["console.error: again (3 times)", "console.warn: once"]);
  });

  it("is bounded in number and length, and stays so when it goes on", async () => {
    await run("start");
    await inPage(`for (let i = 0; i < 700; i++) console.error("x".repeat(10_000) + i); for (let i = 0; i < 700; i++) console.error(i)`);
    const messages = await heard();
    expect(messages).toHaveLength(500);
    expect(Math.max(...messages.map((message) => message.length))).toBeLessThanOrEqual(4_000);
  });

  it("is redacted", async () => {
    await run("start");
    await inPage(
      `console.error("failed", "https://me:pw@x.example/a?access_token=abcdef", "Bearer abc123DEF456ghi789", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghij")`,
    );
    expect((await heard())[0]).toBe("console.error: failed https://x.example/a?access_token=redacted Bearer redacted redacted");
  });

  it("is heard no more after the end, and nothing is left", async () => {
    const state = `(() => {
      const own = (of) => Reflect.ownKeys(of).map(String).sort().join();
      return [own(window), own(document), own(console), own(EventTarget.prototype), document.documentElement.outerHTML, console.error === window.e, console.warn === window.w,
        JSON.stringify(Object.getOwnPropertyDescriptors(console)), console.error.toString(), console.error.name, console.error.length].join("\\n");
    })()`;
    await page.evaluate("window.e = console.error; window.w = console.warn");
    const before = await page.evaluate(state);
    await run("start");
    expect(await page.evaluate("console.error === window.e")).toBe(false);
    expect(await page.evaluate("[console.error.name, console.error.length, /native code/.test(console.error)]")).toEqual([
      "error",
      0,
      true,
    ]);
    await page.evaluate("window.kept = console.error");
    await inPage(`console.error("first")`);
    expect(await heard("stop")).toEqual(["console.error: first"]);
    await page.evaluate("window.kept('still works'); delete window.kept");
    expect(await page.evaluate(state)).toBe(before);
    await inPage(`console.error("second"); setTimeout(() => { throw new Error("third") })`);
    expect(await heard()).toEqual([]);
    expect(await heard("stop")).toEqual([]);
  });

  it("goes on when it is started twice, and stops once", async () => {
    await page.evaluate("window.e = console.error");
    await run("start");
    await inPage(`console.error("one")`);
    await run("start");
    await inPage(`console.error("two")`);
    expect(await heard("stop")).toEqual(["console.error: one", "console.error: two"]);
    expect(await page.evaluate("console.error === window.e")).toBe(true);
  });

  it("leaves what the page has put in its place meanwhile", async () => {
    await run("start");
    await page.evaluate("window.own = (...given) => { window.last = given }; console.error = window.own");
    await run("stop");
    expect(await page.evaluate("console.error === window.own")).toBe(true);
  });

  it("leaves methods that the page made its own way", async () => {
    await page.evaluate(
      "Object.defineProperty(console, 'error', { get: () => () => 'page', configurable: true }); Object.defineProperty(console, 'warn', { value: console.warn, configurable: false, writable: false })",
    );
    await run("start");
    expect(await page.evaluate("console.error()")).toBe("page");
    await inPage(`setTimeout(() => { throw new Error("heard") })`);
    expect((await heard("stop"))[0]).toMatch(/heard/);
  });

  it("runs nothing of the page beyond what the browser's own console runs, and never throws into it", async () => {
    const script = `(() => {
      const ran = [];
      const trap = { get message() { ran.push("message"); return "m" }, toString() { ran.push("toString"); return "s" }, toJSON() { ran.push("toJSON") }, get [Symbol.toStringTag]() { ran.push("tag"); return "t" } };
      class Odd extends Error { get name() { ran.push("name"); return "n" } }
      const wild = new Proxy(new Error("x"), { getPrototypeOf() { throw new Error("proxy") }, getOwnPropertyDescriptor() { throw new Error("proxy") } });
      console.error(trap); console.error("%s", trap); console.error(new Odd("odd")); console.error(wild); console.error(Object.create(null));
      return ran.join();
    })()`;
    const alone = await page.evaluate(script);
    await run("start");
    expect(await page.evaluate(script)).toBe(alone);
    expect(await heard("stop")).toContain("console.error: [object] (3 times)");
  });
});

describe("an answer from the page's world", () => {
  it("of more entries than a capture may hold gives the first 500", () => {
    const rows = Array.from({ length: 600 }, (_, index) => [`error ${index}`, Date.UTC(2025, 2, 14), 1]);
    const entries = readPageErrors(JSON.stringify(rows));
    expect(entries).toHaveLength(500);
    expect(entries.at(-1)?.message).toBe("error 499");
  });

  it("of any shape gives entries that fit the contract", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.anything(),
          fc.array(fc.tuple(fc.string({ unit: codePoint }), fc.double(), fc.integer())).map((rows) => JSON.stringify(rows)),
        ),
        (json) => {
          for (const entry of readPageErrors(json)) expect(consoleEntrySchema.safeParse(entry).success).toBe(true);
        },
      ),
    );
  });
});
