import { expect, test } from "vitest";
import { processorMs } from "../../testing/processor-time.js";
import { filesOfOtherPages } from "./other-pages.js";
import { readSource } from "./source-text.js";

const read = (files: Readonly<Record<string, string>>) => Object.entries(files).map(([file, text]) => readSource(file, text));
const next = {
  "src/app/layout.tsx": `import Bar from "../ui/Bar";`,
  "src/app/page.tsx": `import { Start } from "@/ui";`,
  "src/app/bills/page.tsx": `import type { Bill } from "@/ui";\nimport { Bills } from "@/ui";`,
  "src/app/bills/[id]/page.tsx": `const Bill = dynamic(() => import("../../../ui/Bill"));`,
  "src/ui/index.ts": `export { default as Bills } from "./Bills";\nexport * from "./Start";\nexport * from "./Bill";`,
  "src/ui/Bar.tsx": `export default function Bar() {}`,
  "src/ui/Start.tsx": `import Chart from "./Chart";\nexport const Start = () => <Chart />;`,
  "src/ui/Bills.tsx": `import Chart from "./Chart";\nexport default () => <Chart />;`,
  "src/ui/Bill.tsx": `export const Bill = () => <b />;`,
  "src/ui/Bills.stories.tsx": `import Bills from "./Bills";`,
  "src/ui/Chart.tsx": `export default () => <i />;`,
};
const nuxt = {
  "app/app.vue": `<template><NuxtPage /></template>`,
  "app/error.vue": `<template><UApp /></template>`,
  "app/layouts/default.vue": `<template><SideBar /></template>`,
  "app/pages/index.vue": `<template><HomeCard /></template>`,
  "app/pages/bills.vue": `<template><BillsList /><NoteCard /></template>`,
  "app/components/SideBar.vue": `<template><nav /></template>`,
  "app/components/home/HomeCard.client.vue": `<template><p /></template>`,
  "app/components/bills/List.vue": `<template><ul /></template>`,
  "app/components/NoteCard.vue": `<template><p /></template>`,
};

test.each<[what: string, files: Readonly<Record<string, string>>, page: string, others: readonly string[]]>([
  ["Next, one page", next, "/", ["src/app/bills/page.tsx", "src/app/bills/[id]/page.tsx", "src/ui/Bills.tsx", "src/ui/Bill.tsx"]],
  ["Next, another one", next, "/bills", ["src/app/page.tsx", "src/app/bills/[id]/page.tsx", "src/ui/Start.tsx"]],
  [
    "Next, one with a parameter",
    next,
    "/bills/7",
    ["src/app/page.tsx", "src/app/bills/page.tsx", "src/ui/Bills.tsx", "src/ui/Chart.tsx", "src/ui/Start.tsx"],
  ],
  ["Next, an address of which no file is known", next, "/a/b/c", []],
  ["Nuxt", nuxt, "/", ["app/error.vue", "app/pages/bills.vue", "app/components/bills/List.vue", "app/components/NoteCard.vue"]],
  ["a router in code", { "src/App.jsx": `import A from "./pages/a";`, "src/pages/a.jsx": "", "src/pages/b.jsx": "" }, "/", []],
])("of %s", (_, files, page, others) => {
  expect([...filesOfOtherPages(read(files), page)].toSorted()).toEqual(others.toSorted());
});

test("modules that all hand on to each other take no time", async () => {
  const names = Array.from({ length: 150 }, (_, at) => `m${at}`);
  const handOn = names.map((name) => `export * from "./${name}";`).join("\n");
  const take = `import { ${names.map((name) => `X${name}`).join(", ")} } from "./m0";`;
  const sources = read({ "app/page.tsx": "", ...Object.fromEntries(names.map((name) => [`app/${name}.ts`, `${take}\n${handOn}`])) });
  expect(await processorMs(() => filesOfOtherPages(sources, "/"))).toBeLessThan(8_000);
});
