import { describe, expect, it } from "vitest";
import { readCapture } from "../contract/reader.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { noSharedPages, sharedPageNames, sharedPages } from "../testing/shared-pages.js";
import { allRows, openToolBench } from "../testing/tool-bench.js";

describe("the parent of a row is the nearest ancestor that is a row, over all pages of the answer", () => {
  const names = sharedPageNames();
  const studio = shared(() => openStudio(sharedPages));
  const bench = shared(openToolBench);

  if (names.length === 0) it("is skipped", (context) => context.skip(noSharedPages));

  it.each(names)("%s", async (name) => {
    const capture = await studio.file(name);
    const reader = readCapture(capture);
    const filename = await bench.add(capture);
    const middle = `e${Math.floor(capture.nodes.count / 3)}`;
    for (const args of [
      {},
      { detail: "content" },
      { detail: "full" },
      { detail: "content", ref: middle },
      { detail: "content", depth: 8 },
    ]) {
      const shown = await allRows(bench, "get_capture", { ...args, capture: filename, maxTokens: 20_000 });
      const rows = shown.map(({ ref, parent }) => [String(ref), parent === null ? null : String(parent)] as const);
      const chosen = new Set(rows.map(([ref]) => ref));
      const nearest = (ref: string) =>
        reader
          .ancestors(Number(ref.slice(1)))
          .map((index) => `e${index}`)
          .find((each) => chosen.has(each)) ?? null;
      const wrong = rows.filter(([ref, parent]) => parent !== nearest(ref));
      expect(wrong.slice(0, 5), `${wrong.length} of ${rows.length} rows, ${JSON.stringify(args)}`).toEqual([]);
    }
  });
});
