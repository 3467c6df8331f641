import { describe, expect, it } from "vitest";
import { readCapture } from "../../contract/reader.js";
import { openStudio } from "../../testing/captures.js";
import { shared } from "../../testing/shared.js";
import { holdSeeds } from "../testing/score-table.js";
import { layoutCraft, layoutFaults } from "../testing/seeded.js";
import { auditLayout } from "./audit.js";

const studio = shared(openStudio);

describe("auditLayout on pages with planted faults", () => {
  holdSeeds(studio, {
    ...{ title: "audit_layout", faults: layoutFaults, craft: layoutCraft, leastPrecision: 0.9, leastRecall: 0.9 },
    // A collision is found when either of the two is named.
    report: (reader) => auditLayout(reader).map(({ rule, element, other }) => [`${rule} ${element.ref}`, `${rule} ${other?.ref}`]),
  });

  it("tells of a control and its words once", async () => {
    const reader = readCapture(
      await studio.html(
        `<!doctype html><body><div style="position:relative"><a href="/a" style="display:block;height:24px"><span>Words of a link</span></a><a href="/b" style="position:absolute;left:20px;top:12px">Over it</a></div></body>`,
      ),
    );
    expect(auditLayout(reader).map(({ rule, element, other }) => [rule, element.tag, other?.tag])).toEqual([["overlap", "a", "a"]]);
  });

  it("tells of content that spills once, of the outermost that does", async () => {
    const inner = `<div><div id="out" style="width:300px;height:40px"><p style="width:310px;margin:0">Words <b>that go on</b></p><svg width="305" height="9"></svg></div></div>`;
    const reader = readCapture(await studio.html(`<!doctype html><body><div style="width:160px;border:1px solid">${inner}</div></body>`));
    expect(auditLayout(reader).map(({ rule, element }) => [rule, element.attributes["id"]])).toEqual([["overflow", "out"]]);
  });

  it("tells of a transparent part once, and not of parts that are shown when they are scrolled to", async () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, at) => `<a href="/${at}" style="display:block">Link ${at}</a>`).join("");
    const html = `<!doctype html><body><div style="opacity:0">${links(3)}</div><div style="height:2000px"></div><footer style="opacity:0">${links(9)}</footer></body>`;
    const findings = auditLayout(readCapture(await studio.html(html)));
    expect(findings.map(({ rule, element, message }) => [rule, element.name, message.endsWith("So do 2 more controls there.")])).toEqual([
      ["invisible-interactive", "Link 0", true],
    ]);
  });

  it("tells of a drawer that waits aside of the page once", async () => {
    const links = ["One", "Two", "Three"].map((name) => `<a href="/${name}" style="display:block">${name}</a>`).join("");
    const html = `<!doctype html><body><nav style="position:fixed;left:0;top:0;width:200px;transform:translateX(-240px)">${links}</nav>`;
    const findings = auditLayout(readCapture(await studio.html(html)));
    expect(findings.map(({ element, message }) => [element.name, message.endsWith("So do 2 more controls there.")])).toEqual([
      ["One", true],
    ]);
  });

  const long = "Email me when someone answers on my post about the harbour";
  it.each([
    [
      "a line that ends in an ellipsis of its own",
      `<div style="width:220px;border:1px solid"><p id="out" title="${long}" style="width:150px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${long}</p></div>`,
    ],
    ["what is folded to a line's edge", `<ul style="height:2px;overflow:hidden"><li id="out">${long}</li></ul>`],
    [
      "what stands aside of the page",
      `<div style="position:fixed;left:1300px;top:0;width:200px;height:40px;border:1px solid"><p id="out" style="height:90px">${long}</p></div>`,
    ],
    ["a field that is shown on focus", `<label>City <input id="out" style="opacity:0"><b>Berlin</b></label>`],
    [
      "a control that its class shows while it has the focus",
      `<div class="actions group-focus-within/row:opacity-100" style="opacity:0"><button id="out">Delete</button></div>`,
    ],
    [
      "the handle of a slider",
      `<div style="position:relative;width:200px;height:14px;background:#ddd"><b id="out" role="slider" tabindex="0" aria-valuenow="5" style="position:absolute;left:90px;width:14px;height:14px;background:#00f"></b><b role="slider" tabindex="0" aria-valuenow="6" style="position:absolute;left:110px;width:14px;height:14px;background:#00f"></b></div>`,
    ],
  ] as const)("says nothing of %s", async (_what, html) => {
    const findings = auditLayout(readCapture(await studio.html(`<!doctype html><body>${html}</body>`)));
    expect(findings.map(({ rule, element }) => [rule, element.attributes["id"]])).toEqual([]);
  });

  it("tells what makes the page scroll sideways, once", async () => {
    const reader = readCapture(
      await studio.html(`<!doctype html><body><main><div id="wide" style="width:1600px"><p>Wide</p></div></main></body>`),
    );
    const findings = auditLayout(reader).filter(({ rule }) => rule === "viewport-overflow");
    expect(findings.map(({ element, amount }) => [element.attributes["id"], Math.round(amount)])).toEqual([["wide", 328]]);
  });

  const row = `<div style="display:flex"><i style="flex:none;width:900px">1</i><i style="flex:none;width:900px">2</i><i id="wide" style="flex:none;width:900px">3</i></div>`;
  it.each([
    ["a line that may not wrap", `<p id="wide" style="white-space:nowrap">${"A line that never wraps. ".repeat(20)}</p>`, "", ["wide"]],
    ["the last of a row", row, "", ["wide"]],
    ["what stands out where the line ends", `<div id="wide" style="width:1600px">Wide</div>`, ` dir="rtl"`, ["wide"]],
    ["nothing that the viewport cuts", `<div style="width:1600px">Wide</div>`, ` style="overflow-x:hidden"`, []],
  ] as const)("blames %s", async (_what, html, root, expected) => {
    const reader = readCapture(await studio.html(`<!doctype html><html${root}><body><main>${html}</main></body></html>`));
    const findings = auditLayout(reader).filter(({ rule }) => rule === "viewport-overflow");
    expect(findings.map(({ element }) => element.attributes["id"])).toEqual(expected);
  });
});
