import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio, type Studio } from "../../extension/e2e/captures.js";
import { openToolBench, rowsOf, type ToolBench } from "../../extension/e2e/tool-bench.js";

let studio: Studio;
let bench: ToolBench;
beforeAll(async () => {
  studio = await openStudio();
  bench = await openToolBench();
});
afterAll(async () => {
  await bench.close();
  await studio.close();
});

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
const told = later.flatMap(([, amount, share]) => [`text: ${amount}`, `text: ${share}`]);

/** Slides of which one is shown: text of the others is not captured. */
const slides = (shown: number) =>
  `<style>.slide { display: none } .on { display: block }</style>${[1, 2, 3].map((slide) => `<div class="slide${slide === shown ? " on" : ""}"><img src="/${slide}.png" alt="View ${slide}"><h2>Title ${slide}</h2><a href="/${slide}">Go</a></div>`).join("")}`;
const turned = ["style display: none", "style display: block", "attribute class: slide", "attribute class: slide on"];

const cases: readonly [what: string, before: string, after: string, changed: readonly string[]][] = [
  ["values that went to other places are changed texts", figures, cards("x", ...later), told],
  [
    "also where all classes have other names, which is told last",
    figures,
    cards("y", ...later),
    [...told, ...Array(16).fill("attribute class: y")],
  ],
  ["slides stay where they are when the next one is shown", slides(1), slides(2), turned],
  ["an attribute without a value came", "<p>One", "<p hidden>One", ["attribute hidden: present", "style display: none"]],
  ["an attribute without a value went", "<button disabled>One", "<button>One", ["attribute disabled: "]],
  [
    "what a summary shows of its details is told of the details",
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
