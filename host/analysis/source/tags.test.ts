import { expect, test } from "vitest";
import { tagsIn, withoutCode } from "./tags.js";

test("a tag knows its place among all in its parent", () => {
  const tags = tagsIn("<Row><Cell>a</Cell><Fragment><th>b</th></Fragment><Cell>c</Cell></Row><Row />");
  const places = tags.map(({ tag, child }) => [tag, `${child.index}/${child.count}`]);
  expect(places).toEqual([
    ["Row", "0/2"],
    ["Cell", "0/3"],
    ["Fragment", "0/1"],
    ["th", "1/3"],
    ["Cell", "2/3"],
    ["Row", "1/2"],
  ]);
});

test("calls that make elements are read as tags, those in their children within them", () => {
  const tags = tagsIn(
    `h(resolveComponent("AppCard"), { to: one.path, ...rest }, [h("b", { class: "name" }, "Ada"), React.createElement(Cell, { title: \`x\` })])`,
  );
  expect(tags.map(({ tag, parent, isOpenEnded }) => [tag, parent, isOpenEnded])).toEqual([
    ["AppCard", "", true],
    ["b", "AppCard", false],
    ["Cell", "AppCard", false],
  ]);
  expect([...(tags[0]?.attributes ?? [])]).toEqual([["href", { value: " one.path", isDynamic: true }]]);
  expect(tags[1]).toMatchObject({ inner: '{"Ada"}', attributes: new Map([["class", { value: "name", isDynamic: false }]]) });
});

test("a list of classes is an expression of classes, a class by its name one of them", () => {
  const [tag] = tagsIn(`<a class:list={["a", on && "b"]} class:c={on}>`);
  expect(tag?.attributes.get("class")?.value).toBe(`["a", on && "b"] "c"`);
});

test.each([
  ["~~~\n<a>\n~~~\n<b>", "~~~\n   \n   \n<b>"],
  ["````md\n```html\n<a>\n```\n````\n<b>", "````md\n       \n   \n   \n    \n<b>"],
  ["`x` <a>\n``` not `a` fence\n<b>", "`x` <a>\n``` not `a` fence\n<b>"],
])("the code blocks of %j are blanked, each offset kept", (markdown, blanked) => {
  expect(withoutCode(markdown)).toBe(blanked);
});
