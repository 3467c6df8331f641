import { expect, it } from "vitest";
import { sharedShop } from "./testing/shop.js";

const { bench, captures } = sharedShop();

it("get_latest_capture gives the newest, of a page too", async () => {
  expect(await bench.call("get_latest_capture")).toMatchObject({ capture: captures.changed });
  expect(await bench.call("get_latest_capture", { url: "http://nowhere.example/" })).toMatchObject({
    error: { code: "not-found", message: expect.stringContaining("request_capture") },
  });
});
