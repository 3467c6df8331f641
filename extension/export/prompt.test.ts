import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Annotation } from "../../host/contract/annotation.js";
import { captureSchema } from "../../host/contract/capture.js";
import { readCapture } from "../../host/contract/reader.js";
import { elementTargetOf } from "../../host/contract/targets.js";
import { openStudio } from "../../host/testing/captures.js";
import { blankPage, openPageBrowser } from "../../host/testing/chromium.js";
import { shared } from "../../host/testing/shared.js";
import { type PromptDetail, promptOf } from "./prompt.js";
import { reportZip } from "./report.js";

describe("what a note is passed on as", () => {
  const studio = shared(openStudio);

  const page = `<!doctype html><title>Shop</title><button id="buy" class="big blue" style="color: #ff0000">Buy \`now\`</button>`;

  async function noted(part: Partial<Annotation> = {}) {
    const capture = await studio.html(page);
    const reader = readCapture(capture);
    const button = [...reader.elements()].find(({ tag }) => tag === "button");
    const annotation: Annotation = {
      ...{ id: "a1", kind: "bug", severity: "high", status: "unresolved", comment: "Too red", createdAt: "2026-01-01T00:00:00.000Z" },
      target: { type: "element", elements: [elementTargetOf(reader, button?.index ?? 0)] },
      ...part,
    };
    return { ...capture, annotations: [annotation] };
  }

  it.each<readonly [PromptDetail, readonly RegExp[], readonly RegExp[]]>([
    ["short", [/> Too red/, /button ``/, /`#buy`/], [/classes/, /styles/]],
    ["standard", [/> Too red/, /classes `big blue`/], [/styles/]],
    ["full", [/> Too red/, /classes `big blue`/, /styles `.*color: rgb\(255, 0, 0\)/, /box \d/], []],
  ])("a %s prompt has its part of where it is and how it looks", async (detail, has, lacks) => {
    const prompt = promptOf(await noted(), detail);
    for (const pattern of has) expect(prompt).toMatch(pattern);
    for (const pattern of lacks) expect(prompt).not.toMatch(pattern);
  });

  it("the line of a source is the page's own word wherever it is passed on: a preprocessor may have moved it", async () => {
    const capture = await studio.html(page.replace("<button", '<button data-source-loc="src/Shop.svelte:4:2"'));
    const reader = readCapture(capture);
    const button = [...reader.elements()].find(({ tag }) => tag === "button");
    const { annotations } = await noted({ target: { type: "element", elements: [elementTargetOf(reader, button?.index ?? 0)] } });
    const stated = /source `?src\/Shop\.svelte:4:2`? as the page states it/;
    const [sent, files] = [{ ...capture, annotations }, unzipSync(reportZip({ ...capture, annotations }, []))];
    expect(promptOf(sent, "short")).toMatch(stated);
    for (const name of ["report.md", "report.html"]) expect(Buffer.from(files[name] ?? []).toString()).toMatch(stated);
  });

  it("a report on paper: dark on white, no fact that nobody can unfold, and a note of more than a page begins below the title", async () => {
    const sent = await noted({ comment: "What should change is told here in many words. ".repeat(90) });
    const print = await blankPage(await openPageBrowser());
    await print.setContent(Buffer.from(unzipSync(reportZip(sent, []))["report.html"] ?? []).toString());
    const protocol = await print.createCDPSession();
    const emulate = (media: string) =>
      protocol.send("Emulation.setEmulatedMedia", { media, features: [{ name: "prefers-color-scheme", value: "dark" }] });
    await emulate("screen");
    const looks = () =>
      print.evaluate(() => {
        const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);
        return [styleOf("body").color, styleOf("body").backgroundColor, styleOf("details").display];
      });
    expect(await looks()).toEqual(["rgb(236, 236, 241)", "rgb(23, 23, 28)", "block"]);
    await emulate("print");
    expect(await looks()).toEqual(["rgb(27, 27, 34)", "rgb(255, 255, 255)", "none"]);
    const sheets = Buffer.from(await print.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(sheets.match(/\/Type \/Page\b/g)).toHaveLength(2);
    await print.close();
  });

  it("a target is named by role and name", async () => {
    const { annotations } = await noted();
    expect(annotations[0]?.target).toMatchObject({ elements: [{ label: "button “Buy `now`”" }] });
  });

  it.each([
    ["with the facts of its pick", { present: false }],
    ["of an older version", { present: undefined, tag: undefined, attributes: undefined, role: undefined, name: undefined }],
  ])("an element that the page does not show any more is passed on as it was picked: %s", async (_kind, change) => {
    const capture = await studio.html(page.replace("<button", '<button data-source-loc="src/Shop.tsx:4:2"'));
    const reader = readCapture(capture);
    const button = [...reader.elements()].find(({ tag }) => tag === "button");
    const { ref: _ref, ...facts } = elementTargetOf(reader, button?.index ?? 0);
    const { annotations } = await noted({ target: { type: "element", elements: [{ ...facts, ...change }] } });
    const empty = { ...(await studio.html("<!doctype html><title>Shop</title><p>Bought</p>")), annotations };
    const files = unzipSync(reportZip(empty, []));
    const [markdown, html] = ["report.md", "report.html"].map((name) => Buffer.from(files[name] ?? []).toString());
    for (const text of [promptOf(empty, "short"), markdown, html]) {
      expect(text).toMatch(/Buy .*now/);
      expect(text).toContain("#buy");
      expect(text).toContain("src/Shop.tsx:4:2");
      expect(text).toContain("not on the page when this was sent");
    }
    if (change.present === false) expect(promptOf(empty, "full")).toMatch(/classes `big blue`[\s\S]*color: rgb\(255, 0, 0\)/);
  });

  it("a report has the states in words, and its notes can be read back", async () => {
    const entry = {
      id: "r1",
      by: "agent",
      kind: "resolution",
      action: "wontfix",
      text: "It has to be",
      at: "2026-01-02T00:00:00.000Z",
    } as const;
    const capture = await noted({ status: "resolved", thread: [entry] });
    const files = Object.fromEntries(
      Object.entries(unzipSync(reportZip(capture, []))).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
    );
    expect(files["report.md"]).toContain("### 1. bug, high, won't fix");
    expect(files["report.html"]).toContain(`class="answer wontfix"`);
    expect(captureSchema.parse(JSON.parse(files["capture.json"] ?? "")).annotations).toMatchObject([
      { id: "a1", thread: [{ action: "wontfix" }] },
    ]);
  });
});
