import { expect, it } from "vitest";
import { readCapture } from "../contract/reader.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { selectAll } from "./select.js";

const studio = shared(openStudio);

const html = `<!doctype html><html lang="en"><title>t</title><main class="page"><ul id="list"><li class="a">One</li><li class="a b">Two</li><li>Three</li></ul>
  <p data-x="A b">Words <a href="/out?x=1">Out</a></p><button disabled>No</button><button>Yes</button><svg><path d="M0 0h9"/></svg>
  <x-a><template shadowrootmode="open"><div class="in"><button>Deep</button></div></template><i class="a">Light</i></x-a></main></html>`;

it.each([
  ["li"],
  ["LI.a"],
  ["main > ul li:first-child"],
  ["li:last-child, li.b"],
  ["li:nth-child(2n+1)"],
  ["li:nth-last-child(-n+2)"],
  ["main > :nth-of-type(2)"],
  ["p:only-of-type"],
  [".a + .b"],
  [".a ~ li"],
  ["main :is(ul, p) :not(.a)"],
  ["ul:has(.b)"],
  ["[data-x~=b]"],
  ["[data-x='a B' i]"],
  ["a[href^='/out']"],
  ["button:disabled"],
  ["button:enabled"],
  ["html:root > body"],
  ["svg path"],
  ["#list > *"],
])("finds what the browser finds: %s", async (selector) => {
  const reader = readCapture(await studio.html(html, { path: "select.html" }));
  const page = await studio.open(reader.capture.metadata.url);
  const found = await page.evaluate(
    (asked) => Array.from(document.querySelectorAll(asked), ({ outerHTML }) => outerHTML.slice(0, 40)),
    selector,
  );
  expect(found.length).toBeGreaterThan(0);
  expect(selectAll(reader, selector).map(({ tag }) => tag)).toEqual(found.map((text) => /^<([\w-]+)/.exec(text)?.[1]));
});

it("crosses roots where it is told to", async () => {
  const reader = readCapture(await studio.html(html));
  expect(selectAll(reader, "x-a >>> .in > button").map(({ text }) => text)).toEqual(["Deep"]);
  expect(selectAll(reader, "main .in")).toEqual([]);
});

it.each(["li:nth-child(n of .a)", "p::", "li:lang(en)", ")("])("tells what it does not answer: %s", async (selector) => {
  const reader = readCapture(await studio.html(html));
  expect(() => selectAll(reader, selector)).toThrow(/selector: /);
});
