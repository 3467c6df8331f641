import { expect, it, test } from "vitest";
import { callTagsIn } from "./create-element.js";
import { drawnBy } from "./drawn.js";
import { importedNames } from "./imports.js";
import { noRegion } from "./region.js";
import { placesIn } from "./search.js";
import { readSource } from "./source-text.js";
import { nothingWanted } from "./wanted.js";

const react = 'import React, { createElement } from "react";\n';

/** Each call as a tag, in short: its name, its attributes, what stands in it. */
const shortly = (text: string) =>
  callTagsIn(text, importedNames(text)).map(({ tag, attributes, isOpenEnded, inner }) => {
    const all = [...attributes].map(([name, { value, isDynamic }]) => (isDynamic ? `${name}={${value}}` : `${name}="${value}"`));
    return [tag, ...all, ...(isOpenEnded ? ["..."] : []), ...(inner === "" ? [] : [inner])].join(" ");
  });

it.each([
  [`createElement("a", { href: "/x", className: "one two" }, "Home")`, ['a href="/x" class="one two" Home']],
  [`React.createElement('p', null, name, "!")`, ["p {name} !"]],
  [
    `createElement("p", { title, onClick: () => go("/a, b"), "data-testid": 'x' })`,
    ['p title={title} onclick={() => go("/a, b")} data-testid="x"'],
  ],
  [`createElement("p", { ...rest, id: "x" })`, ['p id="x" ...']],
  [`createElement("p", properties)`, ["p ..."]],
  [`createElement(Field.Item, { name: "x" })`, ['Field.Item name="x"']],
  [`createElement(href ? "a" : "button", { href })`, ["a href={href} ...", "button href={href} ..."]],
  [`createElement(tag)`, ["component is={tag}"]],
  [`createElement(href ? Link : tag)`, ["component is={href ? Link : tag} ..."]],
  [`createElement("ul", null, createElement("li", null, "One"))`, ['ul {createElement("li", null, "One")}', "li One"]],
  [`createElement("p", null, (<b>It's, one</b>), "two")`, ["p {(<b>It's, one</b>)} two"]],
  [`document.createElement("a"); other.React.createElement("a"); recreateElement("a")`, []],
  [`createElement()`, []],
  [`createElement("p", { title: "x" }`, ['p title="x"']],
])("%s is read as %j", (code, tags) => {
  expect(shortly(react + code)).toEqual(tags);
});

it.each([
  [
    `import { ref, h } from "vue";\nh("p", "One"); h("p", [one]); h(Icon, { name: "x" }, () => "a")`,
    ["p One", "p {[one]}", 'Icon name="x" {() => "a"}'],
  ],
  [`import * as Preact from "preact";\nPreact.createElement("p")`, ["p"]],
  [`import { ref } from "vue";\nh("p")`, []],
  [`import { h } from "./h";\nh("p"); createElement("p")`, []],
  [`import React from "react";\ncreateElement("p")`, []],
])("%s calls %j", (code, tags) => {
  expect(shortly(code)).toEqual(tags);
});

test("a component draws the elements that its calls make", () => {
  const text = `${react}function Key({ href, children }) {
  if (href) return <Link href={href} />;
  return React.createElement(href ? "a" : "button", null, children);
}
function Frame() { return createElement("section", null, <b />); }
function Any({ is }) { return createElement(is); }
`;
  const drawn = drawnBy([readSource("a.jsx", text)]);
  expect(["Key", "Frame", "Any"].map((name) => [...(drawn(name) ?? [])].sort())).toEqual([["a", "button"], ["section"], []]);
});

test("the call is where its element is written, and JSX in it where that element is", () => {
  const text = `${react}const A = () => createElement(
  "button", { className: "key" }, <i className="sign" />);\nconst B = () => <p className="key">B</p>;\n`;
  const best = (tag: string, classes: readonly string[]) =>
    placesIn(readSource("a.jsx", text), { ...nothingWanted, tag, classes }, noRegion).toSorted((a, b) => b.points - a.points)[0];
  expect(best("button", ["key"])).toMatchObject({ tag: "button", line: 2 });
  expect(best("i", ["sign"])).toMatchObject({ tag: "i", line: 3 });
});

test.each([
  [`const A = () => createElement(NavLink, null, createElement("a", null, "Home"));`, ["a"]],
  [`const A = () => createElement("a", null, "Home");\nconst B = () => <NavLink>Home</NavLink>;`, ["NavLink", "a"]],
])("a text belongs to the innermost tag or call that holds it: %s", (code, tags) => {
  const wanted = { ...nothingWanted, tag: "a", own: "Home", below: "Home", shown: ["Home"] };
  const places = placesIn(readSource("a.jsx", react + code), wanted, noRegion).filter(({ isText, tag }) => isText && tag !== "");
  expect(places.map(({ tag }) => tag).sort()).toEqual(tags);
});
