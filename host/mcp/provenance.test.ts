import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { gitIn } from "../testing/git.js";
import { serveProject } from "../testing/served-project.js";
import { shared } from "../testing/shared.js";
import { annotated } from "../testing/tool-bench.js";
import { type ToolName, toolNames } from "../tools/names.js";

const page = (more: string) =>
  `<!doctype html><html lang="en"><title>Cart</title><main><h1>Cart</h1><button class="buy">Buy now</button>${more}</main></html>`;
const source = 'export const Cart = () => <button className="buy">Buy now</button>;\n';

let head = "";
let before = "";
let after = "";
const studio = shared(openStudio);
const project = shared(() =>
  serveProject({ "src/Cart.tsx": source, ".gitignore": ".svc\n" }, (root) => {
    const past = new Date(Date.now() - 60_000);
    utimesSync(join(root, "src", "Cart.tsx"), past, past);
    const git = gitIn(root);
    git("init", "-q", "-b", "trunk");
    git("add", "-A");
    git("commit", "-qm", "one");
    head = git("rev-parse", "--short=7", "HEAD");
  }),
);

beforeAll(async () => {
  const { captures, baselines } = project.store;
  before = (await captures.create(await studio.html(page(""), { path: "cart" }))).filename;
  const shot = await studio.html(page("<button>Later</button>"), { path: "cart" });
  const noted = ["pale", "done"].reduce((capture, id) => annotated(capture, ({ tag }) => tag === "button", "Too pale", id), shot);
  after = (await captures.create(noted)).filename;
  await project.addPicture(after);
  await baselines.create(before);
});

const call = (name: string, args: Record<string, unknown>) => project.agent.call(name, args);

const checks = [{ kind: "exists" }];

/** Every tool: what it is asked, or why its answer rests on no capture. */
const asked: Readonly<Record<ToolName, Readonly<Record<string, unknown>> | string>> = {
  get_session_status: "counts",
  list_captures: "names, with their times",
  list_baselines: "names, with their times",
  get_capture_stats: "counts",
  get_request_status: "asked below",
  request_capture: "no capture is there yet",
  ask_about_annotation: "a conversation",
  wait_for_annotations: "a conversation",
  set_baseline: "stores one",
  get_unresolved: {},
  get_annotations: {},
  get_annotation_context: { annotation: "pale" },
  verify_annotation: { annotation: "pale", checks, waitSeconds: 0 },
  resolve_annotation: "asked below",
  get_picture: { ref: "e4" },
  get_page_summary: {},
  get_interactive_elements: {},
  get_elements_by_role: { role: "button" },
  get_capture: { ref: "e3" },
  get_latest_capture: {},
  find_source: { ref: "e4" },
  explain_styles: { ref: "e4" },
  audit_accessibility: {},
  audit_layout: {},
  find_missing_testids: {},
  check_consistency: {},
  compare_captures: {},
  compare_baseline: {},
  generate_tests: {},
  get_fidelity_report: {},
};

const rows = Object.entries(asked).flatMap(([name, args]) => (typeof args === "string" ? [] : [[name, args] as const]));
const argumentsOf = (name: string, args: Readonly<Record<string, unknown>>) =>
  // The newest capture has no picture.
  name === "get_picture"
    ? { ...args, capture: after }
    : name === "compare_captures"
      ? { before, after }
      : name === "check_consistency"
        ? { captures: [before, after] }
        : args;

describe("what an answer rests on, through the official client", () => {
  it("is decided for every tool", () => expect(Object.keys(asked).sort()).toEqual([...toolNames].sort()));

  it.each(rows.filter(([name]) => name !== "verify_annotation"))("%s names the commit, and nothing is stale", async (name, args) => {
    const answer = await call(name, argumentsOf(name, args));
    expect(answer["error"]).toBeUndefined();
    expect(String(answer["commit"])).toContain(`${head} on trunk, clean`);
    expect(answer).not.toHaveProperty("stale");
  });

  it("a verdict and a request's end name it too", async () => {
    const shot = await studio.html(page("<p>Done</p>"), { path: "cart?done" });
    const { requestId } = await call("request_capture", { url: shot.metadata.url });
    await project.store.captures.create({
      ...shot,
      metadata: { ...shot.metadata, requestId: String(requestId), capturedAt: new Date().toISOString() },
    });
    expect(String((await call("get_request_status", { requestId }))["commit"])).toContain(`${head} on trunk, clean`);
    const answer = await call("resolve_annotation", { annotation: "done", action: "fixed", summary: "Done", checks, waitSeconds: 0 });
    expect(answer).toMatchObject({ verdict: { status: "pass" } });
    expect(String(answer["commit"])).toContain(`${head} on trunk, clean`);
  });

  it.each(rows.filter(([name]) => name !== "verify_annotation"))("%s states first that the code has changed since", async (name, args) => {
    writeFileSync(join(project.root, "src", "Cart.tsx"), source.replace("Buy now", "Order now"));
    const answer = await call(name, argumentsOf(name, args));
    expect(Object.keys(answer)[0]).toBe("stale");
    expect(answer["stale"]).toMatch(/older than the code.*src\/Cart\.tsx/);
  });

  it("what was not committed is named", async () => {
    const shot = await studio.html(page("<p>Dirty</p>"), { path: "dirty" });
    await project.store.captures.create({ ...shot, metadata: { ...shot.metadata, capturedAt: new Date().toISOString() } });
    expect(String((await call("get_page_summary", {}))["commit"])).toContain(`${head} on trunk, uncommitted changes`);
  });
});
