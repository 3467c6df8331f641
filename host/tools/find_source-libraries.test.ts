import { expect, test } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { answerOf, type SourceKind } from "../testing/source-kind.js";

const studio = shared(openStudio);

const kinds: readonly SourceKind[] = [
  {
    what: "a button of two Chinese characters, between which Ant puts a space",
    page: `<div><button class="ant-btn"><span>成 功</span></button><button class="ant-btn"><span>警 告</span></button></div>`,
    selector: "button + button span",
    files: { "src/A.vue": `<template>\n  <Space>\n    <Button>成功</Button>\n    <Button>警告</Button>\n  </Space>\n</template>\n` },
    place: "src/A.vue:4",
  },
  {
    what: "a box by a class of a CSS module whose hash has an underscore",
    page: `<div class="side_head__Ab1c2"><p>Head</p></div><div class="side_tail__T2_u7"></div>`,
    selector: "[class*=tail]",
    files: {
      "src/Side.tsx": `export const Side = ({ a }) => (\n  <main>\n    <div className={styles["head"]}><p>{a}</p></div>\n    <div className={clsx(styles["body"], a.look)}></div>\n    <div className={styles["tail"]}></div>\n  </main>\n);\n`,
    },
    place: "src/Side.tsx:5",
  },
  {
    what: "a box by a class of a CSS module with its path and a hash after two dashes",
    page: `<div class="src-side-Side-styles__head--3Ab1c"><p>Head</p></div><div class="src-side-Side-styles__tail--1T_qu"></div>`,
    selector: "[class*=tail]",
    files: {
      "src/side/Side.jsx": `export const Side = ({ a }) => (\n  <main>\n    <div className={styles.head}><p>{a}</p></div>\n    <div className={cx(styles.body, a.look)}></div>\n    <div className={cx(styles.tail, a.tone)}></div>\n  </main>\n);\n`,
    },
    place: "src/side/Side.jsx:5",
  },
  {
    what: "an element of HTML that a library makes into a component",
    page: `<section><dl class="css-0"><dt class="css-1x2y3z">What</dt><dd class="css-4x5y6z">Which</dd></dl></section>`,
    selector: "dd",
    files: {
      "src/Ask.jsx": `export const Ask = ({ a, b }) => (\n  <Part>\n    <Head>{a}</Head>\n    <Text>{b}</Text>\n  </Part>\n);\n`,
      "src/later/Answer.jsx": `export const Answer = ({ a, b }) => (\n  <chakra.dl>\n    <chakra.dt>{a}</chakra.dt>\n    <chakra.dd>{b}</chakra.dd>\n  </chakra.dl>\n);\n`,
    },
    place: "src/later/Answer.jsx:4",
  },
  {
    what: "a component of MUI whose class has the number that its import has",
    page: `<main><div class="MuiGrid2-root MuiGrid2-direction-xs-row css-1a2b3c"><p>One</p></div></main>`,
    selector: "div",
    files: {
      "src/Page.jsx": `export const Page = ({ a }) => (\n  <main>\n    <Stack direction="row">{a}</Stack>\n    <Grid xs={3}><Tile /></Grid>\n  </main>\n);\n`,
    },
    place: "src/Page.jsx:4",
  },
  {
    what: "what a component draws as another element, not as this one",
    page: `<aside><div class="MuiBox-root css-1a2b3c"></div></aside>`,
    selector: "div",
    files: {
      "src/Side.jsx": `export const Side = ({ a }) => (\n  <aside>\n    <Box component="nav">{a.items}</Box>\n    <Box>{a.items}</Box>\n  </aside>\n);\n`,
    },
    place: "src/Side.jsx:4",
  },
  {
    what: "a picture by an attribute that JSX writes without a dash, not by a number that it lacks",
    page: `<p><svg viewBox="0 0 256 256" width="1em" height="1em" font-size="var(--small)"><path d="M1 1z"></path></svg></p>`,
    selector: "svg",
    files: {
      "src/Logo.jsx": `export const Logo = (props) => (\n  <p>\n    <Sign height={32} width={122} {...props} />\n  </p>\n);\n`,
      "src/More.jsx": `export const More = () => (\n  <p>\n    <ArrowIcon fontSize="var(--large)" />\n    <ArrowIcon fontSize="var(--small)" />\n  </p>\n);\n`,
    },
    place: "src/More.jsx:4",
  },
  {
    what: "an element in whose place two tags differ by an attribute for data alone",
    page: `<ul><li><button data-part="entry" data-size="md" class="flex gap-2"></button></li></ul>`,
    selector: "button",
    files: {
      "src/menu.jsx": `const look = cva("flex gap-2");\nexport const Entry = ({ as: Tag, size }) => (\n  <Tag data-part="entry" data-size={size} className={look({ size })} />\n);\nexport const Sub = ({ as: Tag, size }) => (\n  <Tag data-part="sub-entry" data-size={size} className={cn("flex gap-2", size)} />\n);\n`,
    },
    place: "src/menu.jsx:3",
  },
  {
    what: "an element of Angular in the template of the component whose mark it has",
    page: `<app-nav _nghost-ng-c2><app-item _ngcontent-ng-c2 _nghost-ng-c1><span _ngcontent-ng-c1 class="sign"><i _ngcontent-ng-c1 class="ti ti-home"></i></span></app-item></app-nav>`,
    selector: "i",
    files: {
      "src/entry/entry.component.ts": `@Component({\n  selector: "app-item",\n  templateUrl: "./entry.component.html",\n})\nexport class EntryComponent {}\n`,
      "src/entry/entry.component.html": `<span class="sign"><i [ngClass]="item().icon"></i></span>\n`,
      "src/group/group.component.html": `<span class="sign">\n  <i class="ti {{ item().icon }}"></i>\n</span>\n<app-item></app-item>\n`,
    },
    place: "src/entry/entry.component.html:1",
  },
  {
    what: "an icon by the name that a library writes beside its drawing",
    page: `<p><span role="img"><svg viewBox="64 64 896 896" data-icon="global"><path d="M854 800z"></path></svg></span></p>`,
    selector: "svg",
    files: {
      "src/Bar.jsx": `import { GlobalOutlined, HomeOutlined } from "@ant-design/icons";\nexport const Bar = () => (\n  <p>\n    {isIn && <HomeOutlined />}\n    {isOut && <GlobalOutlined />}\n  </p>\n);\n`,
    },
    place: "src/Bar.jsx:5",
  },
  {
    what: "an icon by its class, whichever library's",
    page: `<p><svg class="t-icon t-icon-shop" viewBox="0 0 24 24"><path d="M8 8z"></path></svg></p>`,
    selector: "svg",
    files: {
      "src/Bar.vue": `<template>\n  <p>\n    <add-icon v-if="isIn" />\n    <shop-icon v-if="isOut" />\n  </p>\n</template>\n`,
    },
    place: "src/Bar.vue:4",
  },
  {
    what: "a part that a library's component draws by the words before it in its class",
    page: `<main><ol class="ant-crumbs"><li class="ant-crumbs-parting">/</li></ol></main>`,
    selector: "li",
    files: {
      "src/Head.jsx": `export const Head = ({ all }) => (\n  <main>\n    <Space />\n    <Crumbs items={all} />\n    <Tags items={all} />\n  </main>\n);\n`,
    },
    place: "src/Head.jsx:4",
  },
  {
    what: "a component whose tag has another prefix than the class",
    page: `<section><button class="ant-btn ant-btn-lg" type="button"></button></section>`,
    selector: "button",
    files: {
      "src/Bar.vue": `<template>\n  <section>\n    <a-menu v-if="a" />\n    <a-button v-if="b" />\n  </section>\n</template>\n`,
    },
    place: "src/Bar.vue:4",
  },
  {
    what: "a text behind an element of the same name in its own",
    page: `<p><span class="line"><span class="bold">12</span> users have added your products.</span></p>`,
    selector: ".line",
    files: {
      "src/News.vue": `<template>\n  <p>\n    <span class="line"><span class="bold">12</span> users have added your products.</span>\n  </p>\n</template>\n`,
    },
    place: "src/News.vue:3",
  },
  {
    what: "a tag that is handed the class of another file's CSS module",
    page: `<section><div class="card_frame__Ab1c2"><i></i></div></section>`,
    selector: "[class*=frame]",
    files: {
      "src/Box.jsx": `export const Box = (props) => (\n  <div className={props.look}>{props.children}</div>\n);\n`,
      "src/Card.jsx": `export const Card = () => (\n  <section>\n    <Box look={styles.frame}>\n      <i />\n    </Box>\n  </section>\n);\n`,
    },
    place: "src/Box.jsx:2",
  },
  {
    what: "a tag whose template of classes has no fixed one that the element lacks",
    page: `<main><div class="mark wide"></div></main>`,
    selector: ".mark",
    files: {
      "src/Mark.jsx": `export const Mark = ({ drawn, className }) => {\n  if (drawn) return <div className={\`mark flat \${className ?? ""}\`} />;\n  return <div className={\`mark \${className ?? ""} at-\${side}\`} />;\n};\n`,
    },
    place: "src/Mark.jsx:3",
  },
  {
    what: "a link of a router that keeps its path in the fragment, with a message",
    page: `<ul><li><a class="MuiMenuItem-root" href="#/orders">Orders</a></li></ul>`,
    selector: "a",
    files: {
      "src/i18n/en.ts": `export default {\n  resources: {\n    orders: {\n      name: 'Orders',\n    },\n  },\n};\n`,
      "src/Old.tsx": `export const Old = () => <p><MenuItem>{title}</MenuItem></p>;\n`,
      "src/Menu.tsx": `export const Menu = () => (\n  <ul>\n    <MenuItemLink\n      to="/orders"\n      primaryText={translate("resources.orders.name", { smart_count: 2 })}\n    />\n  </ul>\n);\n`,
    },
    place: "src/Menu.tsx:3",
  },
  {
    what: "a styled component, not the one that it was made of",
    page: `<p><a class="Button-sc-4e863987-0 End__Outlined-sc-af500496-2 khCxdy ggTNFF" href="/x">More</a></p>`,
    selector: "a",
    files: {
      "src/Start.tsx": `import Button from "./Button";\nexport const Start = () => (\n  <p>\n    <Button>More</Button>\n  </p>\n);\n`,
      "src/bottom/End.tsx": `import Button from "../Button";\nconst Outlined = styled(Button)({ border: 1 });\nexport const End = () => (\n  <p>\n    <Outlined>More</Outlined>\n  </p>\n);\n`,
    },
    place: "src/bottom/End.tsx:5",
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
    what: "a text in a component's attribute that is shown, not in its id",
    page: `<section><h1 class="t">Reports</h1></section>`,
    selector: "h1",
    files: {
      "src/Page.vue": `<template>\n  <UPanel id="reports">\n    <UBar title="Reports" />\n  </UPanel>\n</template>\n`,
    },
    place: "src/Page.vue:3",
  },
  {
    what: "an element of two written alike, by what is around the one around, of two written alike too",
    page: `<main class="page"><section class="grid"><b>5</b></section></main>`,
    selector: "b",
    files: {
      "src/A.jsx": `export const A = () => (\n  <section className="grid">\n    <b>{count}</b>\n  </section>\n);\n`,
      "src/Counts.jsx": `export const Counts = () => (\n  <main className="page">\n    <section className="grid">\n      <b>{count}</b>\n    </section>\n  </main>\n);\n`,
      "src/D.jsx": `export const D = () => (\n  <main className="page">\n    <section className="grid">\n      <i>{count}</i>\n    </section>\n  </main>\n);\n`,
    },
    place: "src/Counts.jsx:4",
  },
  {
    what: "an element in a component that the one around makes, of two that are written alike",
    page: `<section class="bills"><h2>Bills of today</h2><div class="tools"><i class="dot"></i></div></section>`,
    selector: "i",
    files: {
      "src/Bills.jsx": `export const Bills = () => (\n  <section className="bills">\n    <h2>Bills of today</h2>\n    <BillTools />\n  </section>\n);\n`,
      "src/Any.jsx": `export const AnyTools = () => (\n  <div className="tools">\n    <i className="dot" />\n  </div>\n);\n`,
      "src/BillTools.jsx": `export const BillTools = () => (\n  <div className="tools">\n    <i className="dot" />\n  </div>\n);\n`,
    },
    place: "src/BillTools.jsx:3",
  },
  {
    what: "what a package's component draws of all that it is handed nothing of",
    page: `<div class="sales"><p>Sales of today</p><div><em></em></div></div>`,
    selector: "em",
    files: {
      "src/Sales.jsx": `export const Sales = () => (\n  <div className="sales">\n    <p>Sales of today</p>\n    <LineChart data={sales} />\n  </div>\n);\n`,
      "src/Costs.jsx": `export const Costs = () => (\n  <div className="costs">\n    <p>Costs of today</p>\n    <LineChart data={costs} />\n  </div>\n);\n`,
    },
    place: "src/Sales.jsx:4",
  },
  {
    what: "a part of a component that is drawn as another element",
    page: `<div><a class="mantine-Button-root" href="/plans"><span class="mantine-Button-label">Upgrade</span></a></div>`,
    selector: "span",
    files: {
      "src/Bar.jsx": `export const Bar = () => (\n  <Right>\n    <Button component="a" href="/plans">\n      Upgrade\n    </Button>\n  </Right>\n);\n`,
    },
    place: "src/Bar.jsx:3",
  },
  {
    what: "an icon whose component holds its class",
    page: `<p><i class="mdi-bell mdi v-icon"></i></p>`,
    selector: "i",
    files: {
      "src/Dates.vue": `<template>\n  <v-icon>mdi-calendar</v-icon>\n</template>\n`,
      "src/Notes.vue": `<template>\n  <v-icon>mdi-bell</v-icon>\n</template>\n`,
    },
    place: "src/Notes.vue:2",
  },
  {
    what: "a button by the kind that ends its component's name",
    page: `<div><button class="inline-flex"></button></div>`,
    selector: "button",
    files: {
      "src/Bar.vue": `<template>\n  <UAvatar />\n  <UButton />\n  <UChip />\n</template>\n`,
    },
    place: "src/Bar.vue:3",
  },
  {
    what: "an icon that its component is named by a property",
    page: `<div><button><span class="iconify i-lucide:calendar"></span></button><button><span class="iconify i-lucide:bell"></span></button></div>`,
    selector: "button + button span",
    files: {
      "src/Dates.vue": `<template>\n  <UButton icon="i-lucide-calendar" />\n</template>\n`,
      "src/Notes.vue": `<template>\n  <UButton icon="i-lucide-bell" />\n</template>\n`,
    },
    place: "src/Notes.vue:2",
  },
  {
    what: "an element without an own text where the component that drew the text beside it is used",
    page: `<div><button><span class="lead"></span><span>Pay now</span></button><button><span class="lead"></span><span>Wait</span></button></div>`,
    selector: "button + button .lead",
    files: {
      "src/Pay.vue": `<template>\n  <UButton label="Pay now" />\n</template>\n`,
      "src/Wait.vue": `<template>\n  <UButton label="Wait" />\n</template>\n`,
    },
    place: "src/Wait.vue:2",
  },
  {
    what: "a tag by a class of its own and one from an expression",
    page: `<ul><li class="row open">One</li></ul>`,
    selector: "li",
    files: {
      "src/A.vue": `<template>\n  <li :class="{ shut: a }" class="row">{{ one }}</li>\n</template>\n`,
      "src/Rows.vue": `<template>\n  <li class="row" :class="{ open: isOpen }">{{ one }}</li>\n</template>\n`,
    },
    place: "src/Rows.vue:2",
  },
  {
    what: "a tag by a class that a directive of Svelte adds",
    page: `<ul><li class="open">One</li></ul>`,
    selector: "li",
    files: {
      "src/A.svelte": `<li class:shut={isShut}>{one}</li>\n`,
      "src/Rows.svelte": `<li class:open={isOpen}>{one}</li>\n`,
    },
    place: "src/Rows.svelte:1",
  },
  {
    what: "a link that leads nowhere by its classes, not by that address",
    page: `<div><a class="more" href="#">Rest</a></div>`,
    selector: "a",
    files: {
      "src/A.jsx": `export const A = () => (\n  <div>\n    <Link href="#">{rest}</Link>\n  </div>\n);\n`,
      "src/More.jsx": `export const More = () => (\n  <div>\n    <Toggle className="more">{rest}</Toggle>\n  </div>\n);\n`,
    },
    place: "src/More.jsx:3",
  },
];

test.each(kinds)("of what a library draws, find_source puts the place first that makes $what", async (kind) => {
  const rows = await answerOf(studio, kind);
  expect(rows.map(({ file, line }) => `${file}:${line}`)[0], JSON.stringify(rows)).toBe(kind.place);
});
