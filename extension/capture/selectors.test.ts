import { afterAll, beforeAll, expect, test } from "vitest";
import { testIdAttributes } from "../../host/contract/test-ids.js";
import { type Engine, startEngine } from "../../host/testing/engine.js";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
}, 60_000);
afterAll(() => engine.close());

test.each(testIdAttributes)("an element with %s is found by it", async (attribute) => {
  const page = await engine.open(`<p>One</p><p ${attribute}="two">Two</p>`);
  const { reader } = await engine.capture(page);
  expect([...reader.elements()].map(({ selector }) => selector)).toContain(`[${attribute}="two"]`);
  await page.close();
});

test("the top of a shadow tree is told from what lies deeper, whatever stands outside", async () => {
  const page = await engine.open(`<p>Outside<div><template shadowrootmode="open"><p>Top</p><div><p>Deep</p></div></template></div>`);
  const { reader } = await engine.capture(page);
  const selectors = [...reader.elements()].filter(({ tag }) => tag === "p").map(({ selector }) => selector.split(" >>> ").at(-1));
  const found = await page.evaluate((inner) => {
    const root = document.querySelector("div")?.shadowRoot;
    return inner.map((selector) => [...(root?.querySelectorAll(selector ?? "") ?? [])].map(({ textContent }) => textContent));
  }, selectors.slice(1));
  expect(found).toEqual([["Top"], ["Deep"]]);
  await page.close();
});
