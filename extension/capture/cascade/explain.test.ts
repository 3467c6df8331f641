import type { BrowserContext } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExplainedProperty, OtherLook, StyleRules } from "../../../host/contract/style-rules.js";
import { openChromium } from "../../../host/testing/chromium.js";
import { type PageServer, servePages } from "../../../host/testing/page-server.js";
import { bundleCascade, captureWithRules } from "./testing/cascade-engine.js";

let browser: BrowserContext;
let script = "";
let far: PageServer;
beforeAll(async () => {
  [browser, script] = await Promise.all([openChromium(), bundleCascade()]);
  far = await servePages({ "far.css": { html: ".it { color: red !important }", headers: { "content-type": "text/css" } } });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await far.close();
});

/** Explains the first `.it` of a page. */
async function explain(html: string) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1_000, height: 800 });
  await page.setContent(`<!doctype html>${html.replace("FAR/", far.url(""))}`);
  const before = await page.content();
  const { rules, holes } = await captureWithRules(page, script, ".it");
  expect(await page.content()).toBe(before);
  await page.close();
  const [element] = rules?.elements ?? [];
  if (rules === undefined || element === undefined) throw new Error("nothing was explained");
  return { rules, element, holes, of: (property: string) => element.properties.find((one) => one.property === property) };
}

const selectorOf = ({ rules }: StyleRules, place: number | undefined) =>
  place === undefined || place < 0 ? "style" : rules[place]?.selector;
const line = (rules: StyleRules, property: ExplainedProperty | undefined) =>
  property?.declarations.map(
    ({ rule, name, value, important }) => `${selectorOf(rules, rule)} { ${name}: ${value}${important ? " !" : ""} }`,
  );

const it1 = `<main><div class="box"><p class="it a" id="one">Words</p></div></main>`;

describe("explainStyles", () => {
  it.each<[string, string, string, string, string[]]>([
    [
      "specificity",
      `<style>.it { color: red } #one { color: blue } p { color: lime }</style>${it1}`,
      "color",
      "rgb(0, 0, 255)",
      ["#one { color: blue }", ".it { color: red }", "p { color: lime }"],
    ],
    [
      "order",
      `<style>.it { color: red } .a { color: blue }</style>${it1}`,
      "color",
      "rgb(0, 0, 255)",
      [".a { color: blue }", ".it { color: red }"],
    ],
    [
      "importance",
      `<style>p { color: red !important } #one { color: blue }</style>${it1}`,
      "color",
      "rgb(255, 0, 0)",
      ["p { color: red ! }", "#one { color: blue }"],
    ],
    [
      "layers",
      `<style>@layer x, y; @layer y { p { color: red } } @layer x { #one { color: blue } }</style>${it1}`,
      "color",
      "rgb(255, 0, 0)",
      ["p { color: red }", "#one { color: blue }"],
    ],
    [
      "important layers",
      `<style>@layer x, y; @layer y { p { color: red ! important } } @layer x { #one { color: blue !important } }</style>${it1}`,
      "color",
      "rgb(0, 0, 255)",
      ["#one { color: blue ! }", "p { color: red ! }"],
    ],
    [
      "layers that are first named under a condition that fails",
      `<style>@media (min-width: 9000px) { @layer x { p { color: lime } } } @layer y { #one { color: blue } } @layer x { p { color: red } }</style>${it1}`,
      "color",
      "rgb(255, 0, 0)",
      ["p { color: red }", "#one { color: blue }"],
    ],
    [
      "compounds without a name",
      `<style>.box { padding: 3px } .box [class^="it"], :where(.none) .b { padding: 1px } .box :not(.b):nth-child(1) { margin: 2px }</style>${it1}`,
      "padding-top",
      "1px",
      ['.box [class^="it"], :where(.none) .b { padding: 1px }'],
    ],
    [
      "an :is() below another element",
      `<style>.box { padding: 3px } main :is(.it, .b) { padding: 1px } [class~="a"] { padding: 2px }</style>${it1}`,
      "padding-top",
      "1px",
      ["main :is(.it, .b) { padding: 1px }", '[class~="a"] { padding: 2px }'],
    ],
    [
      "anonymous layers",
      `<style>@layer { #one { color: red } } @layer { .it { color: blue } }</style>${it1}`,
      "color",
      "rgb(0, 0, 255)",
      [".it { color: blue }", "#one { color: red }"],
    ],
    [
      "important anonymous layers",
      `<style>@layer { p { color: red !important } } @layer { #one { color: blue !important } } #one { color: lime !important }</style>${it1}`,
      "color",
      "rgb(255, 0, 0)",
      ["p { color: red ! }", "#one { color: blue ! }", "#one { color: lime ! }"],
    ],
    [
      "revert-layer",
      `<style>@layer x, y; @layer y { p { color: revert-layer } } @layer x { #one { color: blue } } .box { color: red }</style>${it1}`,
      "color",
      "rgb(0, 0, 255)",
      ["#one { color: blue }"],
    ],
    [
      "an important revert-layer, which rolls back what is stronger too",
      `<style>@layer x, y; @layer x { p { color: revert-layer !important } } @layer y { #one { color: blue } } .box { color: red }</style>${it1}`,
      "color",
      "rgb(255, 0, 0)",
      [".box { color: red }"],
    ],
    [
      "nesting",
      `<style>.box { & > .it { color: red } p& { color: lime } }</style>${it1}`,
      "color",
      "rgb(255, 0, 0)",
      ["& > .it { color: red }"],
    ],
    [
      "scope",
      `<style>@scope (main) { p { color: red } } @scope (.box) { p { color: blue } } p { color: lime }</style>${it1}`,
      "color",
      "rgb(0, 0, 255)",
      ["p { color: blue }", "p { color: red }", "p { color: lime }"],
    ],
    [
      "a shorthand",
      `<style>.it { padding: 1px 2px } p { padding-left: 9px }</style>${it1}`,
      "padding-left",
      "2px",
      [".it { padding: 1px 2px }", "p { padding-left: 9px }"],
    ],
    [
      "a logical property",
      `<style>.it { padding-inline: 3px 4px } p { padding-left: 9px }</style>${it1}`,
      "padding-left",
      "3px",
      [".it { padding-inline: 3px 4px }", "p { padding-left: 9px }"],
    ],
    [
      "a container",
      `<style>.box { container-type: inline-size; width: 400px } @container (width > 300px) { p { color: red } } @container (width > 900px) { p { color: blue } }</style>${it1}`,
      "color",
      "rgb(255, 0, 0)",
      ["p { color: red }"],
    ],
    [
      "a condition that fails",
      `<style>p { color: red } @media (min-width: 2000px) { p { color: blue } } @supports (display: nonsense) { p { color: lime } }</style>${it1}`,
      "color",
      "rgb(255, 0, 0)",
      ["p { color: red }"],
    ],
    [
      "a custom property that is empty",
      `<style>main { color: rgba(9, 8, 7, 0.5) } .box { --c: ; color: var(--c) }</style>${it1}`,
      "color",
      "rgba(9, 8, 7, 0.5)",
      [".box { color: var(--c) }"],
    ],
    [
      "lengths that are relative to where they are declared",
      `<style>main { font-size: 20px; letter-spacing: 0.1em } .box { font-size: 50% } .it { display: block }</style>${it1}`,
      "letter-spacing",
      "2px",
      ["main { letter-spacing: 0.1em }"],
    ],
    [
      "percentages that are relative to where they are declared",
      `<style>main { font-size: 20px } .box { font-size: 50% }</style>${it1}`,
      "font-size",
      "10px",
      [".box { font-size: 50% }"],
    ],
    ["inheritance", `<style>.box { color: red } main { color: blue }</style>${it1}`, "color", "rgb(255, 0, 0)", [".box { color: red }"]],
    [
      "inherit",
      `<style>.box { border-top-style: dotted } p { border-top-style: inherit }</style>${it1}`,
      "border-top-style",
      "dotted",
      [".box { border-top-style: dotted }", "p { border-top-style: inherit }"],
    ],
    [
      "a style attribute",
      `<style>p { color: red }</style><p class="it" style="color: blue">Words`,
      "color",
      "rgb(0, 0, 255)",
      ["style { color: blue }", "p { color: red }"],
    ],
    [
      "a form whose fields have the names of members",
      `<style>form { color: red } .it { color: blue }</style><form class="it" id="f" style="color: lime"><input name="style"><input name="classList"><input name="id"><input name="parentElement"><input name="part"><input name="getAttribute">`,
      "color",
      "rgb(0, 255, 0)",
      ["style { color: lime }", ".it { color: blue }", "form { color: red }"],
    ],
  ])("lists declarations, the winner first: %s", async (_case, html, property, computed, expected) => {
    const { of, rules } = await explain(html);
    const found = of(property);
    expect(found?.computed).toBe(computed);
    expect(found?.["cannot-tell"]).toBeUndefined();
    expect(line(rules, found)).toEqual(expected);
  });

  it("leaves out what the browser's own style sheet sets below a declaration", async () => {
    const { of } = await explain(
      `<style>main { font-size: 20px; color: red } button { padding: 1px }</style><main><h1>Title</h1><h1 class="it">Title</h1></main>`,
    );
    expect(of("font-size")).toBeUndefined();
    expect(of("color")).toMatchObject({ computed: "rgb(255, 0, 0)", from: expect.any(String) });
  });

  it("follows custom properties to the end of the chain", async () => {
    const { of, rules } = await explain(
      `<style>:root { --space-2: 8px; --gap: var(--space-2) } main { --gap: calc(var(--space-2) * 2) } .it { padding-top: var(--gap); margin-top: var(--none, 3px) }</style>${it1}`,
    );
    const uses = of("padding-top")?.variables?.map(({ name, value, declared, rule, from }) => [
      name,
      value,
      declared,
      selectorOf(rules, rule),
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
      line(
        rules,
        element.properties.find(({ property }) => property === "padding-top"),
      ),
    ).toEqual(["x-a { padding-top: 5px }", ":host { padding-top: 3px }"]);
    expect(
      line(
        rules,
        slotted?.properties.find(({ property }) => property === "color"),
      ),
    ).toEqual(["::slotted(.it) { color: lime }"]);
  });

  it.each<[string, string, string, string]>([
    [
      "an animation",
      `<style>@keyframes fade { from { color: red } to { color: blue } } .it { color: lime; animation: fade 100s }</style>${it1}`,
      "color",
      "the animation fade is running on it",
    ],
    [
      "a style sheet that cannot be read",
      `<link rel="stylesheet" href="FAR/far.css"><style>.it { color: blue }</style>${it1}`,
      "color",
      "/far.css",
    ],
    [
      "a condition that script cannot ask",
      `<style>.it { color: red } @container style(--x: 1) { .it { color: blue } }</style>${it1}`,
      "color",
      "it depends on a container condition that script cannot ask",
    ],
  ])("names no winner because of %s", async (_case, html, property, reason) => {
    const { of, holes } = await explain(html);
    expect(of(property)?.["cannot-tell"]).toContain(reason);
    if (html.includes("FAR/")) expect(holes).toMatchObject([{ kind: "style-sheet", detail: expect.stringContaining("/far.css") }]);
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
    const { element, rules } = await explain(`<style>:root { --c: red } .it { color: var(--c); padding: 1px }
      .it:hover { color: blue } .box:hover > .it { text-decoration: underline } .it:focus-visible { outline: 2px solid lime } p:hover { padding: 3px }
      .it:not(:disabled):active { opacity: 0.5 }
      @media (prefers-color-scheme: dark) { :root { --c: pink } } @media print { .it { display: none } } @media (max-width: 600px) { .it { padding: 9px } }</style>${it1}`);
    const looks = element.looks?.map(
      (look: OtherLook) =>
        `${look.when} ${selectorOf(rules, look.rule)} { ${look.name}: ${look.value} }${look.from === undefined ? "" : ` ${look.from}`}`,
    );
    expect(looks?.sort()).toEqual([
      ":active .it:not(:disabled):active { opacity: 0.5 }",
      ":focus-visible .it:focus-visible { outline: lime solid 2px }",
      ":hover .box:hover > .it { text-decoration: underline }",
      ":hover .it:hover { color: blue }",
      ":hover p:hover { padding: 3px }",
      "@media (max-width: 600px) .it { padding: 9px }",
      "@media (prefers-color-scheme: dark) :root { --c: pink } e0",
      "@media print .it { display: none }",
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
});
