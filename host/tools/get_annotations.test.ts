import { expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { annotated, openToolBench, rowsOf } from "../testing/tool-bench.js";

const studio = shared(openStudio);
const bench = shared(openToolBench);

it("get_annotations has all of one capture, or those of a status", async () => {
  const page = await studio.html("<h1>Shop</h1><button>Buy</button>");
  const pale = annotated(page, ({ tag }) => tag === "button", "Too pale", "pale");
  const capture = await bench.add(annotated(pale, ({ tag }) => tag === "h1", "Wrong name", "name"));
  await bench.call("resolve_annotation", { annotation: "pale", action: "fixed", summary: "Darker" });
  const idsOf = async (status?: string) => rowsOf(await bench.call("get_annotations", { capture, status })).map(({ id }) => id);
  expect((await idsOf()).toSorted()).toEqual(["name", "pale"]);
  expect(await idsOf("unresolved")).toEqual(["name"]);
  expect(await idsOf("resolved")).toEqual(["pale"]);
  expect(await idsOf("fixed")).toEqual(["pale"]);
  expect(await idsOf("working")).toEqual([]);
  const refused = await bench.call("get_annotations", { capture, status: "done" });
  expect(refused).toMatchObject({
    error: { code: "invalid-input", message: expect.stringMatching(/^status: "done" is none\. Allowed: /) },
  });
});
