import { expect, test } from "vitest";
import { pugTagsIn } from "./pug.js";

const template = `doctype html
//- a comment
  p.not-read
html(lang="en")
  body#top.page(class=isWide ? 'wide' : 'narrow' data-theme="dark")
    h1= title
    ul
      each item in items
        li: a.link(href='/items/' + item.id, title='Open'): i.icon
    p.
      Two words
      and #{count} more
    +card("Sales")
    form(
      action="/save"
      method='post'
    ).tall
      input(name="email", required)&attributes(rest)
      button(type="submit") Save all
      | or not
`;

const read = (tag: ReturnType<typeof pugTagsIn>[number]) => {
  const attributes = [...tag.attributes].map(([name, { value, isDynamic }]) => `${name}${isDynamic ? ":" : "="}${value}`);
  return [tag.tag, tag.parent, attributes.join(" "), tag.inner.replace(/\s+/g, " ").trim()];
};

test("tags of a Pug template, with their attributes, parents and texts", () => {
  expect(pugTagsIn(template).slice(2).map(read)).toEqual([
    ["h1", "body", "", "{{ title}}"],
    ["ul", "body", "", "<li> <a> <i>"],
    ["li", "ul", "", "<a> <i>"],
    ["a", "li", "href:'/items/' + item.id title=Open class=link", "<i>"],
    ["i", "a", "class=icon", ""],
    ["p", "body", "", "Two words and {{count}} more"],
    ["form", "body", "action=/save method=post class=tall", "<input> <button> Save all or not"],
    ["input", "form", "name=email required=", ""],
    ["button", "form", "type=submit", "Save all"],
  ]);
});

test("classes of both kinds, ranges and places", () => {
  const tags = pugTagsIn(template);
  const body = tags.find(({ tag }) => tag === "body");
  expect(body?.attributes.get("class")).toEqual({ value: `"page", isWide ? 'wide' : 'narrow'`, isDynamic: true });
  expect([body?.attributes.get("id")?.value, body?.attributes.get("data-theme")?.value]).toEqual(["top", "dark"]);
  const form = tags.find(({ tag }) => tag === "form");
  expect(template.slice(form?.offset, form?.opened)).toMatch(/^form\([\s\S]*\)\.tall$/);
  expect(template.slice(form?.opened, form?.closed)).toMatch(/or not$/);
  expect(form?.child).toEqual({ index: 3, count: 4 });
  expect(tags.find(({ tag }) => tag === "input")?.isOpenEnded).toBe(true);
});

test.each(["p(", "p(a=", 'p(a="', "(", ".", "#", "a:", "a: ", "|", "p(a=(", "\t\n", "&attributes(", "p.a.(b"])(
  "%j is read to its end",
  (text) => {
    expect(() => pugTagsIn(text)).not.toThrow();
  },
);
