import { expect, it } from "vitest";
import { rowsOf } from "../testing/tool-bench.js";
import { sharedShop } from "./testing/shop.js";

const { bench, captures } = sharedShop();

it("baselines are set, listed and compared with", async () => {
  expect(await bench.call("compare_baseline", { capture: captures.changed })).toMatchObject({ error: { code: "not-found" } });
  const { filename } = await bench.call("set_baseline", { capture: captures.file });
  expect(rowsOf(await bench.call("list_baselines")).map((row) => row["filename"])).toEqual([filename]);
  expect(await bench.call("compare_baseline", { capture: captures.changed })).toMatchObject({
    before: filename,
    after: captures.changed,
    summary: { added: 1 },
  });
});
