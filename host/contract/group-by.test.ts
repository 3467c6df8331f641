import { expect, it } from "vitest";
import { processorMs } from "../testing/processor-time.js";
import { addToGroup, groupBy } from "./group-by.js";

it("keeps keys and entries in order of appearance, and leaves out entries without a key", () => {
  expect([...groupBy(["b1", "a1", "b2", ""], (text) => text[0])]).toEqual([
    ["b", ["b1", "b2"]],
    ["a", ["a1"]],
  ]);
});

it("groups 100,000 entries of one key in linear time", async () => {
  const group = () => {
    const groups = groupBy(Array(100_000).fill("x"), (text) => text);
    for (let index = 0; index < 100_000; index += 1) addToGroup(groups, "x", "y");
    expect(groups.get("x")).toHaveLength(200_000);
  };
  expect(await processorMs(group)).toBeLessThan(1_000);
});
