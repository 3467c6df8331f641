import { expect, test } from "vitest";
import type { StyleRule } from "../../contract/style-rules.js";
import { indexRules, rulesLike } from "./rule-index.js";
import { fitSelector } from "./selectors.js";
import { rulesOfSource } from "./style-source.js";

const page = (selector: string): StyleRule => ({ selector, css: "color: red", sheet: 0, path: [], matches: 1 });
const named = Array.from({ length: 1_000 }, (_, at) => `.name-${at} { color: red }`).join("\n");

test("finding the rules of a page's selector looks at those of its classes alone", () => {
  const index = indexRules([{ file: "a.css", text: named, rules: rulesOfSource("a.css", named) }]);
  expect(rulesLike(index, page(".name-7")).map(({ source }) => source.selector)).toEqual([".name-7"]);
  expect(rulesLike(index, page(".other"))).toEqual([]);
});

const written = [
  ...["h1", ".card", ".card > .title", ".title:hover, .card", "#top", ":root", "*, ::before", ".a .b, h1", ".card__title", "a[href = 'x']"],
  ...[".card { & .inner", ".nest { &-part", ".card { &:hover", "@media print { .card", ".b.a", "ul li + li"],
];
const captured = [
  ...["h1", ".card", ".card > .title", ".card>.title", ".card, .title:hover", "#top", ":root", "*, :before", "h1, .x", ".nest-part"],
  ...["._card_1a2b3_1", "._card_1a2b3_1 > ._title_1a2b3_2", ".Card_card__title__x1y2z", ".title[data-v-1a2b3c4d]:hover", "a[href=x]"],
  ...[
    ".card.svelte-1a2b3c",
    ".card.s-7IPF32Wcq3s8.s-7IPF32Wcq3s8",
    ".card .inner",
    "& .inner",
    ".b.a",
    "ul li + li",
    ".card:where([data-astro-cid-abc]) > .title",
  ],
];

test("a rule that a compiler of components scoped fits its source", () => {
  for (const one of [".card.svelte-1a2b3c", ".card.s-7IPF32Wcq3s8.s-7IPF32Wcq3s8"]) expect(fitSelector(one, ".card"), one).toBe("scoped");
  for (const one of [".card.s-small", ".card.s-notification"]) expect(fitSelector(one, ".card"), one).toBe("");
});

test.each(captured)("no rule that fits %s is overlooked", (selector) => {
  const text = written.map((one) => `${one} { color: red ${"}".repeat(one.split("{").length)}`).join("\n");
  const rules = rulesOfSource("a.scss", text);
  const found = new Set(rulesLike(indexRules([{ file: "a.scss", text, rules }]), page(selector)).map(({ source }) => source));
  for (const rule of rules) if (fitSelector(selector, rule.selector) !== "") expect(found, rule.selector).toContain(rule);
});
