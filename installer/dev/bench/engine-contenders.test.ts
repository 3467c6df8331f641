import { expect, it } from "vitest";
import { bareWalk, contenders } from "./engine-contenders.js";

it("the engine's contenders load outside of a browser and ask for what browsers compute", () => {
  expect(contenders("").map(({ name }) => name)).toEqual(["bare", "ours"]);
  expect(bareWalk).toContain('"display"');
  expect(bareWalk).not.toContain('"paint"');
});
