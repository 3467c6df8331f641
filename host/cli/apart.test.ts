import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCapture } from "../contract/reader.js";
import { elementTargetOf } from "../contract/targets.js";
import { sampleAnnotation } from "../contract/testing/sample.js";
import { rowsOfRun } from "../testing/long.js";
import { distPath } from "../testing/paths.js";
import { type ServedProject, serveProject } from "../testing/served-project.js";
import { shapedCapture } from "../testing/shaped-capture.js";
import { waitUntil } from "../testing/wait-until.js";
import { openApart } from "./apart.js";

let project: ServedProject;
let capture: string;
beforeAll(async () => {
  project = await serveProject({ "package.json": "{}" });
  ({ filename: capture } = await project.store.captures.create(shapedCapture("flat", 15_000)));
});
afterAll(() => project.close());

test.each(rowsOfRun(["audit_accessibility", "audit_layout", "generate_tests", "compare_captures"], ["generate_tests"]))(
  "while %s judges a large capture, other calls are answered",
  async (tool) => {
    const order: string[] = [];
    const answered = (name: string) => (answer: Record<string, unknown>) => {
      expect(answer).not.toHaveProperty("error");
      order.push(name);
    };
    const asked = tool === "compare_captures" ? { before: capture, after: capture } : { capture };
    const long = project.agent.call(tool, asked).then(answered(tool));
    await project.agent.call("list_captures").then(answered("list_captures"));
    await long;
    expect(order).toEqual(["list_captures", tool]);
  },
);

test("a client that asks for it hears of progress", async () => {
  const heard: number[] = [];
  const call = project.agent.client.callTool({ name: "wait_for_annotations", arguments: { waitSeconds: 3 } }, undefined, {
    onprogress: ({ progress }) => heard.push(progress),
  });
  await call;
  expect(heard.slice(0, 2)).toEqual([1, 2]);
});

/** Threads of the server's process; those that judge come and go. */
const threads = () => readdirSync(`/proc/${project.agent.pid}/task`).length;

test.skipIf(process.platform !== "linux")("a call that is abandoned ends with its thread, and the next is answered", async () => {
  const idle = threads();
  const abandoned = new AbortController();
  const call = project.agent.call("generate_tests", { capture }, abandoned.signal);
  await project.agent.call("list_captures");
  abandoned.abort();
  await expect(call).rejects.toThrow(/abort/i);
  await waitUntil("the thread to end", async () => threads() < idle || undefined);
  expect(await project.agent.call("get_page_summary", { capture })).not.toHaveProperty("error");
});

test.skipIf(process.platform !== "linux")(
  "a note's context from a large capture is abandoned as well, and is marked as the agent's work",
  async () => {
    const large = shapedCapture("flat", 15_000);
    const target = { type: "element" as const, elements: [elementTargetOf(readCapture(large), 200)] };
    const metadata = { ...large.metadata, id: "with-a-note" };
    await project.store.captures.create({ ...large, metadata, annotations: [sampleAnnotation("note-of-large", { target })] });
    const ask = (signal?: AbortSignal) => project.agent.call("get_annotation_context", { annotation: "note-of-large" }, signal);
    await project.agent.call("get_page_summary", { capture });
    const idle = threads();
    const abandoned = new AbortController();
    const call = ask(abandoned.signal);
    await project.agent.call("list_captures");
    abandoned.abort();
    await expect(call).rejects.toThrow(/abort/i);
    // Sooner than a thread without work ends by itself.
    await waitUntil("the thread to end", async () => threads() < idle || undefined, 15_000);
    expect(await ask()).toMatchObject({ element: { ref: "e200" } });
    expect(await project.store.annotations.find("note-of-large")).toMatchObject({ state: "working", by: "official" });
    // Outside of the thread it is known which words the agent has read there.
    const added = { id: "added", by: "user", kind: "reply", text: "And in blue", at: new Date().toISOString() } as const;
    await project.store.annotations.append("note-of-large", added);
    const resolve = () => project.agent.call("resolve_annotation", { annotation: "note-of-large", action: "fixed", summary: "Done" });
    expect(await resolve()).toHaveProperty("notResolved");
    expect(await resolve()).toMatchObject({ state: "fixed" });
  },
);

const unread = () => Promise.reject(new Error("no note is read here"));

/** Runs in a thread before its program: reports each collection that was asked for. */
const reportCollections = `
  import { constants, PerformanceObserver } from "node:perf_hooks";
  const reports = new BroadcastChannel("collections");
  reports.unref();
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) reports.postMessage("");
  }).observe({ type: "gc" });`;

test("what a judgement leaves behind is collected behind its answer", async () => {
  const threads: Worker[] = [];
  const apart = openApart(project.root, unread, (workerData) => {
    const execArgv = ["--import", `data:text/javascript,${encodeURIComponent(reportCollections)}`];
    const env = { ...process.env, SVC_HOME: join(project.root, "..", "state") };
    const thread = new Worker(distPath("program.js"), { workerData, stdout: true, execArgv, env });
    threads.push(thread);
    return thread;
  });
  const collections = new BroadcastChannel("collections");
  let isCollected = false;
  collections.onmessage = () => (isCollected = true);
  const answer = await apart({ name: "get_page_summary", args: { capture }, signal: new AbortController().signal });
  expect(answer.isError).toBeUndefined();
  await waitUntil("a collection", () => isCollected || undefined);
  collections.close();
  for (const thread of threads) await thread.terminate();
});

const answering = `require("node:worker_threads").parentPort.on("message", () => require("node:worker_threads").parentPort.postMessage({ answer: { content: [] } }));`;

test.each([
  ["ends without an answer", `require("node:worker_threads").parentPort.on("message", () => process.exit());`, false],
  ["ends while it waits for work", `${answering} setTimeout(() => process.exit(), 200);`, true],
  ["fails while it waits for work", `${answering} setTimeout(() => { throw new Error("late"); }, 200);`, true],
])("a thread that %s keeps no call waiting", async (_what, first, isAnswered) => {
  const programs = [first, answering];
  const started: Worker[] = [];
  const apart = openApart("", unread, () => {
    const worker = new Worker(programs[Math.min(started.length, 1)] ?? "", { eval: true });
    started.push(worker);
    return worker;
  });
  const call = () => apart({ name: "list_captures", args: {}, signal: new AbortController().signal });
  if (isAnswered) expect(await call()).toEqual({ content: [] });
  else await expect(call()).rejects.toThrow("The thread of this call has ended.");
  if (isAnswered) await waitUntil("the thread to end", () => (started[0]?.threadId === -1 ? true : undefined));
  expect(await call()).toEqual({ content: [] });
  for (const worker of started) await worker.terminate();
});
