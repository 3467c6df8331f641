import { describe, expect, it } from "vitest";
import { type AxeRule, makeSlices, runRule } from "./axe.js";

/** A rule for `elements` elements that blocks the page for `blocksMs` on each; `seen` counts those that it has judged. */
function makeRule(elements: number, blocksMs: number) {
  const judged = { seen: 0 };
  const rule: AxeRule = {
    id: "blocking",
    tags: [],
    preload: false,
    gather: () => Array.from({ length: elements }, () => ({ actualNode: {} as Element })),
    // Called on an object of its own, whose `gather` returns a batch.
    runSync(this: AxeRule, context, options) {
      const batch = this.gather(context, options);
      judged.seen += batch.length;
      for (const end = performance.now() + blocksMs * batch.length; performance.now() < end; );
      return { id: "blocking", nodes: [] };
    },
  };
  return { rule, judged };
}

describe("a rule", () => {
  it.each([
    ["that is quick judges all elements", 2_000, 0, true, 2_000],
    // A batch of 4 and one of 2 show that it is slow; then three elements, one by one, that it is hopeless.
    ["that blocks the page on each element is aborted", 30, 260, false, 9],
  ])("%s", async (_what, elements, blocksMs, finished, seen) => {
    const { rule, judged } = makeRule(elements, blocksMs);
    const result = await runRule(rule, {}, makeSlices(12, 600_000));
    expect({ ...result, seen: judged.seen }).toEqual({ violations: [], finished, seen });
  });
});
