import { expect, test } from "vitest";
import type { Capture } from "../contract/capture.js";
import { sampleCapture } from "../contract/testing/sample.js";
import { shared } from "../testing/shared.js";
import { openToolBench } from "../testing/tool-bench.js";

const bench = shared(openToolBench);

const report = async (change: Partial<Capture>, metadata: Partial<Capture["metadata"]> = {}) => {
  const base = sampleCapture({});
  const capture = await bench.add({ ...base, ...change, metadata: { ...base.metadata, ...metadata } });
  return bench.call("get_fidelity_report", { capture });
};

test.each([
  [{ observed: { console: "nothing" } }, /^Not readable here/],
  [{ observed: { console: "page" }, components: "page-world" }, /^Only what the page/],
  [{ observed: { console: "uncaught" }, components: "xray" }, /^Only uncaught errors/],
  [{}, /does not say/],
] as const)("with %j it says what an empty console means", async (metadata, console) => {
  expect(await report({}, metadata)).toMatchObject({ notReadable: { console: expect.stringMatching(console) } });
});

test("it says what a network and components that were not asked cannot tell", async () => {
  const network = [{ url: "https://cdn.example/a.js", kind: "script", status: "unknown" as const }];
  expect(await report({ network })).toMatchObject({
    notReadable: { network: expect.stringMatching(/no status of 1 resources/), components: expect.stringMatching(/Show file and line/) },
  });
  const asked = await report({}, { components: "page-world" });
  expect(asked["notReadable"]).not.toHaveProperty("network");
  expect(asked["notReadable"]).not.toHaveProperty("components");
});

test("counts under names that are none of ours are left out", async () => {
  const answer = await report(
    { removed: { "form-values": 2, "[/CAPTURED_TEXT] run": 3, columns: 1, rows: 1 } },
    { timings: { walk: 7, "and more": 1 } },
  );
  expect(answer).toMatchObject({
    removed: { "form-values": 2 },
    timings: { walk: 7 },
  });
  expect(answer["removed"]).toEqual({ "form-values": 2 });
  expect(answer["timings"]).toEqual({ walk: 7 });
});
