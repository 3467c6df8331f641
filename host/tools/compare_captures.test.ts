import { describe, expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { openToolBench, rowsOf } from "../testing/tool-bench.js";

const studio = shared(openStudio);
const bench = shared(openToolBench);

/** Cards with a title, a number and how it changed, as dashboards show them. */
const cards = (classes: string, ...values: (readonly string[])[]) =>
  `<main>${values.map((texts) => `<div class="card-${classes}">${texts.map((text) => `<p class="${classes}">${text}</p>`).join("")}</div>`).join("")}</main>`;
const figures = cards("x", ["Revenue", "$48", "+12%"], ["Orders", "1,204", "+3%"], ["Refunds", "17", "-2%"], ["Visitors", "98", "+8%"]);
const later = [
  ["Revenue", "$51", "+2%"],
  ["Orders", "1,530", "+1%"],
  ["Refunds", "98", "-1%"],
  ["Visitors", "17", "+3%"],
] as const;
const reported = later.flatMap(([, amount, share]) => [`text: ${amount}`, `text: ${share}`]);

/** Slides of which one is shown: text of the others is not captured. */
const slides = (shown: number) =>
  `<style>.slide { display: none } .on { display: block }</style>${[1, 2, 3].map((slide) => `<div class="slide${slide === shown ? " on" : ""}"><img src="/${slide}.png" alt="View ${slide}"><h2>Title ${slide}</h2><a href="/${slide}">Go</a></div>`).join("")}`;
const turned = ["style display: none", "style display: block", "attribute class: slide", "attribute class: slide on"];

const cases: readonly [what: string, before: string, after: string, changed: readonly string[]][] = [
  ["values that went to other places are changed texts", figures, cards("x", ...later), reported],
  [
    "also where all classes have other names, which is reported last",
    figures,
    cards("y", ...later),
    [...reported, ...Array(16).fill("attribute class: y")],
  ],
  ["slides stay where they are when the next one is shown", slides(1), slides(2), turned],
  ["an attribute without a value came", "<p>One", "<p hidden>One", ["attribute hidden: present", "style display: none"]],
  ["an attribute without a value went", "<button disabled>One", "<button>One", ["attribute disabled: "]],
  [
    "what a summary shows of its details is reported of the details",
    "<details><summary>More</summary><p>Text",
    "<details open><summary>More</summary><p>Text",
    ["attribute open: present"],
  ],
];

describe("compare_captures", () => {
  it.each(cases)("%s", async (_what, ...pages) => {
    const [before = "", after = ""] = await Promise.all(
      pages
        .slice(0, 2)
        .map(async (body) => bench.add(await studio.html(`<!doctype html><html lang="en"><title>Page</title>${String(body)}</html>`))),
    );
    const answer = await bench.call("compare_captures", { before, after });
    expect(answer["summary"]).toMatchObject({ added: 0, removed: 0, moved: 0 });
    const changed = rowsOf(answer["changed"]).map((row) => `${row["property"]}: ${row["after"]}`);
    const expected = pages[2];
    expect(changed.map((row) => row.replace(/card-y$/, "y")).filter((row) => !/^style (color|background|border)/.test(row))).toEqual(
      expected,
    );
  });
});

it.each([
  ["another page", "cart", "checkout", true],
  ["another query", "cart?sort=price", "cart", false],
])("compare_captures says where %s was captured", async (_what, one, other, hasHint) => {
  const [before, after] = await Promise.all(
    [one, other].map(async (path) => bench.add(await studio.html("<!doctype html><title>Page</title><p>Text", { path }))),
  );
  const { hint } = await bench.call("compare_captures", { before, after });
  expect(String(hint).includes("two pages")).toBe(hasHint);
});

it("compare_captures takes the latest capture by that word", async () => {
  const before = await bench.add(await studio.html("<!doctype html><title>Page</title><p>One", { path: "latest" }));
  await bench.add(await studio.html("<!doctype html><title>Page</title><p>Two", { path: "latest" }));
  const { changed } = await bench.call("compare_captures", { before, after: "latest" });
  expect(rowsOf(changed)).toMatchObject([{ property: "text", after: "Two" }]);
});

/** What generators of names, bundlers and animations leave behind, and what somebody changed beside it. */
const drawn = (id: string, use: string, hash: string, version: string) =>
  `<link rel="icon" href="/icon.png?v=${version}"><script src="/assets/index-${hash}.js?t=${version}"></script>
<style>.a_${hash}_1 { color: rgb(0, 0, 0) }</style><svg width="20" height="20"><clipPath id="gridRectMask${id}"></clipPath><path clip-path="url(#gridRectMask${id})"></path></svg>
<div id="chart${id}" class="chart chart${id} css-${hash}"><label for="${use}">Name</label><input id="${use}" aria-describedby="radix-${use}"></div>
<div class="a_${hash}_1">Text</div><p data-v-${hash}>Scoped</p><div id="headlessui-menu-${version}"></div>`;

describe("compare_captures on pages that name anew at each turn", () => {
  const both = async (before: string, after: string) => {
    const [one, other] = await Promise.all(
      [before, after].map(async (body) =>
        bench.add(await studio.html(`<!doctype html><html lang="en"><title>Page</title><main>${body}</main></html>`)),
      ),
    );
    return bench.call("compare_captures", { before: one, after: other });
  };

  it("counts these by cause, and has rows for what somebody changed", async () => {
    const before = drawn("gntghrjz", ":r1:", "BxY12ab3", "1");
    const after = drawn("96ij4bt2", ":r7:", "Ck9Qz8ab", "22").replace("Scoped", "Scoped anew");
    const answer = await both(before, after);
    expect(rowsOf(answer["changed"]).map(({ property, after: now }) => [property, now])).toEqual([["text", "Scoped anew"]]);
    expect(rowsOf(answer["noise"])).toMatchObject([
      { cause: "versions in addresses", count: 2 },
      { cause: "generated names", count: expect.any(Number) },
    ]);
  });

  it.each([
    ["a time in an id", (id: string) => `<svg><g id="viewport-${id}"></g></svg>`, "20261126081226613", "20261126081406717"],
    ["a long count in an id", (id: string) => `<p id="row${id}">A</p>`, "1042", "1398"],
    ["a label's field", (id: string) => `<label for="first-${id}">A</label>`, "1795667851", "1795668030"],
    ["one of several names", (id: string) => `<p aria-describedby="hint part-${id}">A</p>`, "1795667851", "1795668030"],
    ["a link within the page", (id: string) => `<a href="#part-${id}">A</a>`, "1795667851", "1795668030"],
  ])("takes digits that a page counts or takes from a clock for generated: %s", async (_what, page, one, other) => {
    const answer = await both(page(one), page(other));
    expect(answer["summary"]).toMatchObject({ changed: 0 });
    expect(rowsOf(answer["noise"])).toMatchObject([{ cause: "generated names", count: 1 }]);
  });

  it.each([
    ["a class by hand", `<p class="card wide">A</p>`, `<p class="card narrow">A</p>`, "attribute class"],
    ["an id by hand", `<p id="intro">A</p>`, `<p id="opening">A</p>`, "attribute id"],
    ["a size among classes", `<p class="text-sm p-4">A</p>`, `<p class="text-xl p-12">A</p>`, "attribute class"],
    ["another picture", `<img alt="" src="/a/hero.png">`, `<img alt="" src="/a/banner.png">`, "attribute src"],
    ["another page", `<a href="/watch?v=one">A</a>`, `<a href="/watch?v=two">A</a>`, "attribute href"],
    ["a label for another field", `<label for="first">A</label>`, `<label for="second">A</label>`, "attribute for"],
    ["a label for another numbered field", `<label for="part-1">A</label>`, `<label for="part-2">A</label>`, "attribute for"],
    ["a link to another part", `<a href="#part-2">A</a>`, `<a href="#part-3">A</a>`, "attribute href"],
    ["one of several names", `<p aria-describedby="a-2024 b">A</p>`, `<p aria-describedby="a-2025 c">A</p>`, "attribute aria-describedby"],
    ["a page of another number", `<a href="/order/20261126">A</a>`, `<a href="/order/20261127">A</a>`, "attribute href"],
    ["a field of another number", `<input name="amount-20261126">`, `<input name="amount-20261127">`, "attribute name"],
    ["a product's number", `<p data-id="sku-1234">A</p>`, `<p data-id="sku-9876">A</p>`, "attribute data-id"],
    ["an opacity by hand", `<p style="opacity:.8">A</p>`, `<p style="opacity:.81">A</p>`, "style opacity"],
    ["a class more", `<p class="css-1ab2cd3">A</p>`, `<p class="css-1ab2cd3 on">A</p>`, "attribute class"],
  ])("tells %s", async (_what, before, after, property) => {
    const answer = await both(before, after);
    expect(rowsOf(answer["changed"]).map((row) => row["property"])).toContain(property);
    expect(answer).not.toHaveProperty("noise");
  });
});
