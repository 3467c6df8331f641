import { describe, expect, it } from "vitest";
import type { Annotation } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import type { Check } from "../../contract/checks.js";
import { openStudio } from "../../testing/captures.js";
import { shared } from "../../testing/shared.js";
import { annotated } from "../../testing/tool-bench.js";
import { type Case, cartVerdicts, css, on, page, verdictBetween } from "../testing/cart-verdicts.js";
import { judge } from "./verdict.js";

const priced: Check = { kind: "text", expected: "€ 64.50" };
const { shot, verdictOf } = cartVerdicts(shared(openStudio));

describe("what else changed", () => {
  it.each<[string, Check[], string, string[]]>([
    ["nothing else", [priced], page("€ 64.50"), []],
    ["a colour asked for", [{ kind: "property", property: "color", expected: "red" }], css(".price { color: red }"), []],
    ["a text that was tried", [{ kind: "property", property: "text", expected: "€ 64.50" }], page("€ 64.50"), []],
    ["a clock", [priced], page("€ 64.50", { clock: "12:04:33" }), []],
    ["another text", [priced], page("€ 64.50", { label: "Order" }), ["changed text"]],
    ["the element's own tag", [{ kind: "text", expected: "€ 60" }], page("€ 60").replace(/div( class="price">€ 60<.)div/, "p$1p"), []],
    [
      "a colour of others",
      [priced],
      page("€ 64.50", { css: ".row button { color: red }" }),
      ["changed style color", "changed style color", "changed style color"],
    ],
    ["the element's own look", [priced], page("€ 64.50", { css: ".price { color: red }" }), ["changed style color"]],
    ["an element more", [priced], page("€ 64.50", { more: "<p>Sale</p>" }), ["added"]],
    ["the document's title", [priced], page("€ 64.50").replace("<title>Cart", "<title>Basket"), ["changed text"]],
  ])("what else changed: %s", async (_case, checks, after, expected) => {
    const { status, alsoChanged } = await verdictOf({ target: "price", checks, after });
    expect(status).toBe("pass");
    expect(alsoChanged.map(({ what, property }) => (property === undefined ? what : `${what} ${property}`))).toEqual(expected);
  });

  it("leaves out how a library holds an animation back, and the line height that follows the font's size", async () => {
    const before = css(".price { font-size: 24px; line-height: 32px }").replace("<h1>", '<h1 style="animation-duration: 0s">');
    const after = css(".price { font-size: 30px; line-height: 36px }");
    const checks: Check[] = [{ kind: "property", property: "font-size", expected: "30px" }];
    expect(await verdictOf({ target: "price", checks, before, after })).toMatchObject({ status: "pass", alsoChangedTotal: 0 });
  });

  it.each([
    ["what only held it", "<div></div>", []],
    ["what held more", "<p>Terms</p>", ["removed"]],
  ])("of what is gone as asked: %s", async (_case, beside, expected) => {
    const before = page("€ 60", { more: `<section>${beside}<a class="all" href="/all">All</a></section>` });
    const { status, alsoChanged } = await verdictOf({ target: "all", before, checks: [{ kind: "gone" }], after: page("€ 60") });
    expect(status).toBe("pass");
    expect(new Set(alsoChanged.map(({ what }) => what))).toEqual(new Set(expected));
  });

  it.each([
    ["€ 64.50", []],
    ["€ 60", ["changed text"]],
  ])("what another annotation was shown to have is accounted for as long as the page shows it: %s", async (now, expected) => {
    const checks: Check[] = [priced];
    const [first, base] = [await shot(page("€ 60")), await shot(now === "€ 60" ? page("€ 64.50") : page("€ 60"))];
    const carrier = annotated(first, on("price"), "Write 64.50");
    const [settled] = carrier.annotations as [Annotation];
    const others = [
      { annotation: { ...settled, checks, verdict: verdictBetween(settled, carrier, await shot(page("€ 64.50")), checks) }, carrier },
    ];
    const before = { filename: "a.json", capture: annotated(base, on("buy"), "Write Order") };
    const [annotation] = before.capture.annotations as [Annotation];
    const after = { filename: "b.json", capture: await shot(page(now, { label: "Order" })) };
    const { alsoChanged } = judge({ annotation, before, after, checks: [{ kind: "text", expected: "Order" }], others, idle: [], at: "" });
    expect(alsoChanged.map(({ what, property }) => `${what} ${property}`)).toEqual(expected);
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
      checks: [priced],
      after: page("€ 64.50", { label: "Order" }),
    };
    const late = await verdictOf({ ...one, idle: [[page("€ 64.50"), page("€ 64.50", { label: "Order" })]] });
    expect(late.alsoChanged.map(({ property }) => property)).toEqual(["text"]);
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
      "a title changing by itself",
      team(1, { price: "€ 64.50", title: "(9) Cart" }),
      [[team(1, { title: "(1) Cart" }), team(1, { title: "(4) Cart" })]],
      [],
    ],
  ])("leaves out what is random at each load: %s", async (_case, after, idle, expected) => {
    const before = annotated(await shot(team(1)), on("price"), "Please change");
    const [annotation] = before.annotations as [Annotation];
    // The captures with nothing done are from before the annotation.
    const past = (capture: Capture): Capture => ({
      ...capture,
      metadata: { ...capture.metadata, capturedAt: capture.metadata.capturedAt.replace("2026", "2025") },
    });
    const pairs: [Capture, Capture][] = [];
    for (const [one, other] of idle) {
      const first = one === "narrow" ? await shot(team(2), { width: 700 }) : await shot(one);
      pairs.push([past(first), past(await shot(other))]);
    }
    const checks: Check[] = [priced];
    const { status, alsoChanged } = verdictBetween(annotation, before, await shot(after), checks, pairs);
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
    ["an edit in a list of few changes", lamps(1, 3, 9), lamps(9, 3, 9, "Sold"), [lamps(3, 3, 9), lamps(4, 3, 9)], ["changed li Sold"]],
    ["an edit in a list of three", lamps(1, 2, 3), lamps(9, 2, 3, "Sold"), [lamps(3, 2, 3), lamps(4, 2, 3)], ["changed li Sold"]],
    ["links that go round", links(0), links(9), [links(1), links(2)], []],
    ["rows that go round", carousel(0), carousel(9), [carousel(1), carousel(2)], []],
    [
      "an edit beside an exchanged section",
      advert(1),
      advert(6, "Order"),
      [advert(2), advert(3)],
      ["changed p Offer6 Only6 today", "changed button Order"],
    ],
    ["a row more, of rows that stay", rates(1, 3), rates(9, 4), [rates(3, 3), rates(4, 3)], ["added li"]],
  ])("learns after the edit what changes by itself: %s", async (_case, before, after, idle, expected) => {
    const one: Case = { target: "price", before, checks: [priced], after, idle: [idle] };
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
