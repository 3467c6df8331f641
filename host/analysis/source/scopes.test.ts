import { expect, it, test } from "vitest";
import { regionOf } from "./region.js";
import { filesByScope, scopesOf } from "./scopes.js";
import { placesIn } from "./search.js";
import { readSource } from "./source-text.js";
import { nothingWanted } from "./wanted.js";

// As Vite and Svelte wrote them for these paths.
const vue = "data-v-d2b8ebb8";
const svelte = "svelte-1rokohr";

it("reads an element's marks, and nothing that only looks alike", () => {
  expect(scopesOf({ [vue]: "", "data-v-app": "", class: `card ${svelte} svelte-comparison` })).toEqual([vue, svelte]);
});

test.each([
  ["src/components/services/Generic.vue", "<p /><style scoped lang='scss'></style>", [vue]],
  ["apps/web/src/components/services/Generic.vue", "<p /><style scoped></style>", [vue]],
  ["src/components/services/Generic.vue", "<p /><style></style>", []],
  ["src/lib/misc/Icon.svelte", "<svg />", [svelte]],
  ["src/lib/misc/Other.svelte", "<svg />", []],
])("%s with %s has the marks %j", (file, text, marks) => {
  const found = filesByScope([readSource(file, text)]);
  expect([vue, svelte].filter((one) => found.has(one))).toEqual(marks);
});

it("prefers the template that an element's mark names", () => {
  const tag = `<p class="title">{{ item.name }}</p>`;
  const sources = ["services/Generic.vue", "services/Weather.vue"].map((name) =>
    readSource(`src/components/${name}`, `<template><div>${tag}</div></template><style scoped></style>`),
  );
  const wanted = { ...nothingWanted, tag: "p", classes: ["title"], scopes: [vue] };
  const points = sources.map((one) => placesIn(one, wanted, regionOf(sources, wanted))[0]?.points ?? 0);
  expect(points[0]).toBeGreaterThan(points[1] ?? 0);
});
