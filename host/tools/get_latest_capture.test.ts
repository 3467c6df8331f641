import { expect, it } from "vitest";
import { sharedShop } from "./testing/shop.js";

const { bench, captures, studio } = sharedShop();

it("get_latest_capture gives the newest, of a page too", async () => {
  expect(await bench.call("get_latest_capture")).toMatchObject({ capture: captures.changed });
  expect(await bench.call("get_latest_capture", { url: "http://nowhere.example/" })).toMatchObject({
    error: { code: "not-found", message: expect.stringContaining("request_capture") },
  });
});

it("a page's capture comes before newer ones of the pages below it, which stand in where it has none", async () => {
  const add = async (path: string) => {
    const capture = await studio.html("<title>Home</title><p>Home</p>", { path });
    return { file: await bench.add(capture), url: capture.metadata.url };
  };
  const home = await add("shop/");
  const below = await add("shop/milk/fresh");
  expect(await bench.call("get_latest_capture", { url: home.url })).toMatchObject({ capture: home.file });
  expect(await bench.call("get_latest_capture", { url: below.url.replace("/fresh", "") })).toMatchObject({ capture: below.file });
  expect(await bench.call("set_baseline", { url: home.url })).toMatchObject({ filename: home.file });
  expect(await bench.call("compare_baseline", { url: home.url })).toMatchObject({ before: home.file, after: home.file });
});
