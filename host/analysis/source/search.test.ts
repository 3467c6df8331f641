import { expect, it } from "vitest";
import { kindOfFile } from "./files.js";
import { regionOf } from "./region.js";
import { placesIn } from "./search.js";
import { readSource } from "./source-text.js";
import { nothingWanted, type Wanted } from "./wanted.js";

function placesOf(file: string, text: string, wanted: Wanted) {
  const region = regionOf([readSource(file, text)], wanted);
  return placesIn(readSource(file, text), wanted, region);
}

it("takes no tag from a code block of Markdown", () => {
  const text = '# Bar\n\n```html\n<a class="bar-link" href="#"></a>\n```\n\n<Bar />\n';
  expect(readSource("guide/bar.mdx", text).tags.map(({ tag }) => tag)).toEqual(["Bar"]);
});

it("takes a dynamic tag for any element", () => {
  const tagsFor = (text: string, tag: string) =>
    placesOf("a.vue", text, { ...nothingWanted, tag, classes: ["link"] }).map((place) => place.tag);
  expect(tagsFor(`<component :is="tag" class="link" />`, "a")).toEqual(["component"]);
  expect(tagsFor(`<svelte:element this={tag} class="link" />`, "a")).toEqual(["svelte:element"]);
});

it("counts classes of the element that a tag of HTML lacks, unless others can come in", () => {
  const text = `<i class="a" />\n<i class="a" {...rest} />\n<i class={a} />\n<Icon class="a" />`;
  const places = placesOf("a.jsx", text, { ...nothingWanted, tag: "i", classes: ["a", "b", "c"] });
  expect(places.map(({ features }) => features.lacksClasses)).toEqual([Math.log(3), undefined, undefined, undefined]);
});

it("takes the classes of its use for Vue's outermost element alone", () => {
  const wanted = { ...nothingWanted, tag: "div", classes: ["column"] };
  const lacking = (file: string) =>
    placesOf(file, "<template><div><div /></div></template>", wanted).map(({ features }) => features.lacksClasses);
  expect(lacking("a.vue")).toEqual([undefined, Math.log(2)]);
  expect(lacking("a.svelte")).toEqual([Math.log(2), Math.log(2)]);
});

it.each([
  ["docs/src/App.tsx", "ofDocs"],
  ["packages/ui/examples/a.html", "ofDocs"],
  ["src/views/demos/index.vue", undefined],
  ["web/routes/docs/+page.svelte", undefined],
])("takes a folder of documentation for that unless it lies below an app's sources: %s is %s", (file, kind) =>
  expect(kindOfFile(file)).toBe(kind),
);
