import { expect, it } from "vitest";
import { rowsOf } from "../testing/tool-bench.js";
import { sharedShop } from "./testing/shop.js";

const { studio, bench, captures } = sharedShop();

it("get_elements_by_role filters by name, and says which roles there are", async () => {
  expect(
    rowsOf(await bench.call("get_elements_by_role", { role: "button", name: "BU", capture: captures.file })).map(({ name }) => name),
  ).toEqual(["Buy"]);
  expect((await bench.call("get_elements_by_role", { role: "tab", capture: captures.file }))["rolesOnPage"]).toMatch(/button, .*heading/);
});

it("tells what is outside of the accessibility tree, and counts as the tree does", async () => {
  const html = `<!doctype html><title>Shop</title><a href="/a">Shown</a><a href="/b" aria-hidden="true">Hidden from readers</a>
    <div inert><a href="/c">Inert</a><button>Inert button</button></div><button aria-hidden="true">Pressed by mouse</button>`;
  const capture = await bench.add(await studio.html(html));
  const links = rowsOf(await bench.call("get_elements_by_role", { role: "link", capture }));
  expect(links.map(({ tag, text, outsideTree }) => [tag, text, outsideTree])).toEqual([
    ["a", "Shown", false],
    ["a", "Hidden from readers", true],
    ["a", "Inert", true],
  ]);
  const controls = rowsOf(await bench.call("get_interactive_elements", { capture }));
  expect(controls.map(({ role, states }) => [role, states])).toEqual([
    ["link", ""],
    ["link", "outsideTree"],
    ["button", "outsideTree"],
  ]);
  expect(await bench.call("get_page_summary", { capture })).toMatchObject({ counts: { interactive: 3, links: 1, buttons: 0 } });
});
