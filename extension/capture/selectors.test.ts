import { expect, test } from "vitest";
import { testIdAttributes } from "../../host/contract/test-ids.js";
import { startEngine } from "../../host/testing/engine.js";
import { shared } from "../../host/testing/shared.js";

const engine = shared(startEngine);

test.each(testIdAttributes)("%s selects its element", async (attribute) => {
  const page = await engine.open(`<p>One</p><p ${attribute}="two">Two</p>`);
  const { reader } = await engine.capture(page);
  expect([...reader.elements()].map(({ selector }) => selector)).toContain(`[${attribute}="two"]`);
});

test("ids and types are escaped as CSS identifiers", async () => {
  const page = await engine.open("<p id='a.b'>x</p><p id='\u00fcber.1'>y</p><x-a.b>z</x-a.b><x-a.b>z</x-a.b>");
  const { reader } = await engine.capture(page);
  const selectors = [...reader.elements()].map(({ selector }) => selector).slice(-4);
  expect(selectors.slice(0, 3)).toEqual(["#a\\.b", "#\u00fcber\\.1", expect.stringMatching(/x-a\\\.b:nth-of-type\(1\)$/)]);
  expect(await page.evaluate((all) => all.map((one) => document.querySelectorAll(one).length), selectors)).toEqual([1, 1, 1, 1]);
});

test.each([
  ["svg", ["path", "Path", "rect", "linearGradient", "lineargradient", "a"]],
  ["html", ["Foo", "foo", "foo", "DIV", "div", "p", "a", "path"]],
  ["other", ["Button", "button", "div", "Widget", "x:Foo", "p"]],
  [null, ["p", "P"]],
])("elements of several namespaces and letter cases are found alone: %s", async (space, names) => {
  const page = await engine.open("<main><p>One</p><img alt='same'><button>Go</button></main>");
  await page.evaluate(
    (chosen, all) => {
      const spaces = { html: "http://www.w3.org/1999/xhtml", svg: "http://www.w3.org/2000/svg", other: "urn:x" };
      const main = document.querySelector("main");
      const uri = chosen === null ? null : spaces[chosen as keyof typeof spaces];
      const svg = main?.appendChild(document.createElementNS(spaces.svg, "svg"));
      for (const parent of [main, svg]) for (const name of all) parent?.append(document.createElementNS(uri, name));
      svg?.append(document.createElement("path"), document.createElement("a"));
      main?.append(document.createElementNS("urn:x", "img"));
      main?.lastElementChild?.setAttribute("alt", "same");
      const upper = main?.appendChild(document.createElementNS(spaces.html, "IMG"));
      upper?.setAttribute("title", "shout");
    },
    space,
    names,
  );
  const { reader } = await engine.capture(page);
  const selectors = [...reader.elements()].map(({ selector }) => selector);
  const found = await page.evaluate((all) => {
    const live = [...document.querySelectorAll("*")];
    return all.map((one, at) => {
      const [first, ...more] = document.querySelectorAll(one);
      return more.length === 0 && first === live[at] ? "" : `${one} finds ${more.length + (first === undefined ? 0 : 1)}`;
    });
  }, selectors);
  expect(found.filter((one) => one !== "")).toEqual([]);
});

test("the top of a shadow tree is distinguished from deeper elements, whatever is outside", async () => {
  const page = await engine.open(`<p>Outside<div><template shadowrootmode="open"><p>Top</p><div><p>Deep</p></div></template></div>`);
  const { reader } = await engine.capture(page);
  const selectors = [...reader.elements()].filter(({ tag }) => tag === "p").map(({ selector }) => selector.split(" >>> ").at(-1));
  const found = await page.evaluate((inner) => {
    const root = document.querySelector("div")?.shadowRoot;
    return inner.map((selector) => [...(root?.querySelectorAll(selector ?? "") ?? [])].map(({ textContent }) => textContent));
  }, selectors.slice(1));
  expect(found).toEqual([["Top"], ["Deep"]]);
});
