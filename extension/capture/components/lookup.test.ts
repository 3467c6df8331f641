import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openChromium } from "../../../host/testing/chromium.js";
import { rowsOfRun } from "../../../host/testing/long.js";
import { shared } from "../../../host/testing/shared.js";
import { truthOf } from "../../fixtures/apps/build.js";
import { bundleExpression } from "../../fixtures/apps/bundle.js";
import type { AppName } from "../../fixtures/apps/frameworks.js";
import { serveApp } from "../../fixtures/apps/serve.js";
import { isolatedWorld } from "../../fixtures/apps/worlds.js";

const browser = shared(openChromium);
const bundled = (file: string) => bundleExpression(fileURLToPath(new URL(file, import.meta.url)));
const [lookUp, reader] = await Promise.all([bundled("lookup.ts"), bundled("index.ts")]);

interface Row {
  readonly name: string;
  readonly component: string;
  readonly source: string;
}

/** Looks up in the page's world, joins in an extension's: the names and sources of all elements that the app's truth holds. */
async function componentsOf(
  app: AppName,
  rewrite?: (script: string, path: string) => string,
): Promise<{ rows: Row[]; frameworks: unknown }> {
  const [served, truth] = await Promise.all([serveApp(app, rewrite), truthOf(app)]);
  const page = await browser.newPage();
  try {
    await page.goto(served.url);
    await page.waitForSelector(">>> button");
    const json: unknown = await page.evaluate(`${lookUp}.lookUp(document)`);
    const world = await isolatedWorld(page);
    const result = await world.evaluate(`(() => {
      const find = (root, [step, ...inner]) => inner.length ? find(root.querySelector(step).shadowRoot, inner) : root.querySelector(step);
      const reader = ${reader}.readComponents(document, { json: ${JSON.stringify(json)}, from: "page-world" });
      const of = (selector) => { const one = find(document, selector.split(" >>> ")); return reader.of(one, one.getAttributeNames()); };
      return JSON.stringify({ rows: ${JSON.stringify(truth.map(({ selector }) => selector))}.map(of), frameworks: reader.frameworks });
    })()`);
    const { rows, ...rest }: { rows: { component: string; source: string }[]; frameworks: unknown } = JSON.parse(String(result));
    return { rows: rows.map((row, index) => ({ name: truth[index]?.name ?? "", ...row })), ...rest };
  } finally {
    await page.close();
    await served.close();
  }
}

const version = (prefix: string): unknown => expect.stringMatching(new RegExp(`^${prefix}`));

/** What each framework leaves on a development page: which part of the truth can be read, and the chain of one element. */
type Precision = "column" | "file" | "nothing";
const cases: readonly (readonly [app: AppName, framework: object, precision: Precision, element: string, chain: string])[] = [
  ["react19", { name: "React", version: "19" }, "column", "Add Rope belt to cart", "Button < ProductCard < ProductList < App"],
  ["react18", { name: "React", version: "18" }, "column", "Street", "Field < AddressForm < AddressPage"],
  ["react17", { name: "React", version: "17" }, "column", "About Middlemarch", "Book < ReadingList"],
  ["svelte5", { name: "Svelte", version: "5" }, "column", "Inside", "Choice < BookingForm < App"],
  ["svelte4", { name: "Svelte", version: "4" }, "column", "Why Tea?", "Answer"],
  ["vue3", { name: "Vue", version: version("3\\.") }, "file", "Open Order rope", "TaskCard < BoardColumn < App"],
  ["vue2", { name: "Vue", version: version("2\\.7") }, "file", "Call Ada", "ContactRow < App"],
  ["angular", { name: "Angular", version: version("\\d+\\.") }, "nothing", "Ship order 502", "OrderRow < OrderDesk"],
  ["lit", { name: "Lit", version: version("4\\.") }, "nothing", "Metric units", "SwitchRow < AppSettings"],
  ["solid", { name: "Solid" }, "nothing", "Play all", ""],
];

const representatives = cases.filter(([app]) => app === "react19" || app === "vue3" || app === "svelte5");

describe.each(rowsOfRun(cases, representatives))("%s", (app, framework, precision, element, chain) => {
  it("names its framework, its components and, as far as it knows them, the true places", async () => {
    const [{ rows, frameworks }, truth] = await Promise.all([componentsOf(app), truthOf(app)]);
    expect(frameworks).toContainEqual(framework);
    expect(rows.find(({ name }) => name === element)?.component).toBe(chain);
    const places = {
      column: (t: (typeof truth)[number]) => `${t.file}:${t.line}:${t.column}`,
      file: (t: (typeof truth)[number]) => t.file,
      nothing: () => "",
    }[precision];
    const wrong = truth.filter((one, index) => {
      // The element's own tag, then where components that draw nothing else are used.
      const [own = "", use = ""] = (rows[index]?.source ?? "").split(" < ");
      const { usedAt } = one;
      const isUseFound = usedAt === undefined || use === "" || use.includes(`${usedAt.file}:${usedAt.line}:`);
      return !own.endsWith(places(one)) || !isUseFound || (precision === "nothing" && own !== "");
    });
    expect(wrong.map((one) => ({ ...one, reported: rows[truth.indexOf(one)]?.source }))).toEqual([]);
  });
});

describe("an element that a component draws and nothing else", () => {
  it("has the place of the component's use after its own", async () => {
    const { rows } = await componentsOf("react19");
    const { source } = rows.find(({ name }) => name === "Add Rope belt to cart") ?? { source: "" };
    expect(source).toBe("src/ui/Button.tsx:9:10 < src/catalogue/ProductCard.tsx:18:7");
  });
});

describe("calls as Turbopack compiles them", () => {
  const asTurbopack = (script: string, path: string) =>
    script.includes("_jsxDEV(")
      ? `const __TURBOPACK__ = { get jsxDEV() { return _jsxDEV; } }; ${script
          .replaceAll(/(?<![\w "])_jsxDEV\(|(?<= )_jsxDEV\(/g, '(0, __TURBOPACK__["jsxDEV"])(')
          .replaceAll("fileName: _jsxFileName", `fileName: "[project]${path}"`)}`
      : script;

  it("have the true files alone where the React Compiler has rewritten the components", async () => {
    const rewritten = (script: string, path: string) =>
      `const __c = () => []; ${asTurbopack(script, path).replaceAll("return /* @__PURE__ */ (0,", "const $ = __c(1); return /* @__PURE__ */ (0,")}`;
    const [{ rows }, truth] = await Promise.all([componentsOf("react19", rewritten), truthOf("react19")]);
    expect(rows.map(({ source }) => source.split(" < ")[0])).toEqual(truth.map(({ file }) => file));
  });

  it("have the true places", async () => {
    const [{ rows }, truth] = await Promise.all([componentsOf("react19", asTurbopack), truthOf("react19")]);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.map(({ source }) => source.split(" < ")[0])).toEqual(truth.map(({ file, line, column }) => `${file}:${line}:${column}`));
  });
});

/** What the element `x-y` of a page has, and the frameworks there, after a script of the page. */
async function madeOn(html: string, script: string): Promise<unknown> {
  const page = await browser.newPage();
  await page.setContent(html);
  const json = await page.evaluate(`(() => { ${script}; return ${lookUp}.lookUp(document); })()`);
  const read = `${reader}.readComponents(document, { json: ${JSON.stringify(json)}, from: "page-world" })`;
  const world = await isolatedWorld(page);
  const made = await world.evaluate(
    `(() => { const made = ${read}; return { ...made.of(document.querySelector("x-y"), []), frameworks: made.frameworks }; })()`,
  );
  await page.close();
  return made;
}

describe("an Angular class that its compiler calls _a52", () => {
  it("has the name of the component around it", async () => {
    const script = `const [outer, inner] = [new (class Desk {})(), new (class _a52 {})()];
      const isOuter = ({ localName }) => localName === "main";
      globalThis.ng = { getOwningComponent: (one) => (isOuter(one) ? undefined : outer), getComponent: (one) => (isOuter(one) ? outer : inner) }`;
    const made = await madeOn('<main ng-version="19.0.0"><x-y></x-y></main>', script);
    expect(made).toMatchObject({ component: "Desk" });
  });
});

describe("a place of Svelte 4", () => {
  it("counts lines from 0, and names the version by what it holds beside them", async () => {
    const place = `{ file: "src/Answer.svelte", line: 4, column: 2, char: 90 }`;
    const made = await madeOn("<x-y></x-y>", `document.querySelector("x-y").__svelte_meta = { loc: ${place} }`);
    const framework = { name: "Svelte", version: "4" };
    expect(made).toMatchObject({ component: "Answer", source: "src/Answer.svelte:5:3", frameworks: [framework] });
  });
});

describe("a page made on a server", () => {
  it("has no component and no source", async () => {
    const { rows } = await componentsOf("server-template");
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ component, source }) => component !== "" || source !== "")).toEqual([]);
  });
});
