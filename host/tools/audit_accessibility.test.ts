import { describe, expect, it } from "vitest";
import { ownRules } from "../analysis/accessibility/audit.js";
import { auditedCapture } from "../analysis/testing/audited.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { openToolBench, rowsOf } from "../testing/tool-bench.js";

const faulty = `<!doctype html><html lang="en"><title>Faults</title><main><h1>Faults</h1><ul><li>One</li><div>No item</div></ul>
<input id="nameless"><button id="bare"></button><p id="pale" style="color:#aaa;background:#fff">Pale words</p></main></html>`;

const studio = shared(openStudio);
const bench = shared(openToolBench);

async function audited(html = faulty): Promise<string> {
  await studio.html(html, { path: "faults.html" });
  const page = await studio.open(studio.server.url("faults.html"));
  const capture = await auditedCapture(page);
  await page.close();
  return bench.add(capture);
}

describe("audit_accessibility on captures with axe-core's findings", () => {
  it("tells them as axe-core's, also what no rule of ours decides", async () => {
    const capture = await audited();
    const answer = await bench.call("audit_accessibility", { capture });
    expect(answer).toMatchObject({ source: expect.stringMatching(/^axe-core 4\.\d+\.\d+$/) });
    expect(answer).not.toHaveProperty("rulesChecked");
    const rows = rowsOf(answer);
    expect(rows.map(({ rule }) => rule)).toEqual(expect.arrayContaining(["list", "label", "button-name", "color-contrast"]));
    expect(rows.find(({ rule }) => rule === "label")).toMatchObject({ selector: "#nameless", impact: "critical", wcag: "4.1.2" });
    expect(await bench.call("get_page_summary", { capture, part: "findings" })).toMatchObject({ findings: { status: "complete" } });
  });

  it("tells once what frame after frame lacks, and apart what the page lacks", async () => {
    const advert = `<iframe title="Advert" srcdoc="<p>Buy this</p>" width="200" height="60"></iframe>`;
    const page = `<!doctype html><html lang="en"><title>Adverts</title><p>Words</p>${advert.repeat(4)}</html>`;
    const capture = await audited(page);
    const rows = rowsOf(await bench.call("audit_accessibility", { capture, rule: "landmark-one-main" }));
    expect(rows.map(({ ref, message }) => [ref, /\(so in 3 more frames: e\d+ e\d+ e\d+\)$/.test(String(message))])).toEqual([
      ["e0", false],
      [expect.stringMatching(/^e[1-9]/), true],
    ]);
    const within = rowsOf(await bench.call("audit_accessibility", { capture, rule: "landmark-one-main", ref: String(rows[1]?.["ref"]) }));
    expect(within.map(({ message }) => /more frames/.test(String(message)))).toEqual([false]);
    const { findings } = await bench.call("get_page_summary", { capture, part: "findings" });
    expect(rowsOf((findings as { list: unknown }).list).filter(({ rule }) => rule === "landmark-one-main")).toMatchObject([
      { elements: 5 },
    ]);
  });

  it.each([
    ["once with axe-core", "div", true, 1],
    ["once by our rules", "div", false, 1],
    ["each beside a main landmark", "main", false, 3],
  ])("tells the parts outside of landmarks %s", async (_how, tag, isAudited, rows) => {
    const part = `<div>Words outside</div>`;
    const page = `<!doctype html><html lang="en"><title>Parts</title><${tag}><h1>Parts</h1></${tag}>${part}<nav></nav>${part}<nav></nav>${part}</html>`;
    const capture = isAudited ? await audited(page) : await bench.add(await studio.html(page));
    const found = rowsOf(await bench.call("audit_accessibility", { capture, rule: "region" }));
    expect(found).toHaveLength(rows);
    expect(found[0]?.["message"]).toMatch(rows > 1 ? /^[^(]+$/ : /\(so in [23] more parts:( e\d+)+\)$/);
  });

  it("gives one rule alone, and by our rules says which were checked", async () => {
    const capture = await audited();
    const only = rowsOf(await bench.call("audit_accessibility", { capture, rule: "button-name" }));
    expect(only.map(({ rule, selector }) => [rule, selector])).toEqual([["button-name", "#bare"]]);
    const plain = await bench.add(await studio.html(faulty, { path: "faults.html" }));
    const ours = await bench.call("audit_accessibility", { capture: plain });
    expect(ours).toMatchObject({ source: "rules on the capture", rulesChecked: ownRules.length });
    const unknown = await bench.call("audit_accessibility", { capture: plain, rule: "no-such-rule" });
    expect(unknown).toMatchObject({ rulesChecked: 0, rows: [] });
    expect(rowsOf(ours).map(({ rule }) => rule)).toEqual(expect.arrayContaining(["label", "button-name", "color-contrast"]));
  });
});
