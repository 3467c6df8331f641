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
