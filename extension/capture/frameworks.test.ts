import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, startEngine } from "../../host/testing/engine.js";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
}, 60_000);
afterAll(() => engine.close());

test.each([
  [`<app-root ng-version="21.2.0"></app-root>`, [{ name: "Angular", version: "21.2.0" }]],
  [`<div id="app" data-v-app></div>`, [{ name: "Vue" }]],
  [`<p data-v-7ba5bd90>scoped</p>`, [{ name: "Vue" }]],
  [`<p class="note svelte-1abc">x</p>`, [{ name: "Svelte" }]],
  [`<script id="__NEXT_DATA__" type="application/json">{}</script>`, [{ name: "React" }, { name: "Next.js" }]],
  [`<main q:container="paused" q:version="1.9.0"></main>`, [{ name: "Qwik", version: "1.9.0" }]],
  [`<next-route-announcer></next-route-announcer>`, [{ name: "Next.js" }]],
  [`<script>customElements.define("x-y", class extends HTMLElement {})</script><x-y></x-y>`, [{ name: "Web Components" }]],
  [`<x-y></x-y>`, []],
  [`<p class="ember-view-like">x</p>`, []],
  [`<form data-insp-path="a.vue:1:2:form"><input name="getAttribute"><input name="matches"></form>`, []],
  [`<p>plain</p>`, []],
])("detects the frameworks of %s", async (html, frameworks) => {
  const page = await engine.open(`<!doctype html><body>${html}`);
  const { reader } = await engine.capture(page);
  expect(reader.capture.metadata.frameworks).toEqual(frameworks);
});

test.each([
  [".quote::before { content: '>' }", `<p class="quote">x</p>`, ">x"],
  ["#the-id::after { content: '!' }", `<p id="the-id">x</p>`, "x!"],
  [":is(.a, .b)::before { content: 'a' }", `<b class="b">x</b>`, "ax"],
  [".md\\:note:not(.x)::before { content: 'n' }", `<b class="md:note">x</b>`, "nx"],
  [".list > *::before { content: 'l' }", `<i class="list"><b>x</b></i>`, "lx"],
  ["@layer a { i { & b::before { content: 'm' } } }", `<i><b>x</b></i>`, "mx"],
  ["i { &::before { content: 'n' } }", `<i>x</i>`, "nx"],
  ["[title='a,b']::before { content: 't' }", `<b title="a,b">x</b>`, "tx"],
  [".X::before { content: 'q' }", `<b class="x">x</b>`, "x"],
])("finds generated text of %s", async (css, html, text) => {
  const page = await engine.open(`<!doctype html><style>${css}</style><body><button>${html}</button>`);
  const { reader } = await engine.capture(page);
  const button = [...reader.elements()].find(({ tag }) => tag === "button");
  expect(button?.name.replace(/\s/g, "")).toBe(text);
});
