import { chmodSync, chownSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openToolBench, type ToolBench } from "../../host/testing/tool-bench.js";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";

const nobody = 65_534;
let bench: ToolBench;

/** Calls a tool as a user whom file permissions bind: root is bound by none. */
async function asUser(tool: string): Promise<Record<string, unknown>> {
  if (process.getuid?.() !== 0) return bench.call(tool);
  process.seteuid?.(nobody);
  try {
    return await bench.call(tool);
  } finally {
    process.seteuid?.(0);
  }
}

function giveAway(folder: string): void {
  if (process.getuid?.() !== 0) return;
  chownSync(folder, nobody, nobody);
  for (const entry of readdirSync(folder, { recursive: true })) chownSync(join(folder, String(entry)), nobody, nobody);
}

afterEach(async () => {
  for (const list of ["captures", "baselines", "requests"]) chmodSync(join(bench.root, ".svc", list), 0o700);
  await bench.close();
});

const lists = [
  ["captures", "get_session_status", { captures: { total: null }, annotations: { unresolved: null, resolved: null }, baselines: 1 }],
  ["baselines", "get_session_status", { captures: { total: 1 }, annotations: { unresolved: 1 }, baselines: null, requests: { open: 1 } }],
  ["requests", "get_session_status", { captures: { total: 1 }, baselines: 1, requests: { open: null } }],
] as const;

it
  .skipIf(process.platform === "win32")
  .each(lists.flatMap(([list, tool, expected]) => [0o000, 0o600].map((mode) => [list, mode, tool, expected] as const)))(
  "%s with mode %o: %s says what cannot be read, and counts the rest",
  async (list, mode, tool, expected) => {
    bench = await openToolBench();
    const filename = await bench.add(sampleCapture({ annotations: [sampleAnnotation("a")] }));
    await bench.store.baselines.create(filename);
    await bench.store.requests.create({ url: "http://localhost:5173/" });
    giveAway(bench.root);
    giveAway(bench.state);
    chmodSync(join(bench.root, ".svc", list), mode);
    const status = await asUser(tool);
    expect(status).toMatchObject(expected);
    expect(JSON.stringify(status["unreadable"])).toContain(`The folder \\"${list}\\"`);
    expect(JSON.stringify(status["nextSteps"])).toContain("make readable");
    expect(JSON.stringify(status)).not.toContain(bench.root);
  },
);

it("a readable store has nothing unreadable", async () => {
  bench = await openToolBench();
  expect(await bench.call("get_session_status")).not.toHaveProperty("unreadable");
});

it("says what to do next", async () => {
  bench = await openToolBench();
  for (const id of ["one", "two"]) await bench.add(sampleCapture({ id }));
  expect(await bench.call("get_session_status")).toMatchObject({
    captures: { total: 2 },
    annotations: { unresolved: 0, resolved: 0 },
    baselines: 0,
    transports: { native: 0, http: null },
    nextSteps: ["svc-init doctor", "get_page_summary", "compare_captures", "set_baseline"].map((step) => expect.stringContaining(step)),
  });
});

it("imported notes: no page of one's own was captured, and what there is is said", async () => {
  bench = await openToolBench();
  await bench.store.captures.create(sampleCapture({ annotations: [sampleAnnotation("a")] }), { report: "tester.zip" });
  const status = await bench.call("get_session_status");
  expect(status).toMatchObject({ captures: { total: 0, foreign: 1 }, annotations: { unresolved: 1 } });
  expect(JSON.stringify(status["nextSteps"])).toMatch(/with a report/);
  expect(JSON.stringify(status["nextSteps"])).not.toMatch(/no page was captured/);
});
