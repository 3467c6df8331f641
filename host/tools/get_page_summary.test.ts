import { describe, expect, it } from "vitest";
import { type Answered, rowsOf } from "../testing/tool-bench.js";
import { sharedShop } from "./testing/shop.js";

const { studio, bench, captures } = sharedShop();

function named(answer: Answered, name: string): Record<string, unknown> {
  return rowsOf(answer).find((row) => row["name"] === name) ?? {};
}

describe("tools that read a page", () => {
  it("get_page_summary says what is there", async () => {
    const summary = await bench.call("get_page_summary", { capture: captures.file });
    expect(summary).toMatchObject({
      title: "[CAPTURED_TEXT]Shop[/CAPTURED_TEXT]",
      viewport: [1_280, 800],
      annotations: { total: 0, unresolved: 0 },
      findings: { status: "not-run" },
    });
    expect(rowsOf(summary["headings"]).map(({ level, name }) => [level, name])).toEqual([
      [1, "Shop"],
      [2, "Tea"],
    ]);
    expect(rowsOf(summary["landmarks"]).map(({ role }) => role)).toEqual(expect.arrayContaining(["banner", "navigation", "main", "form"]));
    expect(rowsOf(summary["forms"])[0]).toMatchObject({ name: "Search", fields: ['searchbox "Find"', 'button "Go"'] });
    expect(summary["counts"]).toMatchObject({ links: 1, buttons: 7, fields: 1, frames: 1 });
    expect(rowsOf(summary["holes"])).toMatchObject([{ kind: "cross-origin-frame" }]);
  });

  it("get_page_summary and get_fidelity_report say which lists are empty because nobody could look", async () => {
    const summary = await bench.call("get_page_summary", { capture: captures.file });
    expect(summary["notReadable"]).toMatchObject({
      console: expect.stringMatching(/^Not readable here/),
      components: expect.stringMatching(/Show file and line/),
    });
    expect(await bench.call("get_page_summary", { capture: captures.file, part: "console" })).toMatchObject({
      notReadable: expect.stringMatching(/^Not readable here/),
      console: { rows: [] },
    });
    expect(await bench.call("get_page_summary", { capture: captures.file, part: "forms" })).not.toHaveProperty("notReadable");
  });

  it("get_interactive_elements gives each control with a way to find it", async () => {
    const answer = await bench.call("get_interactive_elements", { capture: captures.file });
    expect(named(answer, "Buy")).toMatchObject({
      role: "button",
      tag: "button",
      testid: "buy",
      locator: "getByTestId('buy')",
      inViewport: true,
    });
    expect(named(answer, "Save")["locator"]).toBe("getByRole('button', { name: 'Save' })");
    expect(answer).not.toHaveProperty("modal");
    expect(named(answer, "More")).toMatchObject({ inViewport: false, states: "expanded=false" });
    expect(named(answer, "Never")).toEqual({});
    const live = await studio.open(studio.server.url("shop/tea"));
    for (const { selector, name, tag } of rowsOf(answer)) {
      const found = await live.$$eval(String(selector), (elements) => elements.map((element) => element.localName));
      expect(found, String(name)).toEqual([tag]);
    }
    await live.close();
  });

  it("get_capture gives an outline, all text, or everything, from any element on", async () => {
    const outline = rowsOf(await bench.call("get_capture", { capture: captures.file }));
    expect(outline.map(({ tag }) => tag)).not.toContain("p");
    const content = rowsOf(await bench.call("get_capture", { capture: captures.file, detail: "content" }));
    expect(content.find(({ tag }) => tag === "p")).toMatchObject({ text: "Green tea from the hills" });
    const main = content.find(({ role }) => role === "main");
    const below = rowsOf(await bench.call("get_capture", { capture: captures.file, ref: main?.["ref"], depth: 1, detail: "full" }));
    expect(below[0]).toMatchObject({ ref: main?.["ref"], parent: null, attributes: {}, styles: { display: "block" }, source: "" });
    expect(below.slice(1).every(({ parent }) => parent === main?.["ref"])).toBe(true);
    expect(await bench.call("get_capture", { capture: captures.file, ref: "e9999" })).toMatchObject({
      error: { code: "not-found", message: expect.stringContaining("e9999") },
    });
  });
});

describe("tools about captures themselves", () => {
  it("get_fidelity_report counts what could not be read against the score", async () => {
    const report = await bench.call("get_fidelity_report", { capture: captures.file });
    const whole = await bench.call("get_fidelity_report", {
      capture: await bench.add(await studio.html("<!doctype html><title>Whole</title><button>One</button>")),
    });
    expect(whole).toMatchObject({ score: 1, parts: { area: 1, elements: 1, selectors: 1, locators: 1, names: 1 } });
    expect(rowsOf(report["holes"])).toMatchObject([{ kind: "cross-origin-frame", ref: expect.stringMatching(/^e\d+$/) }]);
    expect((report["parts"] as { area: number }).area).toBeLessThan(1);
    expect(report["score"]).toBeLessThan(1);
  });
});

describe("what is there and cannot be seen", () => {
  it("is not counted by get_page_summary, such as the controls of a closed panel", async () => {
    const html = `<!doctype html><html lang="en"><title>Panels</title><main><button>Open</button><a href="/a">A</a><img src="/a.png" alt="A" width="9" height="9">
      <span style="position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden"><a href="/skip">Skip</a></span>
      <div style="visibility:hidden"><button>Later</button><a href="/b">B</a><img src="/b.png" alt="B" width="9" height="9"><input><div role="dialog">C</div></div></main></html>`;
    const { counts } = await bench.call("get_page_summary", { capture: await bench.add(await studio.html(html)) });
    expect(counts).toMatchObject({ interactive: 3, buttons: 1, links: 2, images: 1, fields: 0, dialogs: 0 });
  });
});

describe("a page with failed requests", () => {
  it.each([
    ["8 failed requests", 8, 8],
    ["20 failed requests: the first 8, all in their part", 20, 8],
  ])("shows in get_page_summary %s", async (_what, failed, shown) => {
    const requests = Array.from({ length: failed }, (_, at) => ({
      url: `http://other.test/${at}.png`,
      kind: "img",
      status: "fail" as const,
    }));
    const capture = await bench.add({ ...(await studio.html("<!doctype html><title>Failed</title>")), network: requests });
    const whole = await bench.call("get_page_summary", { capture });
    const part = await bench.call("get_page_summary", { capture, part: "network" });
    expect([whole, part]).toMatchObject([shown, failed].map((rows) => ({ network: { fail: failed, failed: { rows: { length: rows } } } })));
    expect(JSON.stringify(whole).includes("all with part: network")).toBe(failed > shown);
    expect(JSON.stringify(part)).not.toContain("part: network");
  });
});
