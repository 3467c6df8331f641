import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { gitIn } from "../testing/git.js";
import { serveProject } from "../testing/served-project.js";
import { shared } from "../testing/shared.js";
import { annotated } from "../testing/tool-bench.js";
import { toolCalls } from "../testing/tool-calls.js";

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

/** Those that state what their answer rests on; `resolve_annotation` and `verify_annotation` end an annotation, and are asked below. */
const rows = Object.entries(toolCalls).filter(
  ([name, { basis }]) => basis === undefined && !["resolve_annotation", "verify_annotation", "get_request_status"].includes(name),
);
const scene = () => ({ before, after, url: studio.server.url("cart"), requestId: "" });

describe("what an answer rests on, through the official client", () => {
  it.each(rows)("%s names the commit, and nothing is stale", async (name, { args }) => {
    const answer = await call(name, args(scene()));
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
    expect(answer).toMatchObject({ verdict: { status: "pass" }, commit: `${head} on trunk, clean` });
  });

  it.each(rows)("%s states first that the code has changed since", async (name, { args }) => {
    writeFileSync(join(project.root, "src", "Cart.tsx"), source.replace("Buy now", "Order now"));
    const answer = await call(name, args(scene()));
    expect(Object.keys(answer)[0]).toBe("stale");
    expect(answer["stale"]).toMatch(/older than the code.*src\/Cart\.tsx/);
  });

  it("what was not committed is named", async () => {
    const shot = await studio.html(page("<p>Dirty</p>"), { path: "dirty" });
    await project.store.captures.create({ ...shot, metadata: { ...shot.metadata, capturedAt: new Date().toISOString() } });
    expect(String((await call("get_page_summary", {}))["commit"])).toContain(`${head} on trunk, uncommitted changes`);
  });
});
