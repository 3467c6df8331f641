import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { BrowserContext, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Capture } from "../../../host/contract/capture.js";
import { readCapture } from "../../../host/contract/reader.js";
import { openChromium } from "../../../host/testing/chromium.js";

const engineSource = fileURLToPath(new URL("../main.ts", import.meta.url));
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), "utf8");

describe("accessible names in a real page", () => {
  let browser: BrowserContext;
  let page: Page;
  let engine: string;

  beforeAll(async () => {
    const { outputFiles } = await build({ entryPoints: [engineSource], bundle: true, write: false, format: "iife", logLevel: "silent" });
    engine = outputFiles[0]?.text ?? "";
    browser = await openChromium();
    page = await browser.newPage();
  });

  afterAll(() => browser?.close());

  async function capture(html: string) {
    await page.setContent(html);
    const json = await page.evaluate(`${engine};Promise.resolve(svcCapture(document)).then((made) => JSON.stringify(made))`);
    const made: Capture = JSON.parse(String(json));
    return [...readCapture(made).elements()];
  }

  it.each(["forms.html", "names.html", "traps.html"])("contain nothing that a user typed, chose or hides in %s", async (name) => {
    const elements = await capture(fixture(name));
    expect(elements.length).toBeGreaterThan(30);
    const leaked = elements.filter((element) => element.name.includes("leak-") && element.tag !== "option");
    expect(leaked.map(({ selector, name: text }) => [selector, text])).toEqual([]);
  });

  it("never expose the chosen option of a select", async () => {
    const elements = await capture(
      "<select aria-label=S><option>a<option selected>b</select><label>L <select><option>c<option selected>d</select></label>",
    );
    expect(elements.filter(({ tag }) => tag === "option").map(({ states }) => states["selected"])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(elements.filter(({ tag }) => tag === "select").map(({ name }) => name)).toEqual(["S", "L"]);
  });

  it("terminate on circular references", async () => {
    const circle =
      '<i id="a" role="button" aria-labelledby="b a">x</i><i id="b" aria-owns="c" aria-labelledby="a">y</i><i id="c" aria-owns="b">z</i>';
    const elements = await capture(`${circle + "<div role=button>".repeat(400)}deep${"</div>".repeat(400)}`);
    expect(elements.find(({ attributes }) => attributes["id"] === "a")?.name).toMatch(/x/);
    expect(elements.at(-1)?.name).toBe("deep");
  });

  it("take the same time per element in a page of 40,000 as of 5,000", async () => {
    const row =
      '<tr><td><a href="#x" title="t">link</a></td><td><label>l <input></label></td><td role="cell" aria-labelledby="h">x</td></tr>';
    const time = async (rows: number) => {
      await page.setContent(`<h2 id="h">Head</h2><table>${row.repeat(rows)}</table>`);
      const spent = await page.evaluate(
        `${engine};(async () => { const start = performance.now(); await svcCapture(document); return performance.now() - start; })()`,
      );
      return Number(spent) / rows;
    };
    let least = Infinity;
    // The best of three: other load can only slow it down.
    for (let round = 0; round < 3 && !(least < 2); round++) {
      const small = await time(700);
      least = Math.min(least, (await time(5_600)) / small);
    }
    expect(least).toBeLessThan(2);
  });
});
