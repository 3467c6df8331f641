import { expect, test } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { answerOf, type SourceKind } from "../testing/source-kind.js";

const studio = shared(openStudio);

const kinds: readonly SourceKind[] = [
  {
    what: "a package's menu by the variable that holds the text, and its entry",
    page: `<nav><ul><li><a href="/a"><span>Home</span></a></li></ul></nav><nav><ul><li><a href="/b"><span>Feedback</span></a></li></ul></nav>`,
    selector: "nav:last-child span",
    files: {
      "app/layouts/default.vue": `<script setup lang="ts">\nconst links: Item[][] = [[{\n  label: 'Home',\n  to: '/a'\n}], [{\n  label: 'Feedback',\n  to: '/b'\n}]]\n</script>\n<template>\n  <UMenu :items="links[0]" />\n  <UMenu :items="links[1]" />\n</template>\n`,
    },
    place: "app/layouts/default.vue:12",
  },
  {
    what: "a component whose label is one of two texts in a button",
    page: `<div><button>Archive</button><button><span>Delete</span><kbd>1</kbd></button></div>`,
    selector: "button:last-child",
    files: {
      "src/Other.vue": `<template>\n  <div><button>{{ title }}</button></div>\n</template>\n`,
      "src/Bar.vue": `<template>\n  <div>\n    <UButton v-if="open" label="Delete">\n      <template #trailing>\n        <UKbd>{{ count }}</UKbd>\n      </template>\n    </UButton>\n    <UButton v-if="open" label="Archive" />\n  </div>\n</template>\n`,
    },
    place: "src/Bar.vue:3",
  },
  {
    what: "a link of a router that keeps its path in the fragment, with a message of Polyglot's plural forms",
    page: `<ul><li><a class="MuiMenuItem-root" href="#/orders">Orders</a></li></ul>`,
    selector: "a",
    files: {
      "src/i18n/en.ts": `export default {\n  resources: {\n    orders: {\n      name: 'Order |||| Orders',\n    },\n  },\n};\n`,
      "src/Old.tsx": `export const Old = () => <p><MenuItem>{title}</MenuItem></p>;\n`,
      "src/Menu.tsx": `export const Menu = () => (\n  <ul>\n    <MenuItemLink\n      to="/orders"\n      primaryText={translate("resources.orders.name", { smart_count: 2 })}\n    />\n  </ul>\n);\n`,
    },
    place: "src/Menu.tsx:3",
  },
  {
    what: "a component with the key of the text in a fixed attribute, among others with keys",
    page: `<ul class="MuiList-root"><li><span class="MuiListItemText-primary">Today</span></li><li><span class="MuiListItemText-primary">Last week</span></li><li><span class="MuiListItemText-primary">Earlier</span></li></ul>`,
    selector: "li:nth-child(2) span",
    files: {
      "src/i18n/en.ts": `export default {\n  filters: {\n    today: 'Today',\n    last_week: 'Last week',\n    earlier: 'Earlier',\n  },\n};\n`,
      "src/Reviews.tsx": `export const Reviews = () => <ul><ListItemText primary={one.name} /></ul>;\n`,
      "src/Aside.tsx": `export const Aside = () => (\n  <FilterList label="filters.visited">\n    <FilterListItem label="filters.today" />\n    <FilterListItem label="filters.last_week" />\n    <FilterListItem label="filters.earlier" />\n  </FilterList>\n);\n`,
    },
    place: "src/Aside.tsx:4",
  },
  {
    what: "a component that draws this tag, not another one with the same text",
    page: `<main><h2>Orders</h2></main>`,
    selector: "h2",
    files: {
      "src/parts.tsx": `export const Cell = ({ children }) => <div>{children}</div>;\nexport const Head = ({ children }) => <h2>{children}</h2>;\n`,
      "src/List.tsx": `import { Cell, Head } from "./parts";\nexport const List = () => (\n  <main>\n    {isSmall && <Cell>Orders</Cell>}\n    {isLarge && <Head>Orders</Head>}\n  </main>\n);\n`,
    },
    place: "src/List.tsx:5",
  },
  {
    what: "MUI's icon by its name in the test id",
    page: `<p><svg class="MuiSvgIcon-root MuiSvgIcon-fontSizeMedium css-1umw9bq-MuiSvgIcon-root" data-testid="CodeIcon"></svg></p>`,
    selector: "svg",
    files: {
      "src/A.tsx": `import ExpandMore from "@mui/icons-material/ExpandMore";\nexport const A = () => <p><ExpandMore /></p>;\n`,
      "src/B.tsx": `import HomeIcon from "@mui/icons-material/Home";\nimport CodeIcon from "@mui/icons-material/Code";\nexport const B = () => (\n  <Bar>\n    <Button startIcon={<HomeIcon />} />\n    <Button startIcon={<CodeIcon />} />\n  </Bar>\n);\n`,
    },
    place: "src/B.tsx:6",
  },
  {
    what: "an icon by its name in an attribute, not one that has another icon",
    page: `<div class="v-field"><i class="ri-mail-line v-icon"></i></div>`,
    selector: "i",
    files: {
      "src/Theme.vue": `<template>\n  <div>\n    <VIcon icon="ri-sun-line" />\n  </div>\n</template>\n`,
      "src/Form.vue": `<template>\n  <div>\n    <VTextField prepend-inner-icon="ri-user-line" />\n    <VTextField prepend-inner-icon="ri-mail-line" />\n  </div>\n</template>\n`,
    },
    place: "src/Form.vue:4",
  },
  {
    what: "an icon by its name in the data that a menu takes",
    page: `<nav><ul><li><a href="/"><span class="iconify i-lucide:house"></span></a></li></ul></nav>`,
    selector: "span",
    files: {
      "src/Nav.vue": `<script setup>\nconst links = [{ icon: 'i-lucide-house' }]\nconst more = [{ icon: 'i-lucide-mail' }]\n</script>\n<template>\n  <UMenu :items="more" />\n  <UMenu :items="links" />\n</template>\n`,
    },
    place: "src/Nav.vue:7",
  },
  {
    what: "a part of a package's component by Emotion's label",
    page: `<ul><li class="MuiListItem-root css-npi7d0-MuiListItem-root-RaFilterItem-root"><i></i></li></ul>`,
    selector: "li",
    files: {
      "src/A.tsx": `export const A = () => <ul><li><i /></li></ul>;\n`,
      "src/B.tsx": `export const B = () => (\n  <Filters>\n    <FilterItem />\n  </Filters>\n);\n`,
    },
    place: "src/B.tsx:3",
  },
  {
    what: "a text in a component's attribute that is shown, not in its id",
    page: `<section><h1 class="t">Reports</h1></section>`,
    selector: "h1",
    files: {
      "src/Page.vue": `<template>\n  <UPanel id="reports">\n    <UBar title="Reports" />\n  </UPanel>\n</template>\n`,
    },
    place: "src/Page.vue:3",
  },
  ...[
    ["by the words of it", `source="last_seen"`, {}],
    ["in camel case", `dataIndex="lastSeen"`, {}],
    [
      "by a message",
      `source="seen_at"`,
      {
        "src/i18n/en.ts": `export default {\n  resources: {\n    customers: {\n      fields: {\n        seen_at: 'Last seen',\n      },\n    },\n  },\n};\n`,
      },
    ],
  ].map(([how, field, files]) => ({
    what: `a column's title from the name of its field, ${how}`,
    page: `<table><tr><th class="MuiTableCell-root"><span class="MuiTableSortLabel-root">Orders</span></th><th class="MuiTableCell-root"><span class="MuiTableSortLabel-root">Last seen</span></th></tr></table>`,
    selector: "th:last-child span",
    files: {
      ...(files as Record<string, string>),
      "src/Old.tsx": `export const Old = () => <p><TextField source="name" /><span>{title}</span></p>;\n`,
      "src/List.tsx": `export const List = () => (\n  <Grid>\n    <TextField source="orders" />\n    <TextField ${field} />\n    <TextField source="name" />\n  </Grid>\n);\n`,
    },
    place: "src/List.tsx:4",
  })),
  {
    what: "a package's component whose name has the words of the element's",
    page: `<header><button class="p-1" aria-label="Collapse sidebar"><span class="i"></span></button></header>`,
    selector: "button",
    files: {
      "src/Menu.vue": `<template>\n  <header>\n    <UButton icon="menu" />\n    <UDashboardSidebar collapsible />\n  </header>\n</template>\n`,
      "src/Page.vue": `<template>\n  <UNavbar title="Page">\n    <UDashboardSidebarCollapse />\n  </UNavbar>\n</template>\n`,
    },
    place: "src/Page.vue:3",
  },
  {
    what: "a page to which the router went after the list of what is loaded was full",
    page: `<p><a class="font-medium" href="/sign-up">Sign up</a></p>`,
    selector: "a",
    files: {
      "src/routes/(app)/+layout.svelte": `<div><a class="font-medium" href="/sign-up">Sign up</a></div>\n`,
      "src/routes/(app)/home/+page.svelte": `<p><a href="/">Home</a></p>\n`,
      "src/routes/(auth)/+layout.svelte": `<div><slot /></div>\n`,
      "src/routes/(auth)/login/+page.svelte": `<script>\n  import Title from "../Title.svelte";\n</script>\n<p>\n  <a class="font-medium" href="/sign-up">Sign up</a>\n</p>\n`,
      "src/routes/(auth)/other/+page.svelte": `<p><a href="/">Home</a></p>\n`,
      "src/routes/(auth)/Title.svelte": `<h1>Title</h1>\n`,
    },
    path: "/login",
    scripts: [
      ...["+layout", "home/+page"].map((page) => `/src/routes/(app)/${page}.svelte`),
      "/src/routes/(auth)/other/+page.svelte",
      ...Array.from({ length: 250 }, (_, index) => `/node_modules/.vite/deps/a${index}.js`),
    ],
    place: "src/routes/(auth)/login/+page.svelte:5",
  },
  {
    what: "a form's field by the name that its use gives",
    page: `<div><input class="MuiInputBase-input" name="first_name" id=":r1:"></div>`,
    selector: "input",
    files: {
      "src/Edit.tsx": `export const Edit = () => (\n  <Form>\n    <TextInput source="last_name" />\n    <TextInput source="first_name" />\n  </Form>\n);\n`,
    },
    place: "src/Edit.tsx:4",
  },
];

test.each(kinds)("of what a library draws, find_source puts the place first that makes $what", async (kind) => {
  const rows = await answerOf(studio, kind);
  expect(rows.map(({ file, line }) => `${file}:${line}`)[0], JSON.stringify(rows)).toBe(kind.place);
});
