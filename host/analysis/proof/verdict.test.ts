import { describe, expect, it } from "vitest";
import type { Annotation, ElementTarget } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import { type Check, checkSchema } from "../../contract/checks.js";
import { readCapture } from "../../contract/reader.js";
import { elementTargetOf } from "../../contract/targets.js";
import { openStudio, type ShotOptions } from "../../testing/captures.js";
import { shared } from "../../testing/shared.js";
import { annotated } from "../../testing/tool-bench.js";
import type { IdlePair } from "./unstable.js";
import { judge } from "./verdict.js";

const style = `:root { --brand: rgb(0, 90, 200) } body { margin: 0; font: 16px Arial } .row { display: flex; gap: 12px; padding: 8px }
button { font: 16px Arial; padding: 4px 8px; border: 1px solid #333; background: #fff; color: #222 } .price { width: 100px; height: 20px }`;
const page = (
  price: string,
  { css = "", label = "Buy now", more = "", clock = "12:00:01" } = {},
) => `<!doctype html><html lang="en"><title>Cart</title>
<style>${style}${css}</style><main><h1>Cart</h1><p id="clock">${clock}</p><div class="row"><button class="one">One</button>
<button class="buy">${label}</button><button class="three">Three</button></div><div class="price">${price}</div>${more}</main></html>`;

const studio = shared(openStudio);
let count = 0;

/** A capture made `count` minutes after the first. */
async function shot(html: string, options: ShotOptions = {}): Promise<Capture> {
  const capture = await studio.html(html, { path: `cart?shot=${++count}`, ...options });
  const capturedAt = new Date(Date.UTC(2026, 0, 1, 0, count)).toISOString();
  return { ...capture, metadata: { ...capture.metadata, url: "http://localhost:5173/cart", capturedAt } };
}

const on = (className: string) => (element: { readonly attributes: Readonly<Record<string, string>> }) =>
  element.attributes["class"] === className;

interface Case {
  readonly target?: string;
  readonly before?: string;
  readonly checks?: readonly Check[];
  readonly after: string;
  readonly options?: ShotOptions;
  readonly idle?: readonly (readonly [string, string])[];
}

async function verdictOf({ target = "buy", before: old = page("€ 60"), checks = [], after: html, options = {}, idle = [] }: Case) {
  const before = annotated(await shot(old), on(target), "Please change");
  const [annotation] = before.annotations as [Annotation];
  const after = await shot(html, options);
  const pairs: IdlePair[] = [];
  for (const [one, other] of idle)
    pairs.push([
      { filename: "i.json", capture: await shot(one) },
      { filename: "j.json", capture: await shot(other) },
    ]);
  const at = new Date().toISOString();
  return judge({
    annotation,
    before: { filename: "a.json", capture: before },
    after: { filename: "b.json", capture: after },
    checks,
    idle: pairs,
    at,
  });
}

function annotationAbout(target: ElementTarget): Annotation {
  return {
    ...{ id: "pick", target: { type: "element", elements: [target] }, comment: "Please change", kind: "bug", severity: "medium" },
    ...{ status: "unresolved", createdAt: "2026-01-01T00:00:00.000Z" },
  };
}

const css = (rules: string) => page("€ 60", { css: rules });

describe("a verdict", () => {
  it.each<[string, Check, string, string]>([
    ["text as asked", { kind: "text", expected: "Order" }, page("€ 60", { label: "Order" }), "pass"],
    ["text not changed", { kind: "text", expected: "Order" }, page("€ 60"), "fail"],
    ["text contains", { kind: "text", expected: "Ord", compare: "contains" }, page("€ 60", { label: "Order <b>all</b>" }), "pass"],
    ["text of a subtree", { kind: "text", expected: "Order all" }, page("€ 60", { label: "Order <b>all</b>" }), "pass"],
    ["text matches", { kind: "text", expected: "^Buy \\w+$", compare: "matches" }, page("€ 60"), "pass"],
    ["a pattern that could take for ever", { kind: "text", expected: "(a+)+$", compare: "matches" }, page("€ 60"), "cannot-tell"],
    ["a text that was tried", { kind: "property", property: "text", expected: "Order" }, page("€ 60", { label: " Order " }), "pass"],
    ["a tried text that is not there", { kind: "property", property: "text", expected: "Order" }, page("€ 60"), "fail"],
    ["a colour by name", { kind: "property", property: "color", expected: "red" }, css(".buy { color: #f00 }"), "pass"],
    ["a colour as hsl", { kind: "property", property: "color", expected: "hsl(0 100% 50%)" }, css(".buy { color: red }"), "pass"],
    ["another colour", { kind: "property", property: "color", expected: "red" }, css(".buy { color: #e00 }"), "fail"],
    ["a token", { kind: "property", property: "color", token: "--brand" }, css(".buy { color: var(--brand) }"), "pass"],
    ["a token that is none", { kind: "property", property: "color", token: "--none" }, page("€ 60"), "cannot-tell"],
    ["a length in rem", { kind: "property", property: "font-size", expected: "1.5rem" }, css(".buy { font-size: 24px }"), "pass"],
    [
      "a length within half a pixel",
      { kind: "property", property: "padding", expected: "4px 8px" },
      css(".buy { padding: 4.4px 8px 4px }"),
      "pass",
    ],
    ["a length beyond it", { kind: "property", property: "padding", expected: "4px 8px" }, css(".buy { padding: 5px 8px }"), "fail"],
    ["a longhand", { kind: "property", property: "padding-left", expected: "8px" }, page("€ 60"), "pass"],
    ["at least", { kind: "property", property: "font-size", expected: 18, compare: "at-least" }, css(".buy { font-size: 20px }"), "pass"],
    [
      "at least, in px",
      { kind: "property", property: "font-size", expected: "18px", compare: "at-least" },
      css(".buy { font-size: 20px }"),
      "pass",
    ],
    ["a percentage", { kind: "property", property: "padding", expected: "10%" }, page("€ 60"), "cannot-tell"],
    [
      "a whole border",
      { kind: "property", property: "border", expected: "dashed red 2px" },
      css(".buy { border: 2px dashed red }"),
      "pass",
    ],
    ["another border", { kind: "property", property: "border", expected: "2px dashed red" }, css(".buy { border: 2px solid red }"), "fail"],
    [
      "a border on one side only",
      { kind: "property", property: "border", expected: "2px solid red" },
      css(".buy { border-top: 2px solid red }"),
      "fail",
    ],
    [
      "one side",
      { kind: "property", property: "border-top", expected: "2px solid red" },
      css(".buy { border-top: 2px solid red }"),
      "pass",
    ],
    ["no border", { kind: "property", property: "border", expected: "none" }, css(".buy { border: 0 }"), "pass"],
    ["no spacing of letters", { kind: "property", property: "letter-spacing", expected: "1.5px" }, page("€ 60"), "fail"],
    ["not displayed", { kind: "property", property: "display", expected: "none" }, css(".buy { display: none }"), "pass"],
    [
      "a look that nobody sees",
      { kind: "property", property: "color", expected: "red" },
      css(".buy { color: red; display: none }"),
      "fail",
    ],
    ["bold by name", { kind: "property", property: "font-weight", expected: "bold" }, css(".buy { font-weight: 700 }"), "pass"],
    ["an attribute", { kind: "attribute", attribute: "class", expected: "buy" }, page("€ 60"), "pass"],
    ["no attribute", { kind: "attribute", attribute: "title", expected: null }, page("€ 60"), "pass"],
    ["an attribute that is missing", { kind: "attribute", attribute: "title", expected: "Buy" }, page("€ 60"), "fail"],
    ["a state", { kind: "state", state: "disabled", expected: false }, page("€ 60"), "pass"],
    ["a role", { kind: "role", expected: "button" }, page("€ 60"), "pass"],
    ["a name", { kind: "name", expected: "Buy now" }, page("€ 60"), "pass"],
    ["contrast", { kind: "contrast", expected: 4.5 }, css(".buy { color: #000 }"), "pass"],
    ["too little contrast", { kind: "contrast", expected: 4.5 }, css(".buy { color: #999 }"), "fail"],
    ["a light fill", { kind: "contrast", expected: 4.5 }, css(".buy { color: #000; -webkit-text-fill-color: #eee }"), "fail"],
    ["a shadow around letters", { kind: "contrast", expected: 4.5 }, css(".buy { color: #000; text-shadow: 0 0 3px #000 }"), "cannot-tell"],
    ["a cover", { kind: "contrast", expected: 3 }, css(".three { margin-left: -400px; width: 600px; background: #111 }"), "cannot-tell"],
    ["exists", { kind: "exists" }, page("€ 60"), "pass"],
    ["gone", { kind: "gone" }, css(".buy { display: none }"), "pass"],
    ["not gone", { kind: "gone" }, page("€ 60"), "fail"],
    ["visible", { kind: "visible" }, css(".buy { visibility: hidden }"), "fail"],
    ["a size", { kind: "size", height: 40 }, css(".buy { height: 40px; box-sizing: border-box }"), "pass"],
    ["at least a size", { kind: "size", width: 44, height: 44, compare: "at-least" }, css(".buy { height: 48px }"), "pass"],
    ["a gap to the next", { kind: "gap", to: "next", expected: 20 }, css(".row { gap: 20px }"), "pass"],
    ["a gap as CSS writes it", checkSchema.parse({ kind: "gap", to: "next", expected: "20px" }), css(".row { gap: 20px }"), "pass"],
    [
      "a size as CSS writes it",
      checkSchema.parse({ kind: "size", height: "40px" }),
      css(".buy { height: 40px; box-sizing: border-box }"),
      "pass",
    ],
    [
      "a value of an animation that runs",
      { kind: "property", property: "opacity", expected: 1 },
      css("@keyframes blink { from { opacity: 0 } to { opacity: 0.9 } } .buy { animation: blink 0.7s infinite alternate }"),
      "cannot-tell",
    ],
    ["a gap as it was", { kind: "gap", to: "next", expected: 20 }, page("€ 60"), "fail"],
    ["a gap to the parent", { kind: "gap", to: "parent", expected: 8 }, page("€ 60"), "pass"],
    ["no overflow", { kind: "no-overflow" }, page("€ 60"), "pass"],
    ["overflow", { kind: "no-overflow" }, css(".buy { width: 20px; overflow: hidden; white-space: nowrap }"), "fail"],
    ["no overlap", { kind: "no-overlap" }, css(".three { margin-left: -60px }"), "fail"],
    ["no finding", { kind: "no-finding", rule: "color-contrast" }, css(".buy { color: #bbb }"), "fail"],
    ["like its siblings", { kind: "like-siblings", property: "background-color" }, page("€ 60"), "pass"],
    ["unlike them", { kind: "like-siblings", property: "background-color" }, css(".buy { background: #eee }"), "fail"],
  ])("%s", async (_case, check, after, status) => {
    const verdict = await verdictOf({ checks: [check], after });
    expect(verdict, JSON.stringify(verdict)).toMatchObject({ status, checks: [{ kind: check.kind, status }] });
  });

  it.each<[string, Case, RegExp]>([
    ["nothing to check", { after: page("€ 60") }, /what to check/],
    ["another viewport", { after: page("€ 60"), options: { width: 700 } }, /viewport/],
    ["another colour scheme", { after: page("€ 60", { more: "<!-- dark -->" }) }, /colour scheme/],
    [
      "an open dialog",
      { after: page("€ 60", { more: "<dialog>Hi</dialog>" }), options: { change: "document.querySelector('dialog').showModal()" } },
      /dialog/,
    ],
    ["a build error", { after: page("€ 60", { more: '<div id="error-message">Unexpected token</div>' }) }, /build error/],
  ])("is not given with %s", async (name, one, reason) => {
    const checks: Check[] = name === "nothing to check" ? [] : [{ kind: "exists" }];
    if (name !== "another colour scheme") {
      expect(await verdictOf({ ...one, checks })).toMatchObject({ status: "cannot-tell", reason: expect.stringMatching(reason) });
      return;
    }
    const before = annotated(await shot(page("€ 60")), on("buy"), "Please change");
    const [annotation] = before.annotations as [Annotation];
    const light = await shot(one.after);
    const capture: Capture = { ...light, metadata: { ...light.metadata, colorScheme: "dark" } };
    const verdict = judge({
      annotation,
      before: { filename: "a", capture: before },
      after: { filename: "b", capture },
      checks,
      idle: [],
      at: "",
    });
    expect(verdict).toMatchObject({ status: "cannot-tell", reason: expect.stringMatching(reason) });
  });

  const removed = page("€ 60").replace(/<button class="buy">.*?<\/button>/, "");
  const layer = (more: string) => page("€ 60", { more });
  const pick = '<b class="pick" style="position: absolute">Add</b>';
  it.each<[string, Case, Check, string, RegExp]>([
    [
      "taken out of what is there, and its neighbours stay",
      { after: removed },
      { kind: "text", expected: "Buy now" },
      "fail",
      /not on the page any more\. a\.json shows it/,
    ],
    ["taken out, as asked", { after: removed }, { kind: "gone" }, "pass", /^$/],
    ["taken out, but asked for", { after: removed }, { kind: "exists" }, "fail", /not on the page any more/],
    [
      "gone with a menu that is closed",
      { target: "entry", before: layer('<div class="menu"><i class="entry">Rename</i><i>Delete</i></div>'), after: layer("") },
      { kind: "text", expected: "Move" },
      "cannot-tell",
      /same state/,
    ],
    [
      "one of two that nothing tells apart",
      {
        target: "pick",
        before: layer(`<i>Red</i>${pick}<i>Blue</i>`),
        after: layer(`<i>Red</i>${pick}${pick}<i>Blue</i>`),
      },
      { kind: "text", expected: "Add" },
      "cannot-tell",
      /which of these it is: e\d+, e\d+/,
    ],
  ])("of an element that is %s", async (_case, one, check, status, reason) => {
    const verdict = await verdictOf({ ...one, checks: [check] });
    expect([verdict.status, verdict.reason ?? ""], JSON.stringify(verdict)).toEqual([status, expect.stringMatching(reason)]);
  });

  /** What was stored when an element of a page was picked. */
  async function pickOf(html: string, className: string, url = "http://localhost:5173/cart"): Promise<ElementTarget> {
    const reader = readCapture(await shot(html));
    const index = [...reader.elements()].find(on(className))?.index ?? -1;
    const { ref: _ref, ...facts } = elementTargetOf(reader, index);
    return { ...facts, present: false, url };
  }

  it.each<[string, string, string, Check, string, RegExp]>([
    ["shows again", "/cart", "<i class='entry'>Move</i>", { kind: "text", expected: "Move" }, "pass", /^$/],
    ["does not show as asked", "/cart", "<i class='entry'>Rename</i>", { kind: "text", expected: "Move" }, "fail", /^$/],
    ["does not show either", "/cart", "", { kind: "text", expected: "Move" }, "cannot-tell", /bring the page to where it shows/],
    ["does not show either, which says nothing of it", "/cart", "", { kind: "gone" }, "cannot-tell", /bring the page/],
    [
      "shows on the annotation's own route",
      "/cart#/menu",
      "<i class='entry'>Move</i>",
      { kind: "text", expected: "Move" },
      "pass",
      /Nothing older/,
    ],
    [
      "shows on another route than the annotation's",
      "/cart#/other",
      "<i class='entry'>Move</i>",
      { kind: "text", expected: "Move" },
      "cannot-tell",
      /another page/,
    ],
  ])("of an element that its capture never showed and a later one %s", async (_case, path, entry, check, status, reason) => {
    const menuOf = (more: string) => layer(more === "" ? "" : `<div class="menu">${more}<i>Delete</i></div>`);
    const route = path === "/cart" ? path : "/cart#/menu";
    const target = await pickOf(menuOf("<i class='entry'>Rename</i>"), "entry", `http://localhost:5173${route}`);
    const before = await shot(layer(""));
    const after = await shot(menuOf(entry));
    const verdict = judge({
      annotation: { ...annotationAbout(target) },
      before: { filename: "a.json", capture: before },
      after: { filename: "b.json", capture: { ...after, metadata: { ...after.metadata, url: `http://localhost:5173${path}` } } },
      ...{ checks: [check], idle: [], at: "" },
    });
    expect([verdict.status, verdict.reason ?? ""], JSON.stringify(verdict)).toEqual([status, expect.stringMatching(reason)]);
    if (status === "pass" && path === "/cart") expect(verdict.alsoChangedTotal, JSON.stringify(verdict.alsoChanged)).toBe(0);
  });

  it("names by ref what a gap and an edge are measured to, whatever its ref is now", async () => {
    const before = annotated(await shot(page("€ 60")), on("buy"), "Align");
    const [annotation] = before.annotations as [Annotation];
    const ref = [...readCapture(before).elements()].find(on("three"))?.ref ?? "";
    const capture = await shot(page("€ 60").replace("<h1>", "<p>New</p><h1>"));
    const checks: Check[] = [
      { kind: "gap", to: ref, expected: 12 },
      { kind: "aligned", with: ref, edge: "top" },
      { kind: "aligned", with: ref, edge: "left" },
    ];
    const verdict = judge({
      annotation,
      before: { filename: "a", capture: before },
      after: { filename: "b", capture },
      checks,
      idle: [],
      at: "",
    });
    expect(verdict.checks.map(({ status }) => status)).toEqual(["pass", "pass", "fail"]);
  });

  it.each<[string, Check[], string, string[]]>([
    ["nothing else", [{ kind: "text", expected: "€ 64.50" }], page("€ 64.50"), []],
    ["a colour asked for", [{ kind: "property", property: "color", expected: "red" }], css(".price { color: red }"), []],
    ["a text that was tried", [{ kind: "property", property: "text", expected: "€ 64.50" }], page("€ 64.50"), []],
    ["a clock", [{ kind: "text", expected: "€ 64.50" }], page("€ 64.50", { clock: "12:04:33" }), []],
    ["another text", [{ kind: "text", expected: "€ 64.50" }], page("€ 64.50", { label: "Order" }), ["changed text"]],
    [
      "a colour of others",
      [{ kind: "text", expected: "€ 64.50" }],
      page("€ 64.50", { css: ".row button { color: red }" }),
      ["changed style color", "changed style color", "changed style color"],
    ],
    [
      "the element's own look",
      [{ kind: "text", expected: "€ 64.50" }],
      page("€ 64.50", { css: ".price { color: red }" }),
      ["changed style color"],
    ],
    ["an element more", [{ kind: "text", expected: "€ 64.50" }], page("€ 64.50", { more: "<p>Sale</p>" }), ["added"]],
    [
      "the document's title",
      [{ kind: "text", expected: "€ 64.50" }],
      page("€ 64.50").replace("<title>Cart", "<title>Basket"),
      ["changed text"],
    ],
  ])("what else changed: %s", async (_case, checks, after, expected) => {
    const { status, alsoChanged } = await verdictOf({ target: "price", checks, after });
    expect(status).toBe("pass");
    expect(alsoChanged.map(({ what, property }) => (property === undefined ? what : `${what} ${property}`))).toEqual(expected);
  });

  it("names what was not built: a page that is as it was", async () => {
    const same = await verdictOf({ target: "price", checks: [{ kind: "text", expected: "€ 64.50" }], after: page("€ 60") });
    expect(same).toMatchObject({ status: "fail", reason: expect.stringMatching(/as it was.*built/) });
    // The class is there, and its style sheet is not.
    const wide: Check = { kind: "property", property: "padding-left", expected: "12px" };
    const half = await verdictOf({ target: "price", checks: [wide], after: page("€ 60").replace('class="price"', 'class="price pl-3"') });
    expect(half).toMatchObject({ status: "fail", reason: expect.stringMatching(/as it was.*built/) });
    const titled = page("€ 60").replace("<title>Cart", "<title>Basket");
    const retitled = await verdictOf({ target: "price", checks: [{ kind: "text", expected: "€ 64.50" }], after: titled });
    expect(retitled).not.toHaveProperty("reason");
    const other = await verdictOf({ target: "price", checks: [{ kind: "text", expected: "€ 64.50" }], after: page("€ 65") });
    expect(other).toMatchObject({ status: "fail" });
    expect(other).not.toHaveProperty("reason");
  });

  it("leaves out how a library holds an animation back, and the line height that follows the font's size", async () => {
    const before = css(".price { font-size: 24px; line-height: 32px }").replace("<h1>", '<h1 style="animation-duration: 0s">');
    const after = css(".price { font-size: 30px; line-height: 36px }");
    const checks: Check[] = [{ kind: "property", property: "font-size", expected: "30px" }];
    expect(await verdictOf({ target: "price", checks, before, after })).toMatchObject({ status: "pass", alsoChangedTotal: 0 });
  });

  it("leaves out names that a library numbers anew", async () => {
    const panel = (id: number) => page("€ 60", { more: `<p id="header-va-${id}" aria-controls="panel-va-${id}">Terms</p>` });
    const verdict = await verdictOf({ before: panel(13), checks: [{ kind: "exists" }], after: panel(20) });
    expect(verdict).toMatchObject({ status: "pass", alsoChangedTotal: 0 });
  });

  it("leaves out what moves about in the head", async () => {
    const head = (before: string, after: string) => page("€ 60").replace(/<title>.*?<\/title>/, `${before}<title>Shop</title>${after}`);
    const [style, link] = ["<style>h2 { color: red }</style>", '<link rel="icon" href="data:,">'];
    const one: Case = { before: head(style, link), checks: [{ kind: "exists" }], after: head(`${link}<meta name="a">`, style) };
    expect(await verdictOf(one)).toMatchObject({ alsoChangedTotal: 0 });
  });

  it("leaves out what an animation that runs shows at an instant, and nothing else of its element", async () => {
    const flakes = Array.from({ length: 20 }, (_, place) => `<p class="flake" style="animation-delay: -${place * 37}ms"><b>*</b></p>`).join(
      "",
    );
    const snow = (color: string, animation: string) =>
      page("€ 60", {
        css: `@keyframes fall { from { transform: translateY(0); margin-left: 0 } to { transform: translateY(90px) rotate(20deg); margin-left: 40px } }
          .flake { position: absolute; color: ${color}; animation: ${animation} }`,
        more: flakes,
      });
    const running = "fall 0.61s linear infinite";
    const checks: Check[] = [{ kind: "exists" }];
    expect(await verdictOf({ checks, before: snow("gray", running), after: snow("gray", running) })).toMatchObject({ alsoChangedTotal: 0 });
    const recoloured = await verdictOf({ checks, before: snow("gray", running), after: snow("red", running) });
    expect(recoloured.alsoChanged.every(({ property }) => property === "style color")).toBe(true);
    expect(recoloured.alsoChangedTotal).toBe(20);
    const stopped = await verdictOf({
      checks,
      before: snow("gray", "none"),
      after: snow("gray", "none").replace("color: gray", "margin-left: 9px"),
    });
    expect(stopped.alsoChangedTotal).toBeGreaterThan(0);
  });

  it("leaves out a colour on its way", async () => {
    const before = css("h1 { color: oklab(0.554 -0.0100213 -0.0448951) }");
    const later = (color: string) => css(`h1 { color: ${color} }`);
    const checks: Check[] = [{ kind: "exists" }];
    expect(await verdictOf({ checks, before, after: later("oklch(0.554 0.046 257.417)") })).toMatchObject({ alsoChangedTotal: 0 });
    expect(await verdictOf({ checks, before, after: later("oklch(0.554 0.2 20)") })).toMatchObject({ alsoChangedTotal: 1 });
  });

  it("what changed between two captures after the edit counts as damage where it had not changed before", async () => {
    const one: Case = {
      target: "price",
      before: page("€ 60"),
      checks: [{ kind: "text", expected: "€ 64.50" }],
      after: page("€ 64.50", { label: "Order" }),
    };
    const late = await verdictOf({ ...one, idle: [[page("€ 64.50"), page("€ 64.50", { label: "Order" })]] });
    expect(late.alsoChanged.map(({ property }) => property)).toEqual(["text"]);
  });

  it("a rule that only axe-core knows decides nothing on a page that it did not look at", async () => {
    const verdict = await verdictOf({ checks: [{ kind: "no-finding", rule: "scrollable-region-focusable" }], after: page("€ 60") });
    expect(verdict).toMatchObject({ status: "cannot-tell", reason: expect.stringMatching(/axe-core/) });
  });

  const names = "Ada Ben Cleo Dora Emil Fay Gus Hana Ivo Jane Kurt Lea Max Nora Otto Pia Quinn Rosa Sven Tess".split(" ");
  /** A table with other rows at each load: every third is on leave. */
  const team = (load: number, { head = "Name", price = "€ 60", after = "", title = "Cart" } = {}) => {
    const row = (place: number) => {
      const name = names[(load * 7 + place * 3) % names.length];
      const state = (load + place) % 3 === 0 ? "Away" : "Here";
      return `<tr><td><b>${name}</b></td><td>Room ${load * 10 + place}</td><td>${state}</td></tr>`;
    };
    const rows = Array.from({ length: 5 }, (_, place) => row(place)).join("");
    const more = `<table><thead><tr><th>${head}</th><th>Room</th><th>State</th></tr></thead><tbody>${rows}</tbody></table>${after}`;
    return page(price, { more }).replace("<title>Cart", `<title>${title}`);
  };
  it.each<[string, string, readonly (readonly [string, string])[], string[] | "more than five"]>([
    ["rows that nothing was learnt of", team(9, { price: "€ 64.50" }), [], "more than five"],
    ["rows that are others at each load", team(9, { price: "€ 64.50" }), [[team(2), team(4)]], []],
    ["their heading", team(9, { price: "€ 64.50", head: "Person" }), [[team(2), team(4)]], ["changed text: Person"]],
    ["what follows them", team(9, { price: "€ 64.50", after: "<p>Sale</p>" }), [[team(2), team(4)]], ["added: p:nth-of-type(2)"]],
    ["rows at another width", team(9, { price: "€ 64.50" }), [["narrow", team(4)]], "more than five"],
    [
      "a title that changes by itself",
      team(1, { price: "€ 64.50", title: "(9) Cart" }),
      [[team(1, { title: "(1) Cart" }), team(1, { title: "(4) Cart" })]],
      [],
    ],
  ])("leaves out what is random at each load: %s", async (_case, after, idle, expected) => {
    const before = annotated(await shot(team(1)), on("price"), "Please change");
    const [annotation] = before.annotations as [Annotation];
    const pairs: IdlePair[] = [];
    for (const [one, other] of idle) {
      const first = one === "narrow" ? await shot(team(2), { width: 700 }) : await shot(one);
      pairs.push([
        { filename: "i.json", capture: first },
        { filename: "j.json", capture: await shot(other) },
      ]);
    }
    // The captures with nothing done are from before the annotation.
    const past = (capture: Capture): Capture => ({
      ...capture,
      metadata: { ...capture.metadata, capturedAt: capture.metadata.capturedAt.replace("2026", "2025") },
    });
    const { status, alsoChanged } = judge({
      annotation,
      before: { filename: "a", capture: before },
      after: { filename: "b", capture: await shot(after) },
      checks: [{ kind: "text", expected: "€ 64.50" }],
      idle: pairs.map(([one, other]) => [
        { ...one, capture: past(one.capture) },
        { ...other, capture: past(other.capture) },
      ]),
      at: "",
    });
    expect(status).toBe("pass");
    if (expected === "more than five") expect(alsoChanged.length).toBeGreaterThan(5);
    else
      expect(
        alsoChanged.map(
          ({ what, property, after: text, selector }) =>
            `${what}${property === undefined ? "" : ` ${property}`}: ${text ?? selector.split(" > ").at(-1)}`,
        ),
      ).toEqual(expected);
  });

  it.each<[string, Check, string]>([
    ["the text of another", { kind: "text", expected: "Ada Lovelace" }, "fail"],
    ["that it is gone", { kind: "gone" }, "pass"],
    ["that it exists", { kind: "exists" }, "fail"],
  ])("a row that left a list is not the one that came instead: %s", async (_case, check, status) => {
    const list = (people: readonly string[]) =>
      page("€ 60", {
        more: `<ul>${people.map((one) => `<li${one.startsWith("Ada") ? ' class="ada"' : ""}><b>${one}</b> <i>Here</i></li>`).join("")}</ul>`,
      });
    const [before, after] = [
      ["Ada Byron, London", "Ben Ash, Bonn", "Cleo Wu, Wien"],
      ["Ben Ash, Bonn", "Cleo Wu, Wien", "Dora Ek, Oslo"],
    ].map(list);
    expect(await verdictOf({ target: "ada", before: before ?? "", checks: [check], after: after ?? "" })).toMatchObject({ status });
  });

  /** A list of so many rows. */
  const list = (length: number, row: (place: number) => string, more = "") =>
    page("€ 64.50", { more: `<ul>${Array.from({ length }, (_, place) => `<li>${row(place)}</li>`).join("")}</ul>${more}` });
  const nameAt = (place: number) => names[place % names.length] ?? "";
  const feed = (first: number, length: number, more = "") => list(length, (row) => `Event ${first + row}`, more);
  const rates = (seconds: number, length: number) =>
    list(length, (row) => `<b>${nameAt(row)}</b> <i>${1 + ((seconds * 7 + row * 3) % 10) / 10}</i>`);
  /** Rows of which the first are counters. */
  const lamps = (seconds: number, counters: number, length: number, last = "Lamp") =>
    list(length, (row) => (row < counters ? String(seconds * 10 + row) : row === length - 1 ? last : "Shade"));
  const links = (first: number) => list(4, (row) => `<a href="/${nameAt(first + row)}">${nameAt(first + row)}</a>`);
  const carousel = (first: number) => list(4, (row) => `<b>${nameAt(first + row)}</b> <i>Here</i>`);
  /** An advertisement with odd numbers stands below, one with even numbers above. */
  const advert = (number: number, label = "Buy now") => {
    const section = `<div><p>Offer${number} Only${number} today</p></div>`;
    const below = page("€ 64.50", { label, more: number % 2 === 1 ? section : "" });
    return number % 2 === 1 ? below : below.replace('<div class="row">', (row) => section + row);
  };
  it.each<[string, string, string, readonly [string, string], string[]]>([
    ["a feed that was short at first", feed(1, 1), feed(90, 5), [feed(40, 5), feed(60, 5)], []],
    ["what follows it", feed(1, 1), feed(90, 5, "<p>Sale</p>"), [feed(40, 5), feed(60, 5)], ["added p"]],
    ["a feed that goes on", feed(1, 8), feed(30, 8), [feed(3, 8), feed(5, 8)], []],
    [
      "an edit in a list of which few rows change",
      lamps(1, 3, 9),
      lamps(9, 3, 9, "Sold"),
      [lamps(3, 3, 9), lamps(4, 3, 9)],
      ["changed li Sold"],
    ],
    ["an edit in a list of three", lamps(1, 2, 3), lamps(9, 2, 3, "Sold"), [lamps(3, 2, 3), lamps(4, 2, 3)], ["changed li Sold"]],
    ["links that go round", links(0), links(9), [links(1), links(2)], []],
    ["rows that go round", carousel(0), carousel(9), [carousel(1), carousel(2)], []],
    [
      "an edit beside a section that is exchanged",
      advert(1),
      advert(6, "Order"),
      [advert(2), advert(3)],
      ["changed p Offer6 Only6 today", "changed button Order"],
    ],
    ["a row more, of rows that stay", rates(1, 3), rates(9, 4), [rates(3, 3), rates(4, 3)], ["added li"]],
  ])("learns after the edit what changes by itself: %s", async (_case, before, after, idle, expected) => {
    const one: Case = { target: "price", before, checks: [{ kind: "text", expected: "€ 64.50" }], after, idle: [idle] };
    const { alsoChanged } = await verdictOf(one);
    const last = (selector: string) => selector.split(" > ").at(-1)?.replace(/:.*/, "");
    const found = alsoChanged.map(({ what, selector, after: text = "" }) => `${what} ${last(selector)} ${text}`.trim());
    expect(found.filter((row) => !/^added [bi]$/.test(row))).toEqual(expected);
  });

  it("what changes by itself is learnt from captures with nothing done", async () => {
    const counter = (visits: number, feed = "") => page("€ 60", { more: `<p id="visits">${visits} visits</p><ul id="feed">${feed}</ul>` });
    const one: Case = {
      ...{ target: "price", before: counter(100, "<li>a</li>"), checks: [{ kind: "text", expected: "€ 60" }] },
      after: counter(205, "<li>b</li><li>c</li>"),
    };
    const without = await verdictOf(one);
    expect(without.alsoChanged.length).toBeGreaterThan(0);
    const learnt = await verdictOf({ ...one, idle: [[counter(101, "<li>x</li>"), counter(117, "<li>x</li><li>y</li>")]] });
    expect(learnt.alsoChanged.map(({ property, after }) => [property, after])).not.toContainEqual(["text", "205 visits"]);
    expect(learnt.alsoChanged.length).toBeLessThan(without.alsoChanged.length);
  });
});
