import { describe, expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { answerOf, type SourceKind } from "../testing/source-kind.js";
import { testBench } from "../testing/test-bench.js";

const studio = shared(openStudio);

const button = `export function Button({ tone, className, ...rest }) {
  return <button type="button" className={cn("btn", tone, className)} {...rest} />;
}\n`;

/** More than is read of what stands in a tag. */
const manyWords = Array.from({ length: 300 }, (_, at) => `w${at}`).join(" ");

const kinds: readonly SourceKind[] = [
  {
    what: "a tag that a call writes, by its text",
    page: `<main><p>New <a target="_blank">See there</a></p></main>`,
    selector: "a",
    files: {
      "src/useNews.ts": `export const note = () => show(h("p", null, ["New ", h("a", { target: "_blank" }, "See there")]));\n`,
      "src/Page.vue": `<template>\n  <main>\n    <p>{{ lead }} <a target="_blank">{{ more }}</a></p>\n  </main>\n</template>\n`,
    },
    place: "src/useNews.ts:1",
  },
  {
    what: "by a text the element that shows it, before a picture of that name",
    page: `<div><img alt="Customer" src="/me.jpg"></div><table><tr><th class="head">Customer</th></tr></table>`,
    ...{ selector: "th", text: "customer" },
    files: {
      "src/Header.jsx": `export const Header = () => (\n  <div>\n    <img alt="Customer" src="/me.jpg" />\n  </div>\n);\n`,
      "src/Orders.jsx": `export const Orders = () => (\n  <Table>\n    <Head className="head">Customer</Head>\n  </Table>\n);\n`,
    },
    place: "src/Orders.jsx:3",
  },
  {
    what: "by a text that two elements show the one in whose sources it is written",
    page: `<nav><a href="/news">News</a></nav><div><h1>News</h1><p>Of today</p></div>`,
    ...{ selector: "h1", text: "News" },
    files: {
      "src/Item.svelte": `<script>\n  export let href;\n</script>\n<a {href}><slot /></a>\n`,
      "src/Menu.svelte": `{#each pages as page}\n  <Item href={page.route}>{page.title}</Item>\n{/each}\n`,
      "src/config.js": `export const pages = [\n  { title: "News", route: "/news" },\n];\n`,
      "src/News.svelte": `<div>\n  <h1>News</h1>\n  <p>Of today</p>\n</div>\n`,
    },
    place: "src/News.svelte:2",
  },
  {
    what: "by a text where it is written, not the component that draws it",
    page: `<p class="hint small" id="a1" data-slot="hint">Shown to all</p>`,
    ...{ selector: "p", text: "Shown to all" },
    files: {
      "src/ui/text.jsx": `export const Small = ({ id, ...rest }) => (\n  <p className="hint small" data-slot="hint" id={id} {...rest} />\n);\n`,
      "src/Profile.jsx": `import { Small as Hint } from "./ui/text";\nexport const Profile = () => (\n  <Part>\n    <Hint>Shown to all</Hint>\n  </Part>\n);\n`,
      "src/Other.jsx": `export const Other = () => (\n  <Part>\n    <Hint>Shown to some</Hint>\n  </Part>\n);\n`,
    },
    place: "src/Profile.jsx:4",
  },
  {
    what: "one of equal fields of a library by what it alone is handed: its class stands on the box around",
    page: `<form><div class="el-field"><div class="el-input"><div class="el-input__wrapper"><input class="el-input__inner" placeholder="Name"></div></div></div><div class="el-field"><div class="row"><div class="el-input row__code"><div class="el-input__wrapper"><input class="el-input__inner" placeholder="Code"></div></div><button class="row__new">New code</button></div></div></form>`,
    selector: "[placeholder=Code]",
    files: {
      "src/Login.vue": `<template>\n  <form>\n    <el-field>\n      <el-input v-model="name" placeholder="Name" />\n    </el-field>\n    <el-field>\n      <div class="row">\n        <el-input v-model="code" placeholder="Code" class="row__code"><span class="sign" /></el-input>\n        <button class="row__new">New code</button>\n      </div>\n    </el-field>\n  </form>\n</template>\n`,
    },
    place: "src/Login.vue:8",
  },
  {
    what: "one of equal buttons by its place, where each is alone in a component that draws nothing",
    page: `<div class="tools">${`<button class="el-button tool"><i class="icon"></i></button>`.repeat(3)}</div>`,
    selector: "button:nth-child(2)",
    files: {
      "src/Tools.vue": `<template>\n  <div class="tools">\n${["Load", "Sort", "Move"].map((name) => `    <el-tooltip content="${name}">\n      <el-button class="tool" @click="on${name}" />\n    </el-tooltip>`).join("\n")}\n  </div>\n</template>\n`,
    },
    place: "src/Tools.vue:7",
  },
  {
    what: "a box by the name that its CSS module gives",
    page: `<div class="_layout_iwb7k_1"><div class="_bar_a1b2c_3"><p>Orders of today</p></div></div>`,
    selector: "._layout_iwb7k_1",
    files: {
      "src/Bar.tsx": `export const Bar = () => (\n  <div className={classes.bar}>\n    <p>Orders of today</p>\n  </div>\n);\n`,
      "src/Layout.tsx": `export const Layout = () => (\n  <main>\n    <div className={classes.layout}>\n      <Bar />\n    </div>\n  </main>\n);\n`,
    },
    place: "src/Layout.tsx:3",
  },
  {
    what: "a styled component by the name that its plugin writes into the class",
    page: `<div class="Tile__Head-sc-3314fde6-1 kEuMTy"><span class="Tile__Caption-sc-3314fde6-7 eHqJXI">Harbour</span></div>`,
    selector: "span",
    files: {
      "src/Tile.tsx": `const Head = styled.div({ a: 1 });\nconst Caption = styled.span({ b: 2 });\nexport const Tile = ({ one }) => (\n  <Head>\n    <Mark>{one.mark}</Mark>\n    <Caption>{one.title}</Caption>\n  </Head>\n);\n`,
      "src/Row.tsx": `const Caption = styled.span({ b: 2 });\nexport const Row = ({ one }) => (\n  <Line>\n    <Caption>{one.title}</Caption>\n  </Line>\n);\n`,
    },
    place: "src/Tile.tsx:6",
  },
  {
    what: "a box by the name that Turbopack gives a class of a CSS module",
    page: `<div class="Card-module__aMR71G__frame"><div class="Card-module__aMR71G__lower"><p>Orders of today</p></div></div>`,
    selector: "[class$=lower]",
    files: {
      "src/Bar.tsx": `export const Bar = ({ a, b }) => (\n  <div className={classes.upper}>\n    <div className={classes.frame}>{a}</div>\n    <div className={classes.lower}>{b}</div>\n  </div>\n);\n`,
    },
    place: "src/Bar.tsx:4",
  },
  {
    what: "a column by the class of its width",
    page: `<div class="v-row"><div class="v-col-md-6 v-col-12"><p>Traffic of today</p></div></div>`,
    selector: ".v-col-12",
    files: {
      "src/Traffic.vue": `<template>\n  <div>\n    <p>{{ title }}</p>\n    <VRow>\n      <VCol cols="12" md="6">\n        <p>Traffic of today</p>\n      </VCol>\n    </VRow>\n  </div>\n</template>\n`,
    },
    place: "src/Traffic.vue:5",
  },
  {
    what: "a package's component with a letter before the class that it gives",
    page: `<div class="card"><div class="card-body"><p>Traffic</p></div></div>`,
    selector: ".card-body",
    files: {
      "src/Traffic.vue": `<template>\n  <CCard>\n    <CCardBody>\n      <p>{{ title }}</p>\n    </CCardBody>\n  </CCard>\n</template>\n`,
    },
    place: "src/Traffic.vue:3",
  },
  {
    what: "a link with the classes of a package's component, made by another one",
    page: `<ul class="nav"><li><a class="nav-link active" href="/reports">Reports</a></li></ul>`,
    selector: "a",
    files: {
      "src/Menu.vue": `<template>\n  <ul>\n    <li>\n      <RouterLink :to="one.path" :class="one.style" />\n    </li>\n  </ul>\n</template>\n`,
      "src/Old.vue": `<template>\n  <CNavLink href="/old" disabled />\n</template>\n`,
    },
    place: "src/Menu.vue:4",
  },
  {
    what: "a row's cell by its place among as many cells",
    page: `<table><tr><td class="MuiTableCell-root">Ada</td><td class="MuiTableCell-root">Lead</td><td class="MuiTableCell-root">Berlin</td></tr></table>`,
    selector: "td:nth-child(2)",
    files: {
      "src/Row.tsx": `export const Row = ({ one }) => (\n  <TableRow>\n    <TableCell>{one.name}</TableCell>\n    <TableCell>{one.role}</TableCell>\n    <TableCell>{one.city}</TableCell>\n  </TableRow>\n);\n`,
    },
    place: "src/Row.tsx:4",
  },
  {
    what: "a component that is told to draw such an element",
    page: `<div class="MuiBox-root"><img class="MuiBox-root" alt="Harbour" src="/h.png"></div>`,
    selector: "img",
    files: {
      "src/Nav.tsx": `export const Nav = ({ items }) => (\n  <Box component="nav">\n    <Box component="ul">{items}</Box>\n  </Box>\n);\n`,
      "src/Cover.tsx": `export const Cover = ({ post }) => (\n  <Box>\n    <Box component="img" alt={post.title} src={post.cover} />\n  </Box>\n);\n`,
    },
    place: "src/Cover.tsx:3",
  },
  {
    what: "a link around a button with the same text",
    page: `<p><a href="/live"><button type="button" class="ant-btn"><span>Live preview</span></button></a></p>`,
    selector: "a",
    files: {
      "src/Home.tsx": `export const Home = () => (\n  <p>\n    <Link to={paths.live}>\n      <Button>Live preview</Button>\n    </Link>\n  </p>\n);\n`,
    },
    place: "src/Home.tsx:3",
  },
  {
    what: "a source before a bundle of it",
    page: `<p>Sure? <button class="risky svelte-k0u9x2">Yes, delete</button></p>`,
    selector: ".risky",
    files: {
      "src/Ask.svelte": `<p>\n  Sure? <button class="risky">Yes, delete</button>\n</p>\n`,
      "public/assets/index-x1.js": `${"var a=1;".repeat(400)}var t=f('<p>Sure? <button class="risky svelte-k0u9x2">Yes, delete</button></p>')\n`,
    },
    place: "src/Ask.svelte:2",
  },
  {
    what: "a use whose text is chosen by an expression before the wrapper's tag",
    page: `<article><button type="button" class="btn main">Sold out</button></article>`,
    selector: "button",
    files: {
      "src/ui/Button.tsx": button,
      "src/Card.tsx": `export const Card = ({ left }) => (\n  <article>\n    <Button tone="main">{left === 0 ? "Sold out" : "Add"}</Button>\n  </article>\n);\n`,
    },
    place: "src/Card.tsx:3",
  },
  {
    what: "the innermost component that holds a text",
    page: `<div class="modal"><p>No way back.</p><button type="button" class="btn">Cancel</button></div>`,
    selector: "button",
    files: {
      "src/ui/Button.tsx": button,
      "src/Ask.tsx": `export const Ask = () => (\n  <Modal title="Delete?">\n    <p>No way back.</p>\n    <Button>Cancel</Button>\n  </Modal>\n);\n`,
    },
    place: "src/Ask.tsx:4",
  },
  {
    what: "a link that a list in the same file makes, not another one to the same address",
    page: `<header><a href="/" class="logo_x7Ab1" aria-label="Shop"><svg></svg></a><nav><a href="/" class="link">Home</a></nav></header>`,
    selector: "nav a",
    files: {
      "src/Header.tsx": `const links = [{ to: "/", title: "Home" }];\nexport const Header = () => (\n  <header>\n    <a href="/" className={styles.logo} aria-label="Shop"><svg /></a>\n    <nav>\n      {links.map((l) => <a href={l.to} className="link">{l.title}</a>)}\n    </nav>\n  </header>\n);\n`,
    },
    place: "src/Header.tsx:6",
  },
  {
    what: "a tag whose parent is the element's",
    page: `<footer><p>City Library <a href="/contact">Contact</a></p></footer>`,
    selector: "a",
    files: {
      "views/admin.ejs": `<form action="/x"></form>\n<section>\n<a href="/contact">Contact</a>\n</section>\n`,
      "views/partials/long-name/footer.ejs": `<footer>\n  <p>City Library <a href="/contact">Contact</a></p>\n</footer>\n`,
    },
    place: "views/partials/long-name/footer.ejs:2",
  },
  {
    what: "a text with character references",
    page: `<nav><a href="?page=1">1</a> <a href="?page=2">Next »</a></nav>`,
    selector: "a:last-child",
    files: { "views/list.ejs": `<nav>\n  <a href="?page=<%= p %>"><%= p %></a>\n  <a href="?page=2">Next &raquo;</a>\n</nav>\n` },
    place: "views/list.ejs:3",
  },
  {
    what: "a class beside a template's marks, not a link that translates another text",
    page: `<nav><a class="nav-link active" href="/start">Start</a><a class="nav-link" href="/out">Log out</a></nav>`,
    selector: "a",
    files: {
      "templates/base.html": `<nav>\n  {% for e, label in nav %}\n  <a class="nav-link{% if e == active %} active{% endif %}" href="{{ url_for(e) }}">{{ label }}</a>\n  {% endfor %}\n  <a class="nav-link" href="{{ url_for('out') }}">{{ _('Log out') }}</a>\n</nav>\n`,
    },
    place: "templates/base.html:3",
  },
  {
    what: "the use of a package's component that the class names, not a plain tag",
    page: `<div class="MuiBox-root"><button class="MuiButtonBase-root MuiIconButton-root css-x1" type="button"><svg></svg></button><h6>Team</h6></div>`,
    selector: "button",
    files: {
      "src/Popover.tsx": `export const Popover = ({ teams }) => (\n  <ul>\n    {teams.map((t) => <li><button type="button">{t.name}</button></li>)}\n  </ul>\n);\n`,
      "src/Bar.tsx": `export const Bar = () => (\n  <Box>\n    <IconButton><Search /></IconButton>\n    <h6>Team</h6>\n  </Box>\n);\n`,
    },
    place: "src/Bar.tsx:3",
  },
  {
    what: "a component with type arguments, and one whose type is its own",
    page: `<form><label for="a">Email</label><button class="ant-btn" type="button"><span>Send it</span></button></form>`,
    selector: "button",
    files: {
      "src/Other.tsx": `export const Other = () => <p><b>Send it</b></p>;\n`,
      "src/Ask.tsx": `export const Ask = () => (\n  <Form.Item<Fields> label="Email">\n    <Button icon={<Plane />} type="primary">\n      Send it\n    </Button>\n  </Form.Item>\n);\n`,
    },
    place: "src/Ask.tsx:3",
  },
  {
    what: "an icon by the class of its package",
    page: `<p>Theme <svg class="lucide lucide-trash-2" xmlns="http://www.w3.org/2000/svg" width="24"></svg></p>`,
    selector: "svg",
    files: {
      "src/logo.tsx": `export const Logo = () => (\n  <svg xmlns="http://www.w3.org/2000/svg" width="24"><path d="M0 0" /></svg>\n);\n`,
      "src/Row.tsx": `import { Plus, Trash2 } from "lucide-react";\nexport const Row = () => (\n  <p>\n    Theme <Trash2 />\n  </p>\n);\n`,
    },
    place: "src/Row.tsx:4",
  },
  {
    what: "the tag that reads the property under which data in another file holds the text",
    page: `<nav><ul><li><a class="item" href="/x"><span>Reports</span></a></li></ul></nav>`,
    selector: "span",
    files: {
      "src/nav-config.ts": `export const items = [{ caption: "Reports", path: "/x" }];\n`,
      "src/Badge.tsx": `export const Badge = ({ count }) => <span>{count}</span>;\n`,
      "src/Nav.tsx": `export const Nav = () => (\n  <nav>\n    <ul>\n      {items.map((i) => (\n        <li><a className="item" href={i.path}>\n          <span>{i.caption}</span>\n        </a></li>\n      ))}\n    </ul>\n  </nav>\n);\n`,
    },
    place: "src/Nav.tsx:6",
  },
  {
    what: "a box by what it holds, not the first text in it",
    page: `<div><div class="row wide"><div class="cell"><p>Olivia</p><p>olivia@x.example</p></div><b>+12</b></div></div>`,
    selector: ".row",
    files: {
      "src/Sales.tsx": `export const Sales = () => (\n  <div>\n    <div className="row wide">\n      <div className="cell">\n        <p>Olivia</p>\n        <p>olivia@x.example</p>\n      </div>\n      <b>+12</b>\n    </div>\n  </div>\n);\n`,
    },
    place: "src/Sales.tsx:3",
  },
  {
    what: "an icon button whose text is not shown",
    page: `<nav><button class="act"><i class="pi pi-a">\ue900</i><span hidden>Home</span></button><button class="act"><i class="pi pi-b">\ue901</i><span hidden>Mail</span></button></nav>`,
    selector: "button:last-child",
    files: {
      "src/top.html": `<nav>\n  <button class="act">\n    <i class="pi pi-a"></i><span>Home</span>\n  </button>\n  <button class="act">\n    <i class="pi pi-b"></i><span>Mail</span>\n  </button>\n</nav>\n`,
      "src/table.html": `<div>\n  <button class="act">\n  </button>\n</div>\n`,
    },
    place: "src/top.html:5",
  },
  {
    what: "a tag by the classes around a long expression",
    page: `<p><b class="block px-2 truncate">A</b></p>`,
    selector: "b",
    files: {
      "src/A.jsx": `export const A = ({ one }) => (\n  <p>\n    <b className={one.look}>{one.a}</b>\n    <b className={\`block px-2 truncate \${one.path === "${"orders/".repeat(30)}" ? "" : "wide"}\`}>{one.b}</b>\n  </p>\n);\n`,
    },
    place: "src/A.jsx:4",
  },
  {
    what: "a picture by its strokes",
    page: `<p><svg width="9" viewBox="0 0 9 9"><path d="M1 1h7v7z"></path></svg></p>`,
    selector: "svg",
    files: {
      "src/marks.tsx": `const size = { width: 9, viewBox: "0 0 9 9" };\nexport const Box = () => (\n  <svg {...size}>\n    <path d="M0 0h9v9H0z" />\n  </svg>\n);\nexport const Corner = () => (\n  <svg {...size}>\n    <path d="M1 1h7v7z" />\n  </svg>\n);\n`,
    },
    place: "src/marks.tsx:8",
  },
  {
    what: "a long paragraph with links in it",
    page: `<div><p>See <a href="/a">all of them</a> or <a href="/b">none</a>. ${manyWords}</p></div>`,
    selector: "p",
    files: {
      "src/Text.tsx": `export const Text = () => (\n  <div>\n    <p>\n      See{" "}<a href="/a">all of them</a> or <a href="/b">none</a>. ${manyWords}\n    </p>\n  </div>\n);\n`,
      "src/Line.tsx": `export const Line = ({ a }) => (\n  <div>\n    <p>{a}</p>\n  </div>\n);\n`,
    },
    place: "src/Text.tsx:3",
  },
  {
    what: "of two pages with the same parts the one that the address names",
    page: `<script>location.hash = "/admin/tables"</script><div><h2>All of today</h2></div>`,
    selector: "h2",
    files: {
      "src/views/Board.jsx": `export default () => (\n  <div>\n    <h2>All of today</h2>\n  </div>\n);\n`,
      "src/views/Tables.jsx": `export default () => (\n  <div>\n    <h2>All of today</h2>\n  </div>\n);\n`,
    },
    place: "src/views/Tables.jsx:3",
  },
  {
    what: "a custom element by its own tag, not by one that stands in it under its own name",
    page: `<x-page><x-weather><x-card><p>Sunny</p></x-card></x-weather></x-page>`,
    selector: "x-weather",
    files: {
      "src/weather.component.html": `<x-card>\n  <p>Sunny</p>\n</x-card>\n`,
      "src/page.component.html": `<h1 *ngIf="title">{{ title }}</h1>\n<x-weather></x-weather>\n`,
    },
    place: "src/page.component.html:2",
  },
];

describe("find_source, the best place first", () => {
  it.each(kinds)("$what", async (kind) => {
    const rows = await answerOf(studio, kind);
    expect(rows.map(({ file, line }) => `${file}:${line}`)[0], JSON.stringify(rows)).toBe(kind.place);
    expect(rows.every(({ evidence }) => evidence !== "")).toBe(true);
  });
});

describe("what would help a weak answer", () => {
  it.each([
    ["a server of modules", ["/@vite/client"], /switch on "Show file and line"/],
    ["Solid, of which the page knows no places", ["/@vite/client", "/@solid-refresh"], /solid-devtools.*data-source-loc/],
    ["a page of bundles", ["/assets/index.js"], undefined],
  ])("%s", async (_, paths, hint) => {
    const bench = await testBench({ "index.html": "<p>One</p>\n<p>Two</p>\n<p>{{ a }}</p>\n<p>{{ b }}</p>" });
    const capture = await studio.html("<!doctype html><title>t</title><p>Three</p>");
    const network = paths.map((path) => ({ url: `http://localhost${path}`, kind: "script", status: "pass" as const }));
    const answer = await bench.call("find_source", { text: "Three", capture: await bench.add({ ...capture, network }) });
    if (hint === undefined) expect(answer).not.toHaveProperty("hint");
    else expect(answer["hint"]).toMatch(hint);
  });
});
