import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Page } from "puppeteer-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { bundleCascade, captureWithRules } from "../../extension/capture/cascade/testing/cascade-engine.js";
import type { Capture } from "../contract/capture.js";
import { openChromium } from "../testing/chromium.js";
import { servePages } from "../testing/page-server.js";
import { processorMs } from "../testing/processor-time.js";
import { shared } from "../testing/shared.js";
import { testBench } from "../testing/test-bench.js";
import { annotated, rowsOf } from "../testing/tool-bench.js";
import { builtSheet, stylePlaces } from "./testing/style-places.js";

const browser = shared(openChromium);
const script = await bundleCascade();
const pages: Record<string, { html: string; headers?: Record<string, string> }> = {};
for (const folder of ["dist", "css"]) pages[`${folder}/app.css`] = { html: builtSheet, headers: { "content-type": "text/css" } };
const server = shared(() => servePages(pages));
/** One for all captures: even an empty page before each takes a third of their time. */
let tab: Page;
beforeAll(async () => {
  tab = await browser.newPage();
});

/** A capture with the rules of the elements of class `it`, and an annotation on the first. */
async function shoot(html: string, comment: string, explained = "[data-it]"): Promise<Capture> {
  pages["page.html"] = { html: `<!doctype html><html lang="en"><title>Page</title>${html}` };
  await tab.goto(server.url("page.html"), { waitUntil: "load" });
  const capture = await captureWithRules(tab, script, explained);
  return annotated(capture, ({ attributes }) => "data-it" in attributes, comment, "note");
}

describe("explain_styles", () => {
  it.each(stylePlaces)("finds the declaration in %s", async (_kind, html, files, property, expected) => {
    const bench = await testBench(files);
    await bench.add(await shoot(html, "Too tight"));
    const answer = await bench.call("explain_styles", { annotation: "note", property });
    expect(rowsOf(answer)[0]).toMatchObject(expected);
  });

  it("reads a source map once, however many declarations it asks it for", async () => {
    const names = ["top", "left", "right", "bottom", "width", "height", "margin-top", "margin-left", "padding-top", "padding-left"];
    const rule = `.many{${names.map((name, n) => `${name}:${n}px`).join(";")}}`;
    pages["dist/many.css"] = { html: `${rule}\n/*# ${"sourceMapping"}URL=many.css.map */`, headers: { "content-type": "text/css" } };
    const map = { version: 3, sources: ["../src/many.scss"], names: [], mappings: `AAAA${",EAAA".repeat(100)}` };
    const files = { "src/many.scss": rule, "dist/many.css": pages["dist/many.css"].html, "dist/many.css.map": JSON.stringify(map) };
    const bench = await testBench(files);
    await bench.add(await shoot(`<link rel="stylesheet" href="dist/many.css"><p class="many" data-it>Words</p>`, "Too tight"));
    const parse = vi.spyOn(JSON, "parse");
    const answer = await bench.call("explain_styles", { annotation: "note" });
    const readings = parse.mock.calls.filter(([text]) => text.includes("many.scss") && text.includes("mappings"));
    parse.mockRestore();
    expect(rowsOf(answer).filter(({ file }) => file === "src/many.scss").length).toBeGreaterThan(5);
    expect(readings).toHaveLength(1);
  });

  it("of two templates with one rule names the one that makes the element, and looks of other widths", async () => {
    const page = (word: string) =>
      `<div class="box" data-it><input placeholder="${word}"></div>${"\n".repeat(9)}<style>\n.box {\n  width: 200px;\n  @media (width < 9rem) {\n    color: red;\n  }\n}\n</style>\n`;
    const bench = await testBench({ "views/a.ejs": page("Find users"), "views/products.ejs": page("Find products") });
    await bench.add(await shoot(page("Find products"), "Remove this"));
    const { also } = await bench.call("get_annotation_context", { annotation: "note" });
    expect(rowsOf(also).map(({ file, declares }) => `${file} ${declares}`)).toContain("views/products.ejs 12 width, 14 color@media");
  });

  it.each([
    ["The padding is too big", "src/card.css:2", "declarations styles"],
    ["It looks washed out", "src/card.css:2", "declarations styles"],
    ["Remove this card", "src/page.html:2", "declarations also styles"],
    ['Write "Start" here', "src/page.html:2", ""],
  ])("get_annotation_context begins with the rule for a look, and leaves looks out for a text: %j", async (comment, place, fields) => {
    const bench = await testBench({
      "src/card.css": ".card {\n  padding: 8px;\n}\n",
      "src/page.html": '<main>\n  <div class="card">Go</div>\n</main>\n',
    });
    await bench.add(
      await shoot(`<style>.card { padding: 8px }</style><main><div class="card" data-it>Go</div><p>More</p></main>`, comment),
    );
    const answer = await bench.call("get_annotation_context", { annotation: "note" });
    const [first] = rowsOf(answer["source"]);
    expect(`${first?.["file"]}:${first?.["line"]}`).toBe(place);
    expect(["declarations", "also", "styles"].filter((field) => field in answer).join(" ")).toBe(fields);
  });

  it("get_annotation_context begins with the element's own rule, also where its words mean what it inherits", async () => {
    const bench = await testBench({
      "src/page.css": "body {\n  color: #444;\n}\n.title {\n  margin: 4px;\n}\n",
      "src/page.html": '<main>\n  <h2 class="title">Words</h2>\n</main>\n',
    });
    const sheet = "<style>body { color: #444 } .title { margin: 4px }</style>";
    await bench.add(await shoot(`${sheet}<main><h2 class="title" data-it>Words</h2></main>`, "The colour is too pale"));
    const [first] = rowsOf((await bench.call("get_annotation_context", { annotation: "note" }))["source"]);
    expect(`${first?.["file"]}:${first?.["line"]}`).toBe("src/page.css:5");
  });

  it.each([
    ["No capitals please", 9],
    ["The title is too faint", 2],
  ])(
    "get_annotation_context begins with what turns letters, or with an opacity around, and shows where the rule begins: %s",
    async (comment, line) => {
      const css =
        ".fade {\n  opacity: 0.4;\n}\n.title {\n  margin: 4px;\n  padding: 4px;\n  color: #444;\n  font-size: 9px;\n  text-transform: uppercase;\n}\n";
      const bench = await testBench({
        "src/page.css": css,
        "src/page.html": '<div class="fade">\n  <h2 class="title">Words</h2>\n</div>\n',
      });
      const html = `<style>${css}</style><div class="fade"><section><h2 class="title" data-it>Words</h2></section></div>`;
      await bench.add(await shoot(html, comment, ".fade,.title"));
      const [first] = rowsOf((await bench.call("get_annotation_context", { annotation: "note" }))["source"]);
      expect(`${first?.["file"]}:${first?.["line"]}`).toBe(`src/page.css:${line}`);
      expect(first?.["code"]).toContain(line === 9 ? "4: .title {" : "1: .fade {");
    },
  );

  it.each([
    ["More distance between the cards", "src/page.css:3"],
    ["The line under it could be thinner", "src/page.css:9"],
    ["why can't I press this?", "src/page.html:2"],
    ["It belongs above the other one", "src/page.html:2"],
  ])(
    "get_annotation_context begins with the owner of a gap, no rule that says none, and the tag for what is no look: %s",
    async (comment, place) => {
      const css = ".row {\n  display: flex;\n  gap: 10px;\n}\na {\n  text-decoration: none;\n}\n.card {\n  width: 80px;\n}\n";
      const html =
        '<div class="row">\n  <a class="card" href="#one" data-it>One</a>\n  <a class="card" href="#two">Two</a>\n</div>\n<a href="#">All</a>';
      const bench = await testBench({ "src/page.css": css, "src/page.html": html.replace(" data-it", "") });
      await bench.add(await shoot(`<style>${css}</style>${html}`, comment, ".row,.card"));
      const [first] = rowsOf((await bench.call("get_annotation_context", { annotation: "note" }))["source"]);
      expect(`${first?.["file"]}:${first?.["line"]}`).toBe(place);
    },
  );

  it.each([
    ["grid", "Three in a row are enough", "src/page.css:3"],
    ["flex", "Three in a row are enough", "src/page.css:6"],
  ])(
    "get_annotation_context begins with the columns of the grid that an item stands in, not with a row that wraps: %s",
    async (display, comment, place) => {
      const css = `.list {\n  display: ${display};\n  grid-template-columns: 9px 9px;\n}\n.item {\n  width: 9px;\n}\n`;
      const items = '<p class="item">A</p><p class="item">B</p>';
      const bench = await testBench({ "src/page.css": css, "src/page.html": `<div class="list">${items}</div>` });
      const html = `<style>${css}</style><div class="list">${items.replace('">', '" data-it>')}</div>`;
      await bench.add(await shoot(html, comment, ".list,.item"));
      const [first] = rowsOf((await bench.call("get_annotation_context", { annotation: "note" }))["source"]);
      expect(`${first?.["file"]}:${first?.["line"]}`).toBe(place);
    },
  );

  it("get_annotation_context shows the rules around an element in 600 characters, however many there are", async () => {
    const sides = ["top", "right", "bottom", "left"].flatMap((side) => [`padding-${side}`, `margin-${side}`, `border-${side}-width`]);
    const rules = ["shop", "offers", "card"].flatMap((name) => sides.map((property) => `.${name} { ${property}: 3px }\n`)).join("");
    const html = `<main class="shop">\n<section class="offers">\n<div class="card" data-it>Go</div>\n</section>\n</main>\n`;
    const bench = await testBench({ "src/card.css": rules, "src/page.html": html });
    await bench.add(await shoot(`<style>${rules}</style>${html}`, "Remove this card", ".shop, .offers, .card"));
    const rows = rowsOf((await bench.call("get_annotation_context", { annotation: "note" }))["also"]);
    const shown = rows.map(({ file, declares }) => `${file}: ${declares}`).join("; ");
    expect(shown.length).toBeLessThanOrEqual(600);
    expect(shown).toMatch(/^src\/card\.css: .*padding-top/);
  });

  it.each([
    ["The padding is too tight", "", ["src/page.html:2", "padding: var(--space-2) (.card src/card.css:2)"]],
    ["The padding is too tight", ".txt", [null, "padding: var(--space-2) (.card)"]],
    ["Typo: write Start", "", ["src/page.html:2", null]],
  ])("get_unresolved names where to begin with %j, where files end with %j", async (comment, end, begin) => {
    const bench = await testBench({
      [`src/card.css${end}`]: ".card {\n  padding: var(--space-2);\n}\n",
      [`src/page.html${end}`]: '<main>\n  <div class="card">Go</div>\n</main>\n',
    });
    const html = `<style>:root { --space-2: 8px } .card { padding: var(--space-2) }</style><main><div class="card" data-it>Go</div></main>`;
    await bench.add(await shoot(html, comment));
    const [row] = rowsOf(await bench.call("get_unresolved"));
    expect([row?.["source"] ?? null, row?.["declaration"] ?? null]).toEqual(begin);
  });

  it("tells get_annotation_context where all is declared that an element and what it stands in show, whatever the words are", async () => {
    const bench = await testBench({
      "src/row.css":
        ".row {\n  display: flex;\n  gap: 12px;\n  justify-content: center;\n}\n\n.one:hover {\n  color: red;\n  -webkit-line-clamp: 2;\n}\n",
      "src/page.html": '\n<div class="row"><b>One</b>\n<b class="one m-4">Two</b></div>',
    });
    const sheet =
      "<style>* { padding: 0 } .row { display: flex; gap: 12px; justify-content: center } .m-4 { margin: 4px } .one:hover { color: red; -webkit-line-clamp: 2 }</style>";
    const html = `${sheet}<div class="row"><b>One</b><b class="one m-4" data-it>Two</b></div>`;
    await bench.add(await shoot(html, "Looks lost here", "[data-it], .row"));
    const { source, also, element } = await bench.call("get_annotation_context", { annotation: "note" });
    const shown = rowsOf(source).map(({ file, line }) => `${file}:${line}`);
    expect(shown[0]).toBe("src/page.html:3");
    const { ref } = element as { ref: string };
    // What the code shows already, and what is declared of all elements, is not repeated.
    expect(rowsOf(also)).toEqual([
      { of: ref, file: "src/row.css", declares: "8 color:hover, 9 -webkit-line-clamp:hover" },
      { of: expect.not.stringMatching(`^${ref}$`), file: "src/row.css", declares: "2 display, 3 gap, 4 justify-content" },
    ]);
  });

  it.each([
    ["a canvas", "<canvas data-it></canvas>", null],
    ["a shape with a paint of its own", '<svg><path d="M0 0h9v9z" fill="#c33" stroke="#c33" data-it /></svg>', null],
    ["an icon in the text's colour", '<svg><path d="M0 0h9v9z" fill="currentColor" data-it /></svg>', "color: #222 (main src/a.css:2)"],
  ])("names an inherited colour only where it shows: %s", async (_kind, html, declaration) => {
    const bench = await testBench({ "src/a.css": "main {\n  color: #222;\n}\n" });
    await bench.add(await shoot(`<style>main { color: #222 }</style><main><p>More</p>${html}</main>`, "Should be blue"));
    const [row] = rowsOf(await bench.call("get_unresolved"));
    expect(row?.["declaration"] ?? null).toEqual(declaration);
  });

  it("lists what lost, other states, and what cannot be known", async () => {
    const bench = await testBench({});
    await bench.add(
      await shoot(
        `<style>@keyframes f { to { opacity: 0 } } p { color: red; margin: 1px 2px } .a { color: blue; animation: f 9s } .a:hover { color: lime } @media print { .a { display: none } }</style><p class="a" data-it>Words</p><p>More</p>`,
        "Too pale",
      ),
    );
    const rows = rowsOf(await bench.call("explain_styles", { annotation: "note" }));
    const brief = rows.map(({ property, value, selector, conditions, overridden, matches }) => [
      property,
      value,
      selector,
      conditions,
      overridden,
      matches,
    ]);
    expect(brief).toEqual(
      expect.arrayContaining([
        ["color", "blue", ".a", null, "red ← p", 1],
        ["margin", "1px 2px", "p", null, null, 2],
        ["color", "lime", ".a:hover", ":hover", null, 1],
        ["display", "none", ".a", "@media print", null, 1],
      ]),
    );
  });

  it("says of a color how far the text stands out, or why that is not known", async () => {
    const bench = await testBench({});
    const link = `<a id="four" href="/b">Next</a>`;
    const dark = `<a id="five" href="/b" style="color-scheme:only dark">Dark</a>`;
    const words = `${link}${dark}<p id="one" style="color:#777">Grey</p><p id="two" style="background:url(/a.png)">Over a picture</p><p id="three"><b>Of another</b></p>`;
    await bench.add(await shoot(`<body style="background:#fff">${words}<i data-it>It</i>`, "Too pale"));
    const contrasts = ["#one", "#two", "#three", "#four", "#five"].map(
      async (selector) => (await bench.call("explain_styles", { selector, property: "color" }))["contrast"],
    );
    const unvisited = "9.40 of #0000ee on #ffffff if the link is not visited";
    const unvisitedDark = expect.stringMatching(/^2\.\d\d of #9e9eff on #ffffff if the link is not visited$/);
    const stated = ["4.48 of #777777 on #ffffff", expect.stringContaining("cannot"), undefined, unvisited, unvisitedDark];
    expect(await Promise.all(contrasts)).toEqual(stated);
    expect((await bench.call("explain_styles", { annotation: "note", property: "color" }))["contrast"]).toBe("21.00 of #000000 on #ffffff");
    expect(await bench.call("explain_styles", { annotation: "note", property: "padding" })).not.toHaveProperty("contrast");
  });

  it("names what is wrong and what to do", async () => {
    const bench = await testBench({});
    await bench.add(await shoot(`<p data-it>Words</p><button id="other">Go</button>`, "Too pale"));
    expect(await bench.call("explain_styles", {})).toMatchObject({
      error: { code: "invalid-input", message: expect.stringContaining("exactly one of") },
    });
    expect(await bench.call("explain_styles", { selector: ".none" })).toMatchObject({ error: { code: "not-found" } });
    expect(await bench.call("explain_styles", { selector: ")" })).toMatchObject({ error: { code: "invalid-input" } });
    expect((await bench.call("explain_styles", { selector: "#other" }))["hint"]).toContain(
      "request_capture with the guidance: explain `#other`",
    );
    expect(await bench.call("explain_styles", { annotation: "note" })).toMatchObject({
      hint: expect.stringMatching(/default.* or the browser does not know/),
    });
  });

  it("answers for a selector of many steps in the time of a short one", async () => {
    const bench = await testBench({});
    const steps = 26;
    const html = `<style>.a${" > :not(b)".repeat(steps)} p { color: red }</style><div class="a">${"<div>".repeat(steps)}<p data-it>Words</p>`;
    await bench.add(await shoot(html, "Too red"));
    const explain = async () => {
      const rows = rowsOf(await bench.call("explain_styles", { annotation: "note", property: "color" }));
      expect(rows[0]).toMatchObject({ property: "color" });
    };
    expect(await processorMs(explain)).toBeLessThan(1_000);
  });

  it("brings the declarations that a note is about into get_annotation_context, within 2,000 tokens", async () => {
    const bench = await testBench(stylePlaces[0]?.[2] ?? {});
    const many = Array.from({ length: 30 }, (_, at) => `--c${at}: ${at}px`).join(";");
    const html = `<style>:root { ${many} } .card p { color: #336699; padding: var(--c3) var(--c4); letter-spacing: 1px; font: italic 15px/20px serif; border: 1px solid red }</style><div class="card"><p data-it>Words</p></div>`;
    await bench.add(await shoot(html, "This is too tight"));
    const text = await bench.text("get_annotation_context", { annotation: "note" });
    expect(countTokens(text)).toBeLessThanOrEqual(2_000);
    const [first, ...others] = rowsOf(JSON.parse(text).declarations);
    expect(first).toMatchObject({ property: "padding", value: "var(--c3) var(--c4)", variables: expect.any(String), matches: 1 });
    // What the words are not about is shown in part, and an empty column not at all.
    expect(others.length).toBe(1);
    await bench.add(await shoot(html.replace("var(--c3) var(--c4)", "3px"), "This is too tight"));
    const again = await bench.call("get_annotation_context", { annotation: "note" });
    expect(rowsOf(again["declarations"])[0]).not.toHaveProperty("variables");
  });
});
