import { expect, it } from "vitest";
import { holdersOf, readsHolder } from "./held.js";

const script = `
const one = ref("Home")
const links: Item[][] = [[{ label: 'Home, sweet', to: "/" }], [{ label: "Help" }, { label: "Home" }]] satisfies Item[][]
function other() { return ["Home"] }
const rows = computed(() => [{ title: "Home" }]);
`;

it("finds the variables that hold a text, and in which of their entries", () => {
  expect(holdersOf(script, ["home"])).toEqual([
    { name: "one", index: undefined },
    { name: "links", index: 1 },
    { name: "rows", index: undefined },
  ]);
  expect(holdersOf(script, ["H", "nothing"])).toEqual([]);
});

it.each([
  ["links", true],
  ["links[1]", true],
  ["links[0]", false],
  ["rows.value", true],
  ["page.links", false],
  ["blinks", false],
])("%s reads a variable that holds the text: %s", (expression, is) => {
  expect(readsHolder(expression, holdersOf(script, ["Home"]))).toBe(is);
});
