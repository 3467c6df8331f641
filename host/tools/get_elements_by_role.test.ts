import { expect, it } from "vitest";
import { rowsOf } from "../testing/tool-bench.js";
import { sharedShop } from "./testing/shop.js";

const { bench, captures } = sharedShop();

it("get_elements_by_role filters by name, and says which roles there are", async () => {
  expect(
    rowsOf(await bench.call("get_elements_by_role", { role: "button", name: "BU", capture: captures.file })).map(({ name }) => name),
  ).toEqual(["Buy"]);
  expect((await bench.call("get_elements_by_role", { role: "tab", capture: captures.file }))["rolesOnPage"]).toMatch(/button, .*heading/);
});
