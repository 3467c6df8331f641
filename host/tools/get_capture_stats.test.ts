import { expect, it } from "vitest";
import { rowsOf } from "../testing/tool-bench.js";
import { sharedShop } from "./testing/shop.js";

const { bench } = sharedShop();

it("get_capture_stats adds up", async () => {
  const stats = await bench.call("get_capture_stats");
  const rows = rowsOf(stats);
  expect(stats).toMatchObject({ total: rows.reduce((sum, { captures }) => sum + Number(captures), 0), pages: rows.length });
  expect(rows[0]).toMatchObject({ captures: 2, url: expect.stringMatching(/shop\/tea$/) });
});
