import { fileURLToPath } from "node:url";
import type { Page } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { accessibilitySchema } from "../../../host/contract/capture.js";
import { blankPage, openChromium } from "../../../host/testing/chromium.js";
import { shared } from "../../../host/testing/shared.js";
import { patience } from "../../../host/testing/wait-until.js";
import { bundleExpression } from "../../fixtures/apps/bundle.js";
import { type IsolatedWorld, isolatedWorld } from "../../fixtures/apps/worlds.js";

const browser = shared(openChromium);
const bundled = (file: string) => bundleExpression(fileURLToPath(new URL(file, import.meta.url)));
const files = ["run-audit.ts", "../../content/audit-script.ts", "../../content/scripts.ts"];
const [audit, script, handover] = await Promise.all(files.map(bundled));

/** Refs are the ids of elements here, so that cases can name them. */
const options = (more: string) => `{ refOf: (element) => (/^e\\d+$/.test(element.id) ? element.id : undefined), ${more} }`;

async function onPage<T>(html: string, use: (world: IsolatedWorld, page: Page) => Promise<T>): Promise<T> {
  const page = await blankPage(browser);
  await page.setContent(`<!doctype html><html lang="en"><title>t</title><main><h1>t</h1>${html}</main></html>`);
  return use(await isolatedWorld(page), page);
}

/** Audits within a budget that a busy machine does not use up; `more` may set another one. */
async function run(world: IsolatedWorld, more = "") {
  const all = `budgetMs: ${patience(60_000)}, ${more}`;
  return accessibilitySchema.parse(await world.evaluate(`${audit}.runAudit(document, ${options(all)})`));
}

describe("the audit", () => {
  const cases: readonly (readonly [what: string, html: string, rule: string, wcag: string[], refs: string[]])[] = [
    ["an image without a text", `<img id=e1 src="data:,"><img id=e2 alt="x" src="data:,">`, "image-alt", ["1.1.1"], ["e1"]],
    ["a field without a label", `<input id=e1><label>x<input id=e2></label>`, "label", ["4.1.2"], ["e1"]],
    ["too little contrast", `<p id=e1 style="color:#aaa;background:#fff">hardly there</p>`, "color-contrast", ["1.4.3"], ["e1"]],
    ["an element in a shadow root", `<x-a><template shadowrootmode=open><input id=e7></template></x-a>`, "label", ["4.1.2"], ["e7"]],
    [
      "an element in a frame",
      `<iframe title=f srcdoc="<html lang=en><title>t</title><main><button id=e9></button></main></html>"></iframe>`,
      "button-name",
      ["4.1.2"],
      ["e9"],
    ],
    [
      "a target too small beside its neighbour",
      `<button id=e1 style="width:14px;height:14px;padding:0" aria-label=a></button><button style="width:40px;height:40px">b</button>`,
      "target-size",
      ["2.5.8"],
      ["e1"],
    ],
    ["elements that violate a rule together", `<nav id=e1></nav><nav id=e2></nav>`, "landmark-unique", [], ["e1"]],
  ];
  it.each(cases)("finds %s", async (_what, html, rule, wcag, refs) => {
    const found = await onPage(html, async (world, page) => {
      await page.waitForFunction(
        "[...document.querySelectorAll('iframe')].every((one) => one.contentDocument.readyState === 'complete' && one.contentDocument.title !== '')",
      );
      return run(world);
    });
    expect(found.status).toBe("complete");
    expect(found.engine).toMatch(/^axe-core 4\./);
    const finding = found.findings.find((one) => one.rule === rule);
    expect(finding).toMatchObject({ wcag, refs });
    expect(finding?.message).not.toMatch(/couldn't |undefined/);
  });

  it("names the rules for which there was no time", async () => {
    const found = await onPage("<p>x</p>".repeat(3_000), (world) => run(world, "budgetMs: 30"));
    expect(found.status).toBe("partial");
    expect(found.detail).toMatch(/not finished in 30 ms.*color-contrast/);
  });

  it("yields to the page between slices", async () => {
    const turns = await onPage(`<p>x <a href="#">y</a></p>`.repeat(1_500), async (world, page) => {
      await page.evaluate("globalThis.turns = 0; globalThis.timer = setInterval(() => turns++, 1)");
      const found = await run(world, "sliceMs: 20");
      expect(found.status).toBe("complete");
      return page.evaluate("turns");
    });
    expect(turns).toBeGreaterThan(5);
  });

  it("leaves no global, change, request or message listener", async () => {
    const html = `<img id=e1 src="https://unreachable.example/a.png"><x-b></x-b><input autofocus>`;
    await onPage(html, async (world, page) => {
      const state = "JSON.stringify([document.documentElement.outerHTML, document.activeElement.outerHTML, scrollX, scrollY])";
      await page.evaluate(
        `globalThis.made = 0; customElements.define("x-b", class extends HTMLElement { constructor() { super(); made++; } })`,
      );
      const globals = "JSON.stringify(Object.getOwnPropertyNames(globalThis).sort())";
      // The browser moves the focus with the first frame that it draws.
      await page.waitForFunction("document.activeElement.localName === 'input'");
      const before = [await page.evaluate(state), await page.evaluate("made"), await world.evaluate(globals)];
      await world.evaluate(
        `globalThis.added = []; EventTarget.prototype.addEventListener = function (kind) { added.push(kind); }; EventTarget.prototype.removeEventListener = function (kind) { added = added.filter((one) => one !== kind); };`,
      );
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await run(world);
      expect(await world.evaluate("JSON.stringify(added)")).toBe("[]");
      await world.evaluate("delete globalThis.added");
      expect([await page.evaluate(state), await page.evaluate("made"), await world.evaluate(globals)]).toEqual(before);
      expect(requests).toEqual([]);
    });
  });
});

describe("the script loader", () => {
  /** Asks for the audit in a world whose background does `load` with the name of the script that is asked for. */
  const receiving = (load: string) => `(() => {
    globalThis.chrome = { runtime: { id: "svc", sendMessage: async ({ command, script }) => { ${load}; return { ok: true }; } } };
    return ${handover}.receive("audit").finally(() => { delete globalThis.chrome; });
  })()`;

  it("receives the audit from its own script and leaves no global", async () => {
    const answer = await onPage("<img id=e1 src='data:,'>", (world) =>
      world.evaluate(`${receiving(`if (command === "script:load" && script === "audit") { ${script}; }`)}
        .then((run) => run(document, ${options("")}))
        .then(({ status }) => [status, Reflect.ownKeys(globalThis).filter((key) => String(key).includes("svc")).length])`),
    );
    expect(answer).toEqual(["complete", 0]);
  });

  it("rejects when the script did not load", async () => {
    await onPage("", (world) => expect(world.evaluate(receiving(""))).rejects.toThrow(/did not load/));
  });
});
