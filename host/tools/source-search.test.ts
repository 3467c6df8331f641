import { expect, it } from "vitest";
import { nothingWanted } from "../analysis/source/wanted.js";
import { limits } from "../contract/limits.js";
import { findCandidates, findComponent, leftOut } from "./source-search.js";
import { sourcesOf } from "./testing/sources.js";

it("finds a tag by its text in a project with too many files to read all of them tag by tag, and another one by its classes", async () => {
  const others = Array.from({ length: 3_100 }, (_, at) => [
    `src/pages/P${at}.tsx`,
    `export const P${at} = () => <p className="note">Page</p>;`,
  ]);
  const card = `export const Card = () => (\n  <section className="card wide">\n    <button>Remove all</button>\n  </section>\n);`;
  const sources = sourcesOf({ ...Object.fromEntries(others), "src/Card.tsx": card });
  const button = { ...nothingWanted, tag: "button", shown: ["Remove all"], own: "Remove all" };
  expect((await findCandidates(sources, button))[0]).toMatchObject({ file: "src/Card.tsx", line: 3 });
  const box = { ...nothingWanted, tag: "section", classes: ["card", "wide"], attributes: { class: "card wide" } };
  expect((await findCandidates(sources, box))[0]).toMatchObject({ file: "src/Card.tsx", line: 2 });
});

it("reads no more files than the bound, first those whose paths hold a word asked for, and says so", async () => {
  const others = Array.from({ length: limits.sourceReadsMax + 1_000 }, (_, at) => [`a/${at}.tsx`, ""]);
  const part = "export const Basket = () => <b>Your basket</b>;";
  const sources = sourcesOf({ ...Object.fromEntries(others), "b/Basket.tsx": part });
  const read: string[] = [];
  const counted = {
    ...sources,
    read: (path: string) => {
      read.push(path);
      return sources.read(path);
    },
  };
  const found = await findCandidates(counted, { ...nothingWanted, shown: ["Your Basket"] });
  expect(found[0]).toMatchObject({ file: "b/Basket.tsx" });
  expect((await findComponent(counted, "Basket"))[0]).toMatchObject({ file: "b/Basket.tsx" });
  expect(read.length).toBeLessThan(2 * limits.sourceReadsMax + 1_000);
  expect(await leftOut(sources)).toMatch(/^Only 50000 of 51001 source files/);
  expect(await leftOut(sourcesOf({ "b/Basket.tsx": part }))).toBeUndefined();
});

it("trusts no lines of Svelte where preprocessors took out lines, between the tags too", async () => {
  const rows = "<p>\n</p>\n".repeat(10);
  const sources = sourcesOf({ "src/A.svelte": `<script>\n</script>\n<main>\n${rows}</main>\n\n<span>Auto</span>\n` });
  // All tags are stated two lines higher, the last one three.
  const lines = [1, ...Array.from({ length: 10 }, (_, at) => 2 + 2 * at)];
  const marked = [...lines.map((line, at) => ({ tag: at === 0 ? "main" : "p", line })), { tag: "span", line: 23 }];
  const wanted = { ...nothingWanted, tag: "span", shown: ["Auto"], markers: [{ source: "src/A.svelte:23:2", up: 0 }] };
  const [first] = await findCandidates(sources, { ...wanted, marked: () => new Map([["src/A.svelte", marked]]) });
  expect(first).toMatchObject({ file: "src/A.svelte", line: 26, evidence: expect.not.stringMatching(/source marker/) });
});

it("takes the class of a component that the page names for its template, and names a file once", async () => {
  const sources = sourcesOf({
    "src/list.component.ts": `@Component({ selector: "app-list", templateUrl: "./list.component.html" })\nexport class ListComponent {}\n`,
    "src/list.component.html": `<header>\n  <ng-icon [name]="sort" class="small"></ng-icon>\n</header>\n`,
    "src/a.component.html": `<footer>\n  <ng-icon [name]="up" class="small"></ng-icon>\n</footer>\n`,
  });
  const markers = [0, 1, 2].map((up) => ({ source: "src/list.component.ts", up }));
  const found = await findCandidates(sources, { ...nothingWanted, tag: "ng-icon", classes: ["small"], markers });
  expect(found[0], JSON.stringify(found)).toMatchObject({ file: "src/list.component.html", line: 2 });
  const gone = await findCandidates(sources, { ...nothingWanted, tag: "table", markers });
  expect(gone.map(({ file }) => file)).toEqual(["src/list.component.html"]);
});

it("follows imports of the project's packages and of an app's own folder where the list of what is loaded was full", async () => {
  const sources = sourcesOf({
    "apps/shop/package.json": `{\n  "name": "shop"\n}\n`,
    "apps/shop/src/main.ts": `import App from "#/App.vue";\n`,
    "apps/shop/src/cart.ts": "",
    "apps/shop/src/list.ts": "",
    "apps/shop/src/App.vue": `<script setup>\nimport { Bar } from "@our/bars";\n</script>\n<template>\n  <Bar><p class="x">{{ a }}</p></Bar>\n</template>\n`,
    "apps/bank/src/main.ts": "",
    "apps/bank/src/Old.vue": `<template>\n  <p class="x">{{ a }}</p>\n  <b class="y">{{ a }}</b>\n</template>\n`,
    "bench/src/Old.vue": `<template>\n  <p class="x">{{ a }}</p>\n</template>\n`,
    "packages/effects/bars/package.json": `{\n  "name": "@our/bars"\n}\n`,
    "packages/effects/bars/src/index.ts": `export { default as Bar } from "./Bar.vue";\n`,
    "packages/effects/bars/src/Bar.vue": `<template>\n  <b class="y">{{ a }}</b>\n</template>\n`,
    "packages/effects/bars/src/One.vue": "",
  });
  const paths = ["src/main.ts", "src/cart.ts", "src/list.ts", "@fs/home/me/packages/effects/bars/src/One.vue"];
  const loaded = { ...nothingWanted, resources: { paths, count: 250 } };
  for (const [tag, name, file] of [
    ["p", "x", "apps/shop/src/App.vue"],
    ["b", "y", "packages/effects/bars/src/Bar.vue"],
  ] as const) {
    const found = await findCandidates(sources, { ...loaded, tag, classes: [name], attributes: { class: name } });
    expect(found[0]).toMatchObject({ file });
    expect(found.filter((one) => /Old/.test(one.file))).toEqual([]);
  }
  // The page's own word is better than the list.
  const markers = [{ source: "/home/me/apps/bank/src/Old.vue", up: 0 }];
  const stated = await findCandidates(sources, { ...loaded, tag: "b", classes: ["y"], attributes: { class: "y" }, markers });
  expect(stated[0]).toMatchObject({ file: "apps/bank/src/Old.vue", line: 3 });
});

it("follows what documents import, and what a build tool's settings name, where the list of what is loaded was full", async () => {
  const sources = sourcesOf({
    "content/stepper.md": `<script>\n  import Demo from "$lib/demo.svelte";\n</script>\n\n<Demo />\n`,
    "mdsx.config.js": `export default { path: resolve(__dirname, "./src/lib/prose.svelte") };\n`,
    "src/lib/demo.svelte": `<b class="y">{a}</b>\n`,
    "src/lib/prose.svelte": `<p class="x">{a}</p>\n`,
    "src/lib/old.svelte": `<b class="y">{a}</b>\n<p class="x">{a}</p>\n`,
    ...Object.fromEntries(["src/a.js", "src/b.js", "src/lib/page.svelte"].map((file) => [file, ""])),
  });
  const loaded = { ...nothingWanted, resources: { paths: ["src/a.js", "src/b.js", "src/lib/page.svelte"], count: 250 } };
  const found = async (tag: string, name: string) =>
    (await findCandidates(sources, { ...loaded, tag, classes: [name], attributes: { class: name } })).map(({ file }) => file);
  const all = [await found("b", "y"), await found("p", "x")];
  expect(all.map(([first]) => first)).toEqual(["src/lib/demo.svelte", "src/lib/prose.svelte"]);
  expect(all.flat()).not.toContain("src/lib/old.svelte");
});

it("gives a file that the page did not load, or of a folder that no page is in, nothing for the address", async () => {
  const page = `<template>\n  <div class="card">{{ a }}</div>\n</template>\n`;
  const names = [".old-guide/dashboard.vue", "other/dashboard.vue", "src/Home.vue"];
  const sources = sourcesOf({ ...Object.fromEntries(names.map((name) => [name, page])), "src/main.ts": "", "src/a.ts": "" });
  const asked = { ...nothingWanted, tag: "div", classes: ["card"], attributes: { class: "card" }, route: ["dashboard"] };
  const paths = ["src/main.ts", "src/a.ts", "src/Home.vue"];
  for (const [resources, first] of [
    [{ paths, count: 3 }, "src/Home.vue"],
    [nothingWanted.resources, "other/dashboard.vue"],
  ] as const) {
    const found = await findCandidates(sources, { ...asked, resources });
    expect(found[0]?.file).toBe(first);
    expect(found.at(-1)?.file).toMatch(/^.old/);
  }
});

it("takes the file that the page states for the nearest component's, whatever that is called, and a number behind a package's for a bundler's", async () => {
  const sources = sourcesOf({
    "src/demos/index.vue": `<template>\n  <Card><Button /></Card>\n</template>\n`,
    "src/Layout.vue": `<template>\n  <RouterView /><Button />\n</template>\n`,
    "src/Form.vue": `<template>\n  <nz-select :hint="a"><nz-option /></nz-select>\n</template>\n`,
  });
  const button = { ...nothingWanted, tag: "button", classes: ["ant-btn"], libraryNames: new Map([["button", 2]]) };
  const components = ["AButton", "Demos", "RouterView", "Layout"];
  const markers = [{ source: "/home/me/src/demos/index.vue", up: 0 }];
  expect((await findCandidates(sources, { ...button, components, markers }))[0]).toMatchObject({ file: "src/demos/index.vue", line: 2 });
  const hint = { ...nothingWanted, tag: "nz-hint", own: "Town", shown: ["Town"], hosts: new Set(["nz-option"]) };
  const [first] = await findCandidates(sources, { ...hint, components: ["NzHintComponent", "NzSelectComponent2", "Form"] });
  expect(first).toMatchObject({ file: "src/Form.vue", line: 2, column: 3 });
});

it("compares the classes that a call always joins, however long, but for those that can be replaced", async () => {
  const shared = "flex h-9 has-[>svg]:px-4 data-[state=on]:bg-accent";
  const filler = Array.from({ length: 30 }, (_, at) => `shadow-${at}`).join(" ");
  const sources = sourcesOf({
    "a.tsx": `export const A = () => <Box className={cn("${shared} foreign-a foreign-b foreign-c foreign-d foreign-e", className)} />;`,
    "b.tsx": `export const B = () => <Box className={cn("${shared} w-full ${filler}", className)} />;`,
  });
  const classes = `${shared} w-4 ${filler}`.split(" ");
  const found = await findCandidates(sources, { ...nothingWanted, tag: "div", classes, attributes: { class: classes.join(" ") } });
  expect(found[0]).toMatchObject({ file: "b.tsx", evidence: expect.stringContaining("bg-accent") });
});

it("knows the component that drew a part by the themes of the project, and none that has no such part", async () => {
  const theme = (slots: Readonly<Record<string, string>>) =>
    `export default {\n  "slots": ${JSON.stringify(slots, undefined, 4).replace(/\}$/, "  }")}\n}\n`;
  const files = {
    "nuxt.config.ts": "export default defineNuxtConfig({});",
    ".nuxt/ui/index.ts": "export { default as alert } from './alert'\nexport { default as banner } from './banner'\n",
    ".nuxt/ui/alert.ts": theme({ root: "flex gap-2", title: "text-sm font-medium" }),
    ".nuxt/ui/banner.ts": theme({ root: "relative", title: "text-lg font-bold", icon: "size-5 shrink-0" }),
    "a.vue": `<template>\n  <UAlert :title="title" />\n  <UBanner :title="title" />\n</template>\n`,
  };
  const sources = sourcesOf(files);
  const element = { ...nothingWanted, tag: "h2", shown: ["We are open"], own: "We are open", parent: "div" };
  const asked = (attributes: Readonly<Record<string, string>>) => findCandidates(sources, { ...element, attributes });
  for (const slot of [{}, { "data-slot": "title" }]) {
    expect((await asked({ ...slot, class: "text-sm font-medium" }))[0]).toMatchObject({ file: "a.vue", line: 2 });
    expect((await asked({ ...slot, class: "text-lg font-bold wide" }))[0]).toMatchObject({ file: "a.vue", line: 3 });
  }
  // What no theme has a part for was drawn by none of them, whatever text they are handed.
  const plain = sourcesOf({
    ...files,
    "a.vue": `<template>\n  <UAlert title="We are open" />\n  <AppHero title="We are open" />\n</template>\n`,
  });
  expect((await findCandidates(plain, { ...element, attributes: {} }))[0]).toMatchObject({ file: "a.vue", line: 3 });
  const icon = { ...element, tag: "span", shown: [], own: "", attributes: { "data-slot": "icon", class: "size-5 shrink-0" } };
  const banner = { ...element, tag: "div", shown: [], own: "", attributes: { "data-slot": "root", class: "relative" } };
  expect((await findCandidates(sources, { ...icon, outer: () => banner }))[0]).toMatchObject({ file: "a.vue", line: 3 });
});
