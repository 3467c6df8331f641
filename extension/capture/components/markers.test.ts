// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { markersOf } from "./markers.js";

function elementOf(attributes: string): Element {
  document.body.innerHTML = `<b ${attributes}></b>`;
  const element = document.body.firstElementChild;
  if (element === null) throw new Error("no element");
  return element;
}

describe("markersOf", () => {
  it.each([
    [`data-insp-path="src/App.vue:12:5:div"`, { source: "src/App.vue:12:5" }],
    [`data-insp-path="src/my:dir/App.vue:12:5:my-tag"`, { source: "src/my:dir/App.vue:12:5" }],
    [`data-locatorjs="/home/ada/shop/src/App.tsx:12:5"`, { source: "~/shop/src/App.tsx:12:5" }],
    [`data-locatorjs="/srv/shop/src/App.tsx::4"`, { source: "/srv/shop/src/App.tsx" }],
    [`data-source-loc="src/App.tsx:12:5"`, { source: "src/App.tsx:12:5" }],
    [`data-source-loc='{"path":"src/App.tsx","start":12}'`, { source: "src/App.tsx:12" }],
    [`data-v-inspector="src/App.vue:12:5"`, { source: "src/App.vue:12:5" }],
    [`data-v-inspector="C:\\shop\\src\\App.vue:12:5"`, { source: "C:/shop/src/App.vue:12:5" }],
    [`data-inspector-relative-path="src/a.tsx" data-inspector-line="7" data-inspector-column="3"`, { source: "src/a.tsx:7:3" }],
    [`data-inspector-relative-path="src/a.tsx"`, { source: "src/a.tsx" }],
    [`data-astro-source-file="/Users/ada/site/src/Nav.astro" data-astro-source-loc="36:85"`, { source: "~/site/src/Nav.astro:36:85" }],
    [`data-tsd-source="/src/routes/index.tsx:53:5"`, { source: "/src/routes/index.tsx:53:5" }],
    [`data-qwik-inspector="routes/layout.tsx:404:17"`, { source: "routes/layout.tsx:404:17" }],
    [`data-sentry-component="Footer" data-sentry-source-file="Footer.tsx"`, { component: "Footer", source: "Footer.tsx" }],
    [`data-sentry-source-file="Footer.tsx" data-insp-path="src/Footer.tsx:3:2:footer"`, { source: "src/Footer.tsx:3:2" }],
    [`data-component="ProductCard"`, { component: "ProductCard" }],
    [`data-ds="button/primary"`, { component: "button/primary" }],
    [`data-component='{"id": 4}'`, {}],
    [`data-component=""`, {}],
    [`data-source-loc="warehouse"`, {}],
    [`data-other="src/App.tsx:1:1" class="x"`, {}],
    ["", {}],
  ])("reads %s", (attributes, marked) => {
    const element = elementOf(attributes);
    expect(markersOf(element, element.getAttributeNames())).toEqual({ component: "", source: "", ...marked });
  });
});

it("reads a form whose controls have the names of members", () => {
  document.body.innerHTML = `<form data-insp-path="a.vue:1:2:form"><input name="getAttribute"><input name="getAttributeNames"><input name="matches"></form>`;
  const form = document.body.firstElementChild as Element;
  expect(markersOf(form, ["data-insp-path"]).source).toBe("a.vue:1:2");
});
