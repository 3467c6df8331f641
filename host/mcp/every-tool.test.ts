import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { readCapture } from "../contract/reader.js";
import { elementTargetOf } from "../contract/targets.js";
import { openStudio } from "../testing/captures.js";
import { serveProject } from "../testing/served-project.js";
import { shared } from "../testing/shared.js";
import { annotated, rowsOf } from "../testing/tool-bench.js";
import { patience } from "../testing/wait-until.js";
import { type ToolName, toolNames } from "../tools/names.js";

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

type Answer = Awaited<ReturnType<typeof call>>;
const names = (answer: Answer, column: string) => rowsOf(answer).map((row) => row[column]);

/** In this order: the comment is open until it is resolved, and a baseline is set before it is compared with. */
const cases: Readonly<Record<ToolName, readonly [args: () => Record<string, unknown>, check: (answer: Answer) => void]>> = {
  get_session_status: [() => ({}), (answer) => expect(answer).toMatchObject({ captures: { total: 2 }, annotations: { unresolved: 1 } })],
  list_captures: [() => ({}), (answer) => expect(names(answer, "filename")).toEqual([after, before])],
  get_unresolved: [() => ({}), (answer) => expect(names(answer, "id")).toEqual(["pale"])],
  wait_for_annotations: [() => ({ waitSeconds: 5 }), (answer) => expect(names(answer, "id")).toEqual(["pale"])],
  get_annotations: [() => ({}), (answer) => expect(rowsOf(answer)).toMatchObject([{ id: "pale", status: "unresolved" }])],
  get_annotation_context: [
    () => ({ annotation: "pale" }),
    (answer) => expect(rowsOf(answer.source)[0]).toMatchObject({ file: "src/Cart.tsx", line: 4 }),
  ],
  ask_about_annotation: [
    () => ({ annotation: "pale", question: "How dark?", waitSeconds: 0 }),
    (answer) => expect(answer).toMatchObject({ status: "pending", requestId: expect.any(String) }),
  ],
  verify_annotation: [
    () => ({ annotation: "pale", checks: [{ kind: "contrast", expected: 4.5 }], waitSeconds: 0 }),
    (answer) => expect(answer).toMatchObject({ annotation: "pale", verification: { status: "pending" } }),
  ],
  get_picture: [
    () => ({ annotation: "pale" }),
    (answer) => expect(answer.pixels.width * answer.pixels.height).toBeLessThanOrEqual(1_200_000),
  ],
  resolve_annotation: [
    () => ({ annotation: "pale", action: "fixed", summary: "Darker" }),
    (answer) => expect(answer).toMatchObject({ status: "resolved", stillOpen: 0 }),
  ],
  get_page_summary: [() => ({ part: "forms" }), (answer) => expect(rowsOf(answer.forms)[0]).toMatchObject({ name: "Order" })],
  get_interactive_elements: [() => ({}), (answer) => expect(names(answer, "name")).toEqual(["", "Buy now", "Later"])],
  get_elements_by_role: [() => ({ role: "button" }), (answer) => expect(names(answer, "name")).toEqual(["Buy now", "Later"])],
  get_capture: [() => ({ capture: before }), (answer) => expect(names(answer, "role")).toContain("form")],
  get_latest_capture: [() => ({}), (answer) => expect(answer.capture).toBe(after)],
  find_source: [() => ({ text: "Buy now" }), (answer) => expect(rowsOf(answer)[0]).toMatchObject({ file: "src/Cart.tsx", line: 4 })],
  explain_styles: [
    () => ({ annotation: "pale" }),
    // The engine alone explains nothing.
    (answer) => expect(answer.hint).toContain("request_capture with the guidance: explain `"),
  ],
  audit_accessibility: [() => ({}), (answer) => expect(names(answer, "rule")).toEqual(expect.arrayContaining(["label", "color-contrast"]))],
  audit_layout: [() => ({}), (answer) => expect(names(answer, "rule")).toContain("viewport-overflow")],
  find_missing_testids: [() => ({}), (answer) => expect(names(answer, "suggestion")).toContain("buy-now-button")],
  check_consistency: [
    () => ({ captures: [before, after] }),
    (answer) => expect(rowsOf(answer).some(({ kind }) => kind === "button")).toBe(true),
  ],
  compare_captures: [() => ({ before, after }), (answer) => expect(rowsOf(answer.added)).toMatchObject([{ name: "Later" }])],
  set_baseline: [() => ({ capture: before }), (answer) => expect(answer.filename).toBe(before)],
  compare_baseline: [() => ({}), (answer) => expect(answer).toMatchObject({ before, after, summary: { added: 1, removed: 0 } })],
  list_baselines: [() => ({}), (answer) => expect(names(answer, "filename")).toEqual([before])],
  request_capture: [
    () => ({ url: studio.server.url("cart") }),
    (answer) => expect(answer).toMatchObject({ status: "pending", hint: expect.stringMatching(/get_request_status|svc icon/) }),
  ],
  get_request_status: [() => ({ requestId: "set below" }), (answer) => expect(answer).toMatchObject({ status: "pending" })],
  generate_tests: [() => ({}), (answer) => expect(answer.code).toContain("name: 'Buy now'")],
  get_fidelity_report: [() => ({}), (answer) => expect(answer.score).toBeGreaterThan(0.5)],
  get_capture_stats: [() => ({}), (answer) => expect(answer).toMatchObject({ total: 2, pages: 1 })],
};

describe("through the official client, in a process of its own", () => {
  it("every tool that is listed answers rightly on real captures", async () => {
    const { tools } = await project.agent.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...toolNames].sort());
    expect(Object.keys(cases).sort()).toEqual([...toolNames].sort());
    let requestId = "";
    for (const [name, [args, check]] of Object.entries(cases)) {
      const answer = await call(name, name === "get_request_status" ? { requestId } : args());
      if (name === "request_capture") requestId = answer.requestId;
      check(answer);
    }
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

  it("a request's end in another process is told within 300 ms", async () => {
    const { requestId } = await call("request_capture", { url: studio.server.url("other") });
    const waiting = call("get_request_status", { requestId, waitSeconds: 20 }).then((answer) => ({ answer, at: performance.now() }));
    // The server takes calls in order of arrival: when this one is answered, the one before it waits.
    await call("list_captures");
    await project.store.requests.decline(requestId, "Not now");
    const declined = performance.now();
    const { answer, at } = await waiting;
    expect(answer).toMatchObject({ status: "declined" });
    expect(at - declined).toBeLessThan(patience(300));
  });
});
