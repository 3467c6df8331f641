import { beforeAll, describe, expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { type Answered, openToolBench, rowsOf } from "../testing/tool-bench.js";

const shop = `<!doctype html><html lang="en"><head><title>Shop</title><style>:root { --accent: #0055aa; } button { background: #0055aa; color: #fff; border: 0; padding: 4px 8px; min-height: 30px; }</style></head>
<body><header><nav aria-label="Main"><a href="/">Home</a></nav></header><main><h1>Shop</h1><h2>Tea</h2><p>Green tea from the hills</p>
<form aria-label="Search"><label>Find <input name="q" type="search"></label><button>Go</button></form>
<button data-testid="buy">Buy</button><button>Save</button><button>Share</button><button>Print</button><button style="background:#cc0000">Delete</button>
<div style="height:3000px"></div><button aria-expanded="false">More</button><button hidden>Never</button></main><iframe src="https://other.example/" title="Advert" width="800" height="600"></iframe></body></html>`;

const studio = shared(openStudio);
const bench = shared(openToolBench);
let file = "";
let changed = "";

beforeAll(async () => {
  file = await bench.add(await studio.html(shop, { path: "shop/tea" }));
  changed = await bench.add(await studio.html(shop.replace("<h2>Tea</h2>", "<h2>Coffee</h2><p id='new'>New</p>"), { path: "shop/tea" }));
});

function named(answer: Answered, name: string): Record<string, unknown> {
  return rowsOf(answer).find((row) => row["name"] === name) ?? {};
}

describe("tools that read a page", () => {
  it("list_captures gives the newest first and keeps to a page", async () => {
    expect(rowsOf(await bench.call("list_captures")).map(({ filename }) => filename)).toEqual([changed, file]);
    expect(rowsOf(await bench.call("list_captures"))[1]).toMatchObject({
      title: "Shop",
      url: expect.stringMatching(/\/shop\/tea$/),
      annotations: 0,
      unresolved: 0,
    });
    expect(rowsOf(await bench.call("list_captures", { url: studio.server.url("shop") }))).toHaveLength(2);
    expect(rowsOf(await bench.call("list_captures", { url: studio.server.url("sho") }))).toHaveLength(0);
  });

  it("get_page_summary says what is there", async () => {
    const summary = await bench.call("get_page_summary", { capture: file });
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
    const summary = await bench.call("get_page_summary", { capture: file });
    expect(summary["notReadable"]).toMatchObject({
      console: expect.stringMatching(/^Not readable here/),
      components: expect.stringMatching(/Show file and line/),
    });
    expect(await bench.call("get_page_summary", { capture: file, part: "console" })).toMatchObject({
      notReadable: expect.stringMatching(/^Not readable here/),
      console: { rows: [] },
    });
    expect(await bench.call("get_page_summary", { capture: file, part: "forms" })).not.toHaveProperty("notReadable");
  });

  it("get_interactive_elements gives each control with a way to find it", async () => {
    const answer = await bench.call("get_interactive_elements", { capture: file });
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
    const outline = rowsOf(await bench.call("get_capture", { capture: file }));
    expect(outline.map(({ tag }) => tag)).not.toContain("p");
    const content = rowsOf(await bench.call("get_capture", { capture: file, detail: "content" }));
    expect(content.find(({ tag }) => tag === "p")).toMatchObject({ text: "Green tea from the hills" });
    const main = content.find(({ role }) => role === "main");
    const below = rowsOf(await bench.call("get_capture", { capture: file, ref: main?.["ref"], depth: 1, detail: "full" }));
    expect(below[0]).toMatchObject({ ref: main?.["ref"], parent: null, attributes: {}, styles: { display: "block" }, source: "" });
    expect(below.slice(1).every(({ parent }) => parent === main?.["ref"])).toBe(true);
    expect(await bench.call("get_capture", { capture: file, ref: "e9999" })).toMatchObject({
      error: { code: "not-found", message: expect.stringContaining("e9999") },
    });
  });

  it("get_latest_capture gives the newest, of a page too", async () => {
    expect(await bench.call("get_latest_capture")).toMatchObject({ capture: changed });
    expect(await bench.call("get_latest_capture", { url: "http://nowhere.example/" })).toMatchObject({
      error: { code: "not-found", message: expect.stringContaining("request_capture") },
    });
  });

  it("get_elements_by_role filters by name, and says which roles there are", async () => {
    expect(rowsOf(await bench.call("get_elements_by_role", { role: "button", name: "BU", capture: file })).map(({ name }) => name)).toEqual(
      ["Buy"],
    );
    expect((await bench.call("get_elements_by_role", { role: "tab", capture: file }))["rolesOnPage"]).toMatch(/button, .*heading/);
  });

  it("find_missing_testids suggests ids that are unique", async () => {
    const rows = rowsOf(await bench.call("find_missing_testids", { capture: file }));
    expect(rows.map(({ name }) => name)).not.toContain("Buy");
    expect(rows.find(({ name }) => name === "Save")).toMatchObject({ suggestion: "save-button" });
    expect(new Set(rows.map(({ suggestion }) => suggestion)).size).toBe(rows.length);
    expect(rowsOf(await bench.call("find_missing_testids", { capture: file, attribute: "data-cy" })).map(({ name }) => name)).toContain(
      "Buy",
    );
  });
});

describe("tools that compare", () => {
  it("compare_captures tells one added element as one", async () => {
    const answer = await bench.call("compare_captures", { before: file, after: changed });
    expect(answer["summary"]).toMatchObject({ added: 1, removed: 0 });
    expect(rowsOf(answer["changed"])).toContainEqual(expect.objectContaining({ property: "text", before: "Tea", after: "Coffee" }));
  });

  it("baselines are set, listed and compared with", async () => {
    expect(await bench.call("compare_baseline", { capture: changed })).toMatchObject({ error: { code: "not-found" } });
    const { filename } = await bench.call("set_baseline", { capture: file });
    expect(rowsOf(await bench.call("list_baselines")).map((row) => row["filename"])).toEqual([filename]);
    expect(await bench.call("compare_baseline", { capture: changed })).toMatchObject({
      before: filename,
      after: changed,
      summary: { added: 1 },
    });
  });

  it("check_consistency finds the odd button and names the token of the others", async () => {
    const rows = rowsOf(await bench.call("check_consistency", { captures: [file, changed] })).filter(
      ({ kind, property }) => kind === "button" && property === "background-color",
    );
    expect(rows).toMatchObject(
      [
        { value: "#0055aa", token: "--accent", count: 12, of: 14, odd: false },
        { value: "#cc0000", token: null, count: 2, odd: true, examples: expect.stringMatching(/^e\d+ in 0, e\d+ in 1$/) },
      ].sort((a, b) => Number(b.odd) - Number(a.odd)),
    );
  });
});

describe("tools about captures themselves", () => {
  it("get_fidelity_report counts what could not be read against the score", async () => {
    const report = await bench.call("get_fidelity_report", { capture: file });
    const whole = await bench.call("get_fidelity_report", {
      capture: await bench.add(await studio.html("<!doctype html><title>Whole</title><button>One</button>")),
    });
    expect(whole).toMatchObject({ score: 1, parts: { area: 1, elements: 1, selectors: 1, locators: 1, names: 1 } });
    expect(rowsOf(report["holes"])).toMatchObject([{ kind: "cross-origin-frame", ref: expect.stringMatching(/^e\d+$/) }]);
    expect((report["parts"] as { area: number }).area).toBeLessThan(1);
    expect(report["score"]).toBeLessThan(1);
  });

  it("get_capture_stats adds up", async () => {
    const stats = await bench.call("get_capture_stats");
    const rows = rowsOf(stats);
    expect(stats).toMatchObject({ total: rows.reduce((sum, { captures }) => sum + Number(captures), 0), pages: rows.length });
    expect(rows[0]).toMatchObject({ captures: 2, url: expect.stringMatching(/shop\/tea$/) });
  });

  it("get_session_status says what to do next", async () => {
    expect(await bench.call("get_session_status")).toMatchObject({
      captures: { total: 3 },
      annotations: { unresolved: 0, resolved: 0 },
      baselines: 1,
      transports: { native: 0, http: null },
      nextSteps: expect.arrayContaining([expect.stringMatching(/svc-init doctor/), expect.stringMatching(/^get_page_summary/)]),
    });
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
