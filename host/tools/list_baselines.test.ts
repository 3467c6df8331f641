import { expect, it } from "vitest";
import { rowsOf } from "../testing/tool-bench.js";
import { sharedShop } from "./testing/shop.js";

const { bench, captures } = sharedShop();

it("list_baselines has the one that was set, by its page", async () => {
  expect(rowsOf(await bench.call("list_baselines"))).toEqual([]);
  const { filename } = await bench.call("set_baseline", { capture: captures.file });
  const [row] = rowsOf(await bench.call("list_baselines"));
  expect(row).toMatchObject({ filename, url: expect.stringMatching(/\/shop\/tea$/) });
  expect(rowsOf(await bench.call("list_baselines", { url: "http://nowhere.example/" }))).toEqual([]);
});
