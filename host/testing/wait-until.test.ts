import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { patience } from "./wait-until.js";

test.each([
  [0, 30_000],
  [1, 30_000],
  [1.005, 30_150],
  [3, 90_000],
  [50, 180_000],
])("at a load of %d per processor 30 s become %d ms, an integer as WebDriver requires", (perProcessor, expected) => {
  expect(patience(30_000, [perProcessor * availableParallelism()])).toBe(expected);
});
