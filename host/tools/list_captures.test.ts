import { expect, it } from "vitest";
import { rowsOf } from "../testing/tool-bench.js";
import { sharedShop } from "./testing/shop.js";

const { studio, bench, captures } = sharedShop();

it("list_captures gives the newest first and keeps to a page", async () => {
  expect(rowsOf(await bench.call("list_captures")).map(({ filename }) => filename)).toEqual([captures.changed, captures.file]);
  expect(rowsOf(await bench.call("list_captures"))[1]).toMatchObject({
    title: "Shop",
    url: expect.stringMatching(/\/shop\/tea$/),
    annotations: 0,
    unresolved: 0,
  });
  expect(rowsOf(await bench.call("list_captures", { url: studio.server.url("shop") }))).toHaveLength(2);
  expect(rowsOf(await bench.call("list_captures", { url: studio.server.url("sho") }))).toHaveLength(0);
});
