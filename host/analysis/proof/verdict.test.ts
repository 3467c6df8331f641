import { describe, expect, it } from "vitest";
import type { Annotation, ElementTarget } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import { type Check, checkSchema } from "../../contract/checks.js";
import { readCapture } from "../../contract/reader.js";
import { elementTargetOf } from "../../contract/targets.js";
import { openStudio } from "../../testing/captures.js";
import { shared } from "../../testing/shared.js";
import { annotated } from "../../testing/tool-bench.js";
import { annotationAbout, type Case, cartVerdicts, css, on, page, verdictBetween } from "../testing/cart-verdicts.js";

const { shot, verdictOf } = cartVerdicts(shared(openStudio));

const has = (property: string, expected: string | number): Check => ({ kind: "property", property, expected });
const showsDialog = "document.querySelector('dialog').showModal()";
const visible: Check = { kind: "visible" };
const gone: Check = { kind: "gone" };
const textIs = (expected: string): Check => ({ kind: "text", expected });
const contrast = (expected: number): Check => ({ kind: "contrast", expected });
const attribute = (name: string, expected: string | boolean | null): Check => ({ kind: "attribute", attribute: name, expected });

const belowBody = "html { background: #000 } body { background: #fff; height: 20px } .buy { background: none; color: #222 }";
const over = 'content: ""; position: absolute; inset: 0; background: #fff';
const underPicture = css(
  ".three { position: absolute; left: 0; width: 400px; height: 60px; font-size: 0; pointer-events: none; background: linear-gradient(#aaa, #bbb) }",
);
const turned = '<b style="display: block; transform: rotateX(180deg); backface-visibility: hidden">Buy now</b>';

describe("a verdict", () => {
  it.each<[string, Check, string, string]>([
    ["text as asked", textIs("Order"), page("€ 60", { label: "Order" }), "pass"],
    ["text not changed", textIs("Order"), page("€ 60"), "fail"],
    ["text contains", { kind: "text", expected: "Ord", compare: "contains" }, page("€ 60", { label: "Order <b>all</b>" }), "pass"],
    ["text of a subtree", textIs("Order all"), page("€ 60", { label: "Order <b>all</b>" }), "pass"],
    ["text matches", { kind: "text", expected: "^Buy \\w+$", compare: "matches" }, page("€ 60"), "pass"],
    ["a pattern that could take for ever", { kind: "text", expected: "(a+)+$", compare: "matches" }, page("€ 60"), "cannot-tell"],
    ["a text that was tried", has("text", "Order"), page("€ 60", { label: " Order " }), "pass"],
    ["a tried text that is not there", has("text", "Order"), page("€ 60"), "fail"],
    ["a colour by name", has("color", "red"), css(".buy { color: #f00 }"), "pass"],
    ["another colour", has("color", "red"), css(".buy { color: #e00 }"), "fail"],
    ["a colour that the browser mixes", has("color", "color-mix(in oklch, red 30%, blue)"), css(".buy { color: #e00 }"), "cannot-tell"],
    ["a shadow as it is written", has("box-shadow", "inset 0 1px 2px red"), css(".buy { box-shadow: 0 1px 2px red inset }"), "pass"],
    ["other shadows", has("box-shadow", "0 1px 2px red, 0 2px #00f"), css(".buy { box-shadow: 0 1px 2px red, 0 3px #00f }"), "fail"],
    ["no shadow", has("box-shadow", "none"), css(".buy { box-shadow: 0 1px red }"), "fail"],
    ["a token", { kind: "property", property: "color", token: "--brand" }, css(".buy { color: var(--brand) }"), "pass"],
    ["a token that is none", { kind: "property", property: "color", token: "--none" }, page("€ 60"), "cannot-tell"],
    ["a length in rem", has("font-size", "1.5rem"), css(".buy { font-size: 24px }"), "pass"],
    ["half a pixel off", has("padding", "4px 8px"), css(".buy { padding: 4.4px 8px 4px }"), "pass"],
    ["a length beyond it", has("padding", "4px 8px"), css(".buy { padding: 5px 8px }"), "fail"],
    ["a longhand", has("padding-left", "8px"), page("€ 60"), "pass"],
    ["at least", { kind: "property", property: "font-size", expected: 18, compare: "at-least" }, css(".buy { font-size: 20px }"), "pass"],
    ["a percentage", has("padding", "10%"), page("€ 60"), "cannot-tell"],
    ["a whole border", has("border", "dashed red 2px"), css(".buy { border: 2px dashed red }"), "pass"],
    ["another border", has("border", "2px dashed red"), css(".buy { border: 2px solid red }"), "fail"],
    ["other corners", has("border-radius", "8px 2px"), css(".buy { border-radius: 4px }"), "fail"],
    ["one other corner", has("border-radius", "8px"), css(".buy { border-radius: 8px 8px 8px 4px }"), "fail"],
    ["equal corners", has("border-radius", "8px"), css(".buy { border-radius: 8px }"), "pass"],
    ["equal corners, each stated", has("border-radius", "8px 8px 8px 8px"), css(".buy { border-radius: 8px }"), "pass"],
    ["unequal corners", has("border-radius", "8px 2px"), css(".buy { border-radius: 8px 2px }"), "pass"],
    ["a corner", has("border-bottom-left-radius", "8px"), css(".buy { border-radius: 2px 2px 2px 8px }"), "pass"],
    ["round corners", has("border-radius", "50%"), css(".buy { border-radius: 50% }"), "pass"],
    ["a border on one side only", has("border", "2px solid red"), css(".buy { border-top: 2px solid red }"), "fail"],
    ["one side", has("border-top", "2px solid red"), css(".buy { border-top: 2px solid red }"), "pass"],
    ["no border", has("border", "none"), css(".buy { border: 0 }"), "pass"],
    ["no spacing of letters", has("letter-spacing", "1.5px"), page("€ 60"), "fail"],
    ["not displayed", has("display", "none"), css(".buy { display: none }"), "pass"],
    ["a look that nobody sees", has("color", "red"), css(".buy { color: red; display: none }"), "fail"],
    ["bold by name", has("font-weight", "bold"), css(".buy { font-weight: 700 }"), "pass"],
    ["an attribute", attribute("class", "buy"), page("€ 60"), "pass"],
    ["no attribute", attribute("title", null), page("€ 60"), "pass"],
    ["an attribute that is missing", attribute("title", "Buy"), page("€ 60"), "fail"],
    ["no attribute where a value is private", attribute("value", null), page("€ 60"), "cannot-tell"],
    ["what a press runs", attribute("onclick", true), page("€ 60"), "cannot-tell"],
    ["a text that is private in part", textIs("Buy now, Ada"), page("€ 60", { label: "Buy now, redacted" }), "cannot-tell"],
    ["a text beside a typed one", { kind: "text", expected: "Buy", compare: "contains" }, page("€ 60", { label: "Buy <input>" }), "pass"],
    ["a state that captures do not hold", { kind: "state", state: "hover", expected: false }, page("€ 60"), "cannot-tell"],
    ["a state of ARIA that is absent", { kind: "state", state: "busy", expected: false }, page("€ 60"), "pass"],
    ["a state", { kind: "state", state: "disabled", expected: false }, page("€ 60"), "pass"],
    ["a role", { kind: "role", expected: "button" }, page("€ 60"), "pass"],
    ["a name", { kind: "name", expected: "Buy now" }, page("€ 60"), "pass"],
    ["contrast", contrast(4.5), css(".buy { color: #000 }"), "pass"],
    ["too little contrast", contrast(4.5), css(".buy { color: #999 }"), "fail"],
    ["a light fill", contrast(4.5), css(".buy { color: #000; -webkit-text-fill-color: #eee }"), "fail"],
    ["a shadow around letters", contrast(4.5), css(".buy { color: #000; text-shadow: 0 0 3px #000 }"), "cannot-tell"],
    ["a cover", contrast(3), css(".three { margin-left: -400px; width: 600px; background: #111 }"), "cannot-tell"],
    ["a text that is cut off", contrast(3), css(".buy { clip-path: inset(50%) }"), "cannot-tell"],
    ["a text below a body of one colour on a root of another", contrast(3), css(belowBody), "cannot-tell"],
    ["a text below a body on a root without a colour", contrast(3), css(belowBody.replace("html", "h9")), "pass"],
    ["exists", { kind: "exists" }, page("€ 60"), "pass"],
    ["gone", gone, css(".buy { display: none }"), "pass"],
    ["not gone", gone, page("€ 60"), "fail"],
    ["visible", visible, css(".buy { visibility: hidden }"), "fail"],
    ["visible behind an empty clip", visible, css(".buy { clip-path: inset(50%) }"), "fail"],
    ["visible with letters of no colour", visible, css(".buy { color: transparent }"), "cannot-tell"],
    ["visible under a picture", visible, underPicture, "cannot-tell"],
    ["visible on a picture", visible, underPicture.replace(".three {", ".buy { position: relative } .one {"), "pass"],
    ["visible under a generated box", visible, css(`.row { position: relative } .row::after { ${over} }`), "cannot-tell"],
    ["visible over a generated box", visible, css(`.row { position: relative } .row::after { ${over}; z-index: -1 }`), "pass"],
    ["visible behind a ground", visible, css(".row { background: #fff } .buy { position: relative; z-index: -1 }"), "cannot-tell"],
    ["visible before it", visible, css(".row { background: #fff } .buy { position: relative; z-index: 1 }"), "pass"],
    ["a label that is turned away", visible, page("€ 60", { label: turned }), "cannot-tell"],
    ["contrast behind a ground", contrast(3), css(".row { background: #fff } .buy { position: relative; z-index: -1 }"), "cannot-tell"],
    ["contrast of a first line", contrast(3), css(".buy::first-line { color: #eee }"), "cannot-tell"],
    ["contrast of a first letter", contrast(3), css(".buy::first-letter { color: #eee }"), "cannot-tell"],
    ["contrast on a border", contrast(3), css(".buy { border-bottom: 30px solid #222; height: 2px; padding: 0 }"), "cannot-tell"],
    ["contrast on a border image", contrast(3), css(".buy { border: 0; border-image: linear-gradient(#222, #222) 1 fill }"), "cannot-tell"],
    ["contrast of a disabled button", contrast(1.5), css(".buy { all: revert }").replace('"buy"', '"buy" disabled'), "cannot-tell"],
    ["a size", { kind: "size", height: 40 }, css(".buy { height: 40px; box-sizing: border-box }"), "pass"],
    ["at least a size", { kind: "size", width: 44, height: 44, compare: "at-least" }, css(".buy { height: 48px }"), "pass"],
    ["a gap to the next", { kind: "gap", to: "next", expected: 20 }, css(".row { gap: 20px }"), "pass"],
    ["a gap as CSS writes it", checkSchema.parse({ kind: "gap", to: "next", expected: "20px" }), css(".row { gap: 20px }"), "pass"],
    [
      "a value of an animation that runs",
      has("opacity", 1),
      css("@keyframes blink { from { opacity: 0 } to { opacity: 0.9 } } .buy { animation: blink 0.7s infinite alternate }"),
      "cannot-tell",
    ],
    [
      "a value of a transition that runs",
      { kind: "property", property: "color", expected: "#bbb" },
      css(".buy { color: #bbb; transition: color 900s } @starting-style { .buy { color: #000 } }"),
      "cannot-tell",
    ],
    [
      "a value that it inherits amid a transition",
      { kind: "property", property: "color", expected: "#bbb" },
      css(".buy { color: inherit } .row { color: #bbb; transition: color 900s } @starting-style { .row { color: #000 } }"),
      "cannot-tell",
    ],
    [
      "contrast amid a transition behind it",
      contrast(3),
      css(
        ".row { background: #ddd; transition: background-color 900s } .buy { background: none } @starting-style { .row { background: #222 } }",
      ),
      "cannot-tell",
    ],
    ["a gap as it was", { kind: "gap", to: "next", expected: 20 }, page("€ 60"), "fail"],
    ["a gap to the parent", { kind: "gap", to: "parent", expected: 8 }, page("€ 60"), "pass"],
    ["no overflow", { kind: "no-overflow" }, page("€ 60"), "pass"],
    ["overflow", { kind: "no-overflow" }, css(".buy { width: 20px; overflow: hidden; white-space: nowrap }"), "fail"],
    ["no overlap", { kind: "no-overlap" }, css(".three { margin-left: -60px }"), "fail"],
    ["no overlap under a picture", { kind: "no-overlap" }, underPicture, "cannot-tell"],
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
    ["an open dialog", { after: page("€ 60", { more: "<dialog>Hi</dialog>" }), options: { change: showsDialog } }, /dialog/],
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
    const verdict = verdictBetween(annotation, before, capture, checks);
    expect(verdict).toMatchObject({ status: "cannot-tell", reason: expect.stringMatching(reason) });
  });

  it.each<[string, Check, string]>([
    ["its text as asked", textIs("Buy now"), "pass"],
    ["another text", textIs("Order"), "fail"],
    ["an attribute", attribute("class", "buy"), "pass"],
    ["a look as asked", has("padding-left", "8px"), "pass"],
    ["another look, which the layer may have given it", has("padding-left", "9px"), "cannot-tell"],
    ["what the layer may have changed", visible, "cannot-tell"],
  ])("of an element behind a dialog that has opened by itself: %s", async (_case, check, status) => {
    const after = page("€ 60", { more: "<dialog>Hi</dialog>" });
    const verdict = await verdictOf({ checks: [check], after, options: { change: showsDialog } });
    expect(verdict, JSON.stringify(verdict)).toMatchObject({ status, alsoChanged: [] });
    expect(verdict.reason ?? "").toMatch({ pass: /what else changed is not known/, fail: /^$/, "cannot-tell": /dialog/ }[status] ?? /^$/);
  });

  const instead = (html: string) => page("€ 60").replace(/<button class="buy">.*?<\/button>/, html);
  const removed = instead("");
  const layer = (more: string) => page("€ 60", { more });
  const pick = '<b class="pick" style="position: absolute">Add</b>';
  it.each<[string, Case, Check, string, RegExp]>([
    ["taken out, and its neighbours stay", { after: removed }, textIs("Buy now"), "fail", /^The element is not on the page any more\.$/],
    ["moved out of its place", { after: `${removed}<button class="x">Buy now</button>` }, gone, "cannot-tell", /has its words/],
    ["replaced", { after: instead("<em>Sold out</em>") }, gone, "cannot-tell", /another element/],
    [
      "replaced, and had no name",
      { target: "pick", before: layer("<i>Red</i><div class='pick'>One</div>"), after: layer("<i>Red</i><em>Two</em>") },
      gone,
      "cannot-tell",
      /another element/,
    ],
    ["taken out, as asked", { after: removed }, gone, "pass", /^$/],
    ["taken out, but asked for", { after: removed }, { kind: "exists" }, "fail", /not on the page any more/],
    [
      "gone with a menu that is closed",
      { target: "entry", before: layer('<div class="menu"><i class="entry">Rename</i><i>Delete</i></div>'), after: layer("") },
      textIs("Move"),
      "cannot-tell",
      / another state\.$/,
    ],
    [
      "one of two that nothing tells apart",
      {
        target: "pick",
        before: layer(`<i>Red</i>${pick}<i>Blue</i>`),
        after: layer(`<i>Red</i>${pick}${pick}<i>Blue</i>`),
      },
      textIs("Add"),
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
    ["shows again", "/cart", "<i class='entry'>Move</i>", textIs("Move"), "pass", /^$/],
    ["does not show as asked", "/cart", "<i class='entry'>Rename</i>", textIs("Move"), "fail", /^$/],
    ["does not show either", "/cart", "", textIs("Move"), "cannot-tell", /bring the page to where it shows/],
    ["does not show either, which says nothing of it", "/cart", "", gone, "cannot-tell", /bring the page/],
    ["shows on the annotation's own route", "/cart#/menu", "<i class='entry'>Move</i>", textIs("Move"), "pass", /Nothing older/],
    ["shows there, not as asked", "/cart#/menu", "<i class='entry'>Rename</i>", textIs("Move"), "fail", /Nothing older/],
    ["shows on another route", "/cart#/other", "<i class='entry'>Move</i>", textIs("Move"), "cannot-tell", /another page/],
  ])("of an element that its capture never showed and a later one %s", async (_case, path, entry, check, status, reason) => {
    const menuOf = (more: string) => layer(more === "" ? "" : `<div class="menu">${more}<i>Delete</i></div>`);
    const route = path === "/cart" ? path : "/cart#/menu";
    const target = await pickOf(menuOf("<i class='entry'>Rename</i>"), "entry", `http://localhost:5173${route}`);
    const before = await shot(layer(""));
    const after = await shot(menuOf(entry));
    const later = { ...after, metadata: { ...after.metadata, url: `http://localhost:5173${path}` } };
    const verdict = verdictBetween(annotationAbout(target), before, later, [check]);
    expect([verdict.status, verdict.reason ?? ""], JSON.stringify(verdict)).toEqual([status, expect.stringMatching(reason)]);
    if (status === "pass" && path === "/cart") expect(verdict.alsoChangedTotal, JSON.stringify(verdict.alsoChanged)).toBe(0);
  });

  it.each<[string, string, string, string, RegExp]>([
    ["fail", "the same query", "", "", /not on the page any more/],
    ["cannot-tell", "another query", "", "?tab=closed", /where it shows/],
    ["cannot-tell", "another query than its own", "?tab=open", "?tab=closed", /another query/],
  ])("is %s where an element's place holds another one at %s of its page", async (status, _case, own, query, reason) => {
    const rows = (...words: string[]) => `<h1>Tickets</h1><ul>${words.map((one) => `<li class="${one[0]}">${one}</li>`).join("")}</ul>`;
    const at = (capture: Capture, search: string) => ({
      ...capture,
      metadata: { ...capture.metadata, url: `http://localhost:5173/tickets${search}` },
    });
    const before = annotated(await shot(rows("Fix header", "Add footer")), on("A"), "Assign it");
    const after = await shot(rows("Move login", "New logout"));
    const checks: Check[] = [textIs("Assigned")];
    const verdict = verdictBetween(before.annotations[0] as Annotation, at(before, own), at(after, query), checks);
    expect([verdict.status, verdict.reason ?? ""], JSON.stringify(verdict)).toEqual([status, expect.stringMatching(reason)]);
  });

  it.each<[string, string, string, Check, string]>([
    ["another text of another step", "", "Address", textIs("Your account"), "cannot-tell"],
    ["what another step does not have", "field", "Address", { kind: "exists" }, "cannot-tell"],
    ["the step that was noted, with another text", "", "Account", textIs("Your account"), "fail"],
    ["a step that has another name now", "", "Profile", textIs("Your account"), "fail"],
    ["what stands at each step", "next", "Address", textIs("Go on"), "fail"],
    ["what is as asked", "next", "Address", textIs("Next"), "pass"],
  ])("is taken of the state that the page marks as current: %s", async (_case, target, now, check, status) => {
    const step = (current: string, [first, ...others]: readonly [string, ...string[]]) =>
      `<ol><li ${current === first ? "aria-current=step" : ""}>${first}</li>${others.map((one) => `<li ${current === one ? "aria-current=step" : ""}>${one}</li>`).join("")}</ol>
      <div id="step"><h2 class="heading">${current}</h2>${current === "Address" ? "<p>Street</p>" : '<p class="field">Mail</p>'}<button class="next">Next</button></div>`;
    const before = annotated(await shot(step("Account", ["Account", "Address"])), on(target || "heading"), "Other words");
    const after = await shot(step(now, [now === "Profile" ? now : "Account", "Address"]));
    const verdict = verdictBetween(before.annotations[0] as Annotation, before, after, [check]);
    expect(verdict, JSON.stringify(verdict)).toMatchObject({ status });
    if (status === "cannot-tell") expect(verdict.reason).toMatch(/“Address”.*“Account”/);
  });

  it.each<[string, string, Check, string]>([
    ["another text", "Jetzt kaufen", textIs("Order"), "cannot-tell"],
    ["another tried text", "Jetzt kaufen", has("text", "Order"), "cannot-tell"],
    ["the text as asked", "Order", textIs("Order"), "pass"],
    ["a colour", "Jetzt kaufen", has("color", "red"), "fail"],
  ])("does not refute words of a page that is in another language than before: %s", async (_case, label, check, status) => {
    const before = annotated(await shot(page("€ 60")), on("buy"), "Other words");
    const after = await shot(page("€ 60", { label }).replace(/<html[^>]*>|^/, '<html lang="de-AT">'));
    const verdict = verdictBetween(before.annotations[0] as Annotation, before, after, [check]);
    expect(verdict, JSON.stringify(verdict)).toMatchObject({ status });
    if (status === "cannot-tell") expect(verdict.reason).toContain("the page is in “de-AT” now, and was in “en”");
  });

  it("does not refute words where nearly all around them are others, as in a language that the page does not state", async () => {
    const menus = (names: string) => shot(`${names.replace(/\w+/g, "<nav>$&</nav>")}<button class="buy">Edit</button>`);
    const was = annotated(await menus("File View Image Colors Help"), on("buy"), "Other words");
    for (const [now, status] of [
      ["Datei Ansicht Bild Farben Help", "cannot-tell"] as const,
      ["Datei Sicht Bild Colors Help", "fail"] as const,
    ])
      expect(verdictBetween(was.annotations[0] as Annotation, was, await menus(now), [textIs("Cut")])).toMatchObject({
        status,
      });
  });

  it.each<[string, string, number | undefined]>([
    ["in one browser", "Chrome 1", 1],
    ["in two, which lay it out differently, as not known", "Firefox 1", undefined],
  ])("states what else changed between readings of the page %s", async (_case, browser, total) => {
    const read = async (price: string, by: string) => {
      const capture = await shot(page(price));
      return { ...capture, metadata: { ...capture.metadata, browser: by } };
    };
    const before = annotated(await read("€ 60", "Chrome 2"), on("buy"), "Larger");
    const verdict = verdictBetween(before.annotations[0] as Annotation, before, await read("€ 65", browser), [{ kind: "exists" }]);
    expect([verdict.status, verdict.alsoChangedTotal]).toEqual(["pass", total]);
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
    const verdict = verdictBetween(annotation, before, capture, checks);
    expect(verdict.checks.map(({ status }) => status)).toEqual(["pass", "pass", "fail"]);
  });

  it("is about the control, as its context is, where a part of it was picked", async () => {
    const icon = (attributes: string) =>
      page("€ 60", { more: `<button ${attributes}><svg width="9" height="9"><path class="plus" d="M0 0h9v9z"/></svg></button>` });
    const checks: Check[] = [
      { kind: "name", expected: "More" },
      { kind: "state", state: "disabled", expected: true },
    ];
    const verdict = await verdictOf({ target: "plus", before: icon(""), checks, after: icon('aria-label="More" disabled') });
    expect(verdict.checks.map(({ status }) => status)).toEqual(["pass", "pass"]);
  });

  it.each([
    ["text", textIs("4"), "pass"],
    ["colour", has("color", "rgb(200, 0, 0)"), "pass"],
    ["text of neither", textIs("5"), "fail"],
  ] as const)("holds for the picked part of a control as well: its %s", async (_what, check, expected) => {
    const inbox = (count: number, colour: string) =>
      page("€ 60", { more: `<button>Inbox <b class="plus" style="color: ${colour}">${count}</b></button>` });
    const verdict = await verdictOf({ target: "plus", before: inbox(3, "black"), checks: [check], after: inbox(4, "rgb(200, 0, 0)") });
    expect(verdict.checks.map(({ status }) => status)).toEqual([expected]);
  });

  it("does not tell whether a picture lies on something", async () => {
    const picture = page("€ 60", { more: '<img class="plus" alt="" width="90" height="90" style="margin-top: -40px">' });
    const verdict = await verdictOf({ target: "plus", before: picture, checks: [{ kind: "no-overlap" }], after: picture });
    expect(verdict.checks).toMatchObject([{ status: "cannot-tell" }]);
  });

  it("is about the control also in what else changed", async () => {
    const button = (colour: string, size = 12) =>
      page("€ 60", {
        more: `<button style="background: ${colour}"><b class="plus">New</b></button><i style="font-size: ${size}px">Old</i>`,
      });
    const checks: Check[] = [has("background-color", "#409eff")];
    const verdict = await verdictOf({ target: "plus", before: button("orange"), checks, after: button("#409eff") });
    expect([verdict.status, verdict.alsoChanged]).toEqual(["pass", []]);
    const more = await verdictOf({ target: "plus", before: button("orange"), checks, after: button("#409eff", 14) });
    expect(more.alsoChanged).toMatchObject([{ property: "style font-size", before: "12px", after: "14px" }]);
  });

  it("names what was not built: a page that is as it was", async () => {
    const same = await verdictOf({ target: "price", checks: [textIs("€ 64.50")], after: page("€ 60") });
    expect(same).toMatchObject({ status: "fail", reason: expect.stringMatching(/as it was.*built/) });
    // The class is there, and its style sheet is not.
    const wide: Check = has("padding-left", "12px");
    const half = await verdictOf({ target: "price", checks: [wide], after: page("€ 60").replace('class="price"', 'class="price pl-3"') });
    expect(half).toMatchObject({ status: "fail", reason: expect.stringMatching(/as it was.*built/) });
    // Only its class and its size are others.
    const wider = page("€ 60", { css: ".w-full { width: 300px }" }).replace('class="price"', 'class="price w-full"');
    const grown = await verdictOf({
      target: "price",
      checks: [wide],
      before: page("€ 60", { css: ".w-full { width: 300px }" }),
      after: wider,
    });
    expect(grown).toMatchObject({ status: "fail" });
    expect(grown).not.toHaveProperty("reason");
    const titled = page("€ 60").replace("<title>Cart", "<title>Basket");
    const retitled = await verdictOf({ target: "price", checks: [textIs("€ 64.50")], after: titled });
    expect(retitled).not.toHaveProperty("reason");
    const other = await verdictOf({ target: "price", checks: [textIs("€ 64.50")], after: page("€ 65") });
    expect(other).toMatchObject({ status: "fail" });
    expect(other).not.toHaveProperty("reason");
  });

  it("a rule that only axe-core knows decides nothing on a page that it did not look at", async () => {
    const verdict = await verdictOf({ checks: [{ kind: "no-finding", rule: "scrollable-region-focusable" }], after: page("€ 60") });
    expect(verdict).toMatchObject({ status: "cannot-tell", reason: expect.stringMatching(/axe-core/) });
  });

  it("does not decide a check that only a newer version knows, and decides those beside it", async () => {
    const was = annotated(await shot(page("€ 60")), on("buy"), "Please change");
    const about = was.annotations[0] as Annotation;
    const later = [
      { kind: "hue", expected: 3 },
      { kind: "visible", since: "1s" },
      { kind: "text", expected: "Order" },
    ] as const;
    const verdict = verdictBetween(about, was, await shot(page("€ 60", { label: "Order" })), later);
    expect(verdict.checks.map(({ kind, status }) => [kind, status])).toEqual([
      ["hue", "cannot-tell"],
      ["visible", "cannot-tell"],
      ["text", "pass"],
    ]);
    expect(verdict.status).toBe("cannot-tell");
  });

  it.each<[string, Check, string]>([
    ["the text of another", textIs("Ada Lovelace"), "fail"],
    ["that it is gone", gone, "pass"],
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
});
