import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { readCapture } from "../contract/reader.js";
import { elementTargetOf } from "../contract/targets.js";
import { openStudio } from "../testing/captures.js";
import { serveProject } from "../testing/served-project.js";
import { shared } from "../testing/shared.js";
import { annotated, rowsOf } from "../testing/tool-bench.js";
import { toolCalls } from "../testing/tool-calls.js";
import { toolNames } from "../tools/names.js";

const source = `export const Cart = () => (
  <form className="cart">
    <input type="email" />
    <button className="buy" style={{ color: "#aaa" }}>Buy now</button>
  </form>
);
`;
const page = (more: string) => `<!doctype html><html lang="en"><title>Cart</title><main><h1>Cart</h1><form class="cart" aria-label="Order">
<input type="email"><button class="buy" style="color:#aaa;background:#fff">Buy now</button></form><div style="width:1500px">Wide</div>${more}</main></html>`;

const studio = shared(openStudio);
const project = shared(() => serveProject({ "src/Cart.tsx": source }));
let before = "";
let after = "";

beforeAll(async () => {
  const { captures } = project.store;
  const note = (more: string) => studio.html(page(more), { path: "cart" });
  before = (await captures.create(await note(""))).filename;
  const noted = annotated(await note("<button>Later</button>"), ({ tag }) => tag === "button", "Too pale", "pale");
  after = (await captures.create(noted)).filename;
  await project.addPicture(after);
});

async function call(name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await project.agent.client.callTool({ name, arguments: args });
  const blocks = Array.isArray(content) ? content : [];
  expect(blocks).toHaveLength(name === "get_picture" ? 2 : 1);
  expect(isError ?? false, JSON.stringify(blocks)).toBe(false);
  const text = String(blocks[0]?.text);
  expect(countTokens(text)).toBeLessThanOrEqual(6_000);
  return JSON.parse(text);
}

describe("through the official client, in a process of its own", () => {
  it("every tool that is listed answers rightly on real captures", async () => {
    const { tools } = await project.agent.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...toolNames].sort());
    expect(Object.keys(toolCalls).sort()).toEqual([...toolNames].sort());
    const scene = { before, after, url: studio.server.url("cart"), requestId: "" };
    for (const [name, { args, check, tasks }] of Object.entries(toolCalls)) {
      expect(tasks, name).not.toEqual([]);
      const answer = await call(name, args(scene));
      if (name === "request_capture") scene.requestId = answer.requestId;
      check(answer, scene);
    }
  });

  it("an element has one selector in all answers, the short one", async () => {
    const answers = ["get_interactive_elements", "get_capture", "get_latest_capture", "audit_accessibility", "audit_layout"];
    const rows = (await Promise.all(answers.map((name) => call(name)))).flatMap(rowsOf);
    const ofButton = rows.filter(({ selector }) => /button/.test(String(selector)));
    expect(new Set(ofButton.map(({ ref, selector }) => `${ref} ${selector}`)).size).toBe(2);
    expect(ofButton.length).toBeGreaterThan(answers.length);
  });

  it("tools work off an annotation whose element has left the page before it was sent", async () => {
    const reader = readCapture(await studio.html(page(""), { path: "cart" }));
    const button = [...reader.elements()].find(({ tag }) => tag === "button");
    const { ref: _ref, ...facts } = elementTargetOf(reader, button?.index ?? 0);
    const shown = await studio.html("<!doctype html><html lang='en'><title>Cart</title><main><h1>Thank you</h1></main></html>", {
      path: "cart",
    });
    const [template] = annotated(shown, ({ tag }) => tag === "h1", "Too pale", "left").annotations;
    if (template === undefined) throw new Error("no annotation");
    const annotation = { ...template, target: { type: "element" as const, elements: [{ ...facts, present: false }] } };
    const { filename } = await project.store.captures.create({ ...shown, annotations: [annotation] });
    await project.addPicture(filename);
    await project.store.annotations.setPicture("left", filename.replace(/\.json$/, ".png"));
    const row = rowsOf(await call("get_unresolved")).find(({ id }) => id === "left");
    const gone = { ref: null, present: false, scope: "element", label: "button “Buy now”" };
    expect(row).toMatchObject({ ...gone, source: "src/Cart.tsx:4" });
    const context = await call("get_annotation_context", { annotation: "left" });
    expect(context).toMatchObject({
      absent: expect.stringContaining("no capture shows it"),
      annotation: { present: false, scope: "element" },
    });
    expect(rowsOf(context.styles)).toContainEqual({ property: "color", value: "rgb(170, 170, 170)" });
    for (const answer of [rowsOf(context.source), rowsOf(await call("find_source", { annotation: "left" }))])
      expect(answer[0]).toMatchObject({ file: "src/Cart.tsx", line: 4 });
    expect(await call("explain_styles", { annotation: "left" })).toMatchObject({ absent: context.absent, hint: expect.any(String) });
    expect(await call("get_picture", { annotation: "left" })).toMatchObject({ capture: filename });
    const checks = [{ kind: "contrast", expected: 4.5 }];
    expect(await call("verify_annotation", { annotation: "left", checks, waitSeconds: 0 })).toHaveProperty("verification");
    const again = await studio.html(page("").replace("#aaa", "#333"), { path: "cart" });
    await project.store.captures.create({
      ...again,
      metadata: { ...again.metadata, capturedAt: new Date(Date.now() + 1_000).toISOString() },
    });
    const resolved = await call("resolve_annotation", { annotation: "left", action: "fixed", summary: "Darker", checks });
    expect(resolved).toMatchObject({ state: "fixed", verdict: { status: "pass" } });
  });
});
