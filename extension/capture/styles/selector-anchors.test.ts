import { fileURLToPath } from "node:url";
import fc from "fast-check";
import type { Page } from "puppeteer-core";
import { beforeAll, expect, it } from "vitest";
import { blankPage, openChromium } from "../../../host/testing/chromium.js";
import { codePoint } from "../../../host/testing/code-points.js";
import { shared } from "../../../host/testing/shared.js";
import { bundleExpression } from "../../fixtures/apps/bundle.js";

const browser = shared(openChromium);
const library = await bundleExpression(fileURLToPath(new URL("selector-anchors.ts", import.meta.url)));
let page: Page;
beforeAll(async () => {
  page = await blankPage(browser);
});

interface Names {
  readonly id?: string;
  readonly classes?: readonly string[];
}

/** Puts a `p` with these names behind an `i` in `main`. Returns whether a selector list matches it, and whether one of the list's anchors is the element's own. */
function find(list: string, { id = "", classes = [] }: Names) {
  return page.evaluate(`(() => {
    const { anchorIn, anchorName, plainSelectors } = ${library};
    const { list, id, classes } = ${JSON.stringify({ list, id, classes })};
    document.body.innerHTML = "<style>@namespace html url(http://www.w3.org/1999/xhtml);</style><main><i class=before></i><p></p></main>";
    const element = document.querySelector("p");
    element.id = id;
    element.className = classes.join(" ");
    const { sheet } = document.querySelector("style");
    sheet.insertRule(list.replace(/\\{(.)(.*?) \\}/gs, (_, sign, name) => sign + CSS.escape(name)) + " { --matches: yes }", 1);
    const { selectorText } = sheet.cssRules[1];
    const own = ["", "p", "#" + anchorName(id), ...classes.map((name) => "." + anchorName(name))];
    return [getComputedStyle(element).getPropertyValue("--matches") === "yes", plainSelectors(selectorText).map(anchorIn).some((anchor) => own.includes(anchor))];
  })()`) as Promise<[matches: boolean, isFound: boolean]>;
}

it.each<[list: string, names: Names]>([
  ["p", {}],
  ["MAIN > P", {}],
  [".before + .a", { classes: ["a"] }],
  ["main p.a:not(:hover), main .a:not(.b, #c)", { classes: ["a"] }],
  [".sm\\:w-1\\/2", { classes: ["sm:w-1/2"] }],
  [".\\31 st", { classes: ["1st"] }],
  [".a\\,b", { classes: ["a,b"] }],
  ["#a\\.b", { id: "a.b" }],
  ["#\\(", { id: "(" }],
  [".\\[x\\]", { classes: ["[x]"] }],
  [".größe.🙂", { classes: ["größe", "🙂"] }],
  ['[class="x, .y"]', { classes: ["x,", ".y"] }],
  ['[class*=")"]', { classes: ["a)"] }],
  ['main:has([class="]"]) > .\\]', { classes: ["]"] }],
  [':is(.a, [title="\\"("])', { classes: ["a"] }],
  [":where(main, #x) > :is(p, .y).a", { classes: ["a"] }],
  ['[class="] #x"]', { classes: ["]", "#x"] }],
  ["*|p", {}],
  ["html|p", {}],
  ["*|*.a", { classes: ["a"] }],
  [":nth-child(1 of p, .b)", {}],
  [".none, #none, :not(#x)", {}],
])("an element that %s matches has one of its anchors", async (list, names) => {
  expect(await find(list, names)).toEqual([true, true]);
});

const name = fc.string({ unit: codePoint, minLength: 1, maxLength: 6 }).filter((text) => !/[\s\0]/.test(text) && text.isWellFormed());

it("an element of any names has an anchor of the selectors that match it", async () => {
  await fc.assert(
    fc.asyncProperty(name, name, name, async (id, one, other) => {
      // Names have no spaces: what stands in braces ends with one.
      const lists = [
        `{#${id} }`,
        `main > {.${one} }{.${other} }`,
        `.before ~ :is({.${one} }, .none), .none`,
        `p{.${other} }:not({#${one}x }, {.${id}x })`,
      ];
      for (const list of lists) expect(await find(list, { id, classes: [one, other] })).toEqual([true, true]);
    }),
  );
});
