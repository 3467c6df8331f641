import { expect, it } from "vitest";
import { sampleAnnotation } from "../contract/testing/sample.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { openToolBench, rowsOf } from "../testing/tool-bench.js";

const bench = shared(openToolBench);
const studio = shared(openStudio);

it("what a call found that was abandoned comes with the next, and nobody has read it", async () => {
  await bench.add({ ...(await studio.html("<p>One</p>", { path: "one.html" })), annotations: [sampleAnnotation("first")] });
  await bench.blocks("wait_for_annotations", {}, AbortSignal.abort());
  expect((await bench.store.annotations.find("first")).state).toBe("sent");
  expect(rowsOf(await bench.call("wait_for_annotations")).map(({ id }) => id)).toEqual(["first"]);
});

it("wait_for_annotations wakes for a comment that is added to a capture which was there", async () => {
  const capture = await studio.html("<button>Buy</button>");
  await bench.add(capture);
  const started = performance.now();
  const waiting = bench.call("wait_for_annotations", { waitSeconds: 30 });
  await bench.add({ ...capture, annotations: [sampleAnnotation("later")] });
  expect(rowsOf(await waiting).map(({ id }) => id)).toEqual(["later"]);
  expect(performance.now() - started).toBeLessThan(15_000);
});
