import { expect, it } from "vitest";
import { rowsOf } from "../testing/tool-bench.js";
import { sharedShop } from "./testing/shop.js";

const { bench, captures } = sharedShop();

it("find_missing_testids suggests ids that are unique", async () => {
  const rows = rowsOf(await bench.call("find_missing_testids", { capture: captures.file }));
  expect(rows.map(({ name }) => name)).not.toContain("Buy");
  expect(rows.find(({ name }) => name === "Save")).toMatchObject({ suggestion: "save-button" });
  expect(new Set(rows.map(({ suggestion }) => suggestion)).size).toBe(rows.length);
  expect(
    rowsOf(await bench.call("find_missing_testids", { capture: captures.file, attribute: "data-cy" })).map(({ name }) => name),
  ).toContain("Buy");
});
