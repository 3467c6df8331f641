import { expect, it } from "vitest";
import { sharedShop } from "./testing/shop.js";

const { bench, captures } = sharedShop();

it("compare_baseline refuses a page without one, and compares the newest capture of a page", async () => {
  expect(await bench.call("compare_baseline", { capture: captures.changed })).toMatchObject({ error: { code: "not-found" } });
  const { filename } = await bench.call("set_baseline", { capture: captures.file });
  const same = await bench.call("compare_baseline", { capture: captures.file });
  expect(same).toMatchObject({ before: filename, after: captures.file });
  expect(await bench.call("compare_baseline")).toMatchObject({ before: filename, after: captures.changed, summary: { added: 1 } });
});
