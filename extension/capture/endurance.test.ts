import type { Page } from "puppeteer-core";
import { describe, expect, test } from "vitest";
import { startEngine } from "../../host/testing/engine.js";
import { isLong, rowsOfRun } from "../../host/testing/long.js";
import { servePages } from "../../host/testing/page-server.js";
import { shared } from "../../host/testing/shared.js";

const engine = shared(startEngine);
const server = shared(() => servePages({ "page.html": { html: "<!doctype html><title>t</title><p>Words</p>" } }));

/** Nests elements by script: parsers stop at 512. */
const nest = (depth: number, css: string) => `(() => {
  const top = document.createElement("div");
  let at = top;
  for (let i = 1; i < ${depth}; i++) { const inner = document.createElement("div"); at.append(inner); at = inner; }
  at.textContent = "bottom";
  top.style.cssText = ${JSON.stringify(css)};
  const style = document.createElement("style");
  style.textContent = "div { ${css} }";
  document.head.append(style);
  document.body.append(top);
})()`;

async function open(html = "<!doctype html><body>"): Promise<Page> {
  return engine.open(html);
}

/** Name, script that makes the page, least number of elements. */
const extremes: readonly (readonly [name: string, script: string, least: number])[] = [
  ["nested 30,000 deep, not displayed", nest(30_000, "display: none"), 30_000],
  ["nested 10,000 deep, without boxes", nest(10_000, "display: contents"), 10_000],
  ["nested 1,500 deep, each with a box", nest(1_500, ""), 1_500],
  ["with 50,000 siblings", `document.body.append(...Array.from({ length: 50_000 }, (_, i) => document.createElement("i")))`, 40_000],
  ["with 400 frames", `for (let i = 0; i < 400; i++) document.body.append(document.createElement("iframe"))`, 1_200],
  [
    "with attributes of a megabyte",
    `for (const name of ["title", "data-x", "class", "id", "style", "aria-label", "href"]) document.body.setAttribute(name, "x y".repeat(400_000))`,
    3,
  ],
  [
    "with texts, names and styles that expressions read again from each place",
    `{ const many = (text) => text.repeat(100_000);
        const sheet = document.createElement("style");
        sheet.textContent = "pre { white-space: pre-line; --" + many("-") + ": 1 } ." + many("a") + " b::before { content: 'x' }" +
          "main { container-type: inline-size } @container (width > " + many("1") + "q) { b { color: red } } b { background: " + "url(data:x\\\\".repeat(9_000) + ") }";
        document.head.append(sheet);
        document.body.innerHTML = "<main><pre></pre><p style='white-space: pre'></p><b></b><a>x</a><input value='secret value'></main>";
        document.querySelector("pre").textContent = "x" + many("\\n") + "y";
        document.querySelector("p").textContent = "x" + many(" ") + "y eyJ-" + many("eyJ-");
        document.querySelector("a").setAttribute("href", "/" + many("?")); }`,
    6,
  ],
  [
    "with 3,000 fields that are named eight times by one with 3,000 labels",
    `document.body.innerHTML = "<label for=q>L</label><input id=q aria-labelledby='q q q q q q q q'>".repeat(3_000)`,
    6_000,
  ],
  ["with 20,000 attributes", `for (let i = 0; i < 20_000; i++) document.body.setAttribute("data-a" + i, i)`, 3],
];
const representatives = extremes.filter(([name]) => /10,000 deep|1,500 deep|expressions/.test(name));

describe("extreme pages are captured", () => {
  test.each(rowsOfRun(extremes, representatives))("%s", async (name, script, least) => {
    const page = await open();
    await page.evaluate(script);
    const { reader, text } = await engine.capture(page);
    expect(reader.count).toBeGreaterThanOrEqual(least);
    expect(text.length).toBeLessThanOrEqual(5 * 1024 * 1024);
    expect(reader.keys).toHaveLength(reader.count);
    // A path with more characters than a selector may have, and deeper than any call stack.
    if (name.includes("000 deep")) expect(reader.element(reader.count - 1)).toMatchObject({ depth: least + 1, selector: "" });
  });

  test("in time proportional to elements, not to depth", async () => {
    const depths = isLong ? { few: 3_000, many: 30_000 } : { few: 1_200, many: 12_000 };
    const fastest = { few: Infinity, many: Infinity };
    const growth = () => fastest.many / fastest.few;
    // Tenfold where each element's time grew with its depth; the fastest of several, where other programs took the processor.
    for (let attempt = 0; attempt < 5 && !(growth() < 4); attempt += 1) {
      for (const size of ["few", "many"] as const) {
        const page = await open();
        await page.evaluate(nest(depths[size], "display: none"));
        // The first run compiles.
        await engine.capture(page);
        const { reader } = await engine.capture(page);
        const { walk = 0, encode = 0 } = reader.capture.metadata.timings;
        fastest[size] = Math.min(fastest[size], (walk + encode) / depths[size]);
        await page.close();
      }
    }
    expect(growth()).toBeLessThan(4);
  });

  test("with so many frames that the later ones are left out, each as a hole", async () => {
    const page = await open(`<!doctype html>${`<iframe srcdoc="<body hidden>${"<p></p>".repeat(257)}"></iframe>`.repeat(130)}`);
    const { reader } = await engine.capture(page);
    // Each frame holds 260 elements, of which 30,769 may be read beside 130 frames.
    expect(reader.count - 130).toBeCloseTo(30_769, -3);
    const { holes, nodes } = reader.capture;
    expect(holes.length + nodes.roots.length).toBe(131);
    expect(holes.at(-1)).toMatchObject({ kind: "unreadable-frame", detail: "one of 130 frames: too many to be read" });
  });

  test("with more elements than are read, up to those, which is stated", async () => {
    const page = await open(`<!doctype html><main>${"<p hidden></p>".repeat(39_995)}</main><p></p>`);
    if (isLong) {
      const { reader } = await engine.capture(page);
      expect(reader.capture.holes).toEqual([]);
      expect(reader.count).toBe(40_000);
    }
    await page.evaluate(`document.querySelector("main").append("read", document.createElement("p"))`);
    const { reader: cut } = await engine.capture(page);
    expect(cut.capture.holes).toMatchObject([{ kind: "truncated", ref: "e0", detail: "only 40000 elements are read" }]);
    expect(cut.count).toBe(40_000);
    expect(cut.element(3).text).toBe("read");
  });

  test("with URLs longer than the bound, which are truncated and counted", async () => {
    const page = await engine.browser.newPage();
    await page.goto(`${server.url("page.html")}?state=${"long ".repeat(1_500)}`);
    await engine.load(page);
    await page.evaluate(`[1, 2].forEach((i) => void fetch("/" + "path/".repeat(1_200) + i))`);
    // A request's entry is added when its body has ended, which may be after its response has been answered.
    await page.waitForFunction(`performance.getEntriesByType("resource").filter(({ name }) => name.length > 4_000).length === 2`);
    const { reader } = await engine.capture(page);
    expect(reader.capture.metadata.url.length).toBeLessThanOrEqual(4_000);
    expect(reader.capture.network.map(({ url }) => url.length)).toContain(1_000);
    expect(reader.capture.removed["long-urls"]).toBe(3);
    await page.close();
  });

  test.each([
    ["Array and Object with toJSON", `Array.prototype.toJSON = Object.prototype.toJSON = function () { return "mine" }`],
    [
      "elements with overwritten members",
      `for (const name of ["getAttribute", "getAttributeNames", "matches", "getBoundingClientRect"]) Element.prototype[name] = () => { throw new Error("mine") }`,
    ],
    [
      "Object and Array with additional members",
      `Object.prototype.extra = Array.prototype.extra = function () { throw new Error("mine") }`,
    ],
    [
      "documents with overwritten members",
      `Document.prototype.querySelectorAll = () => { throw new Error("mine") }; document.querySelectorAll = document.getElementById = () => null`,
    ],
  ])("%s, in the page's own world", async (_, script) => {
    const page = await open(`<!doctype html><title>t</title><main><h1 id="a">One</h1><button aria-label="Two">x</button></main>`);
    await page.evaluate(script);
    const facts = await page.evaluate(
      `(() => { const { nodes } = svcCapture(document); return nodes.count + " " + ["One", "Two"].every((text) => nodes.strings.indexOf(text) > 0) })()`,
    );
    expect(facts).toBe("7 true");
  });
});
