import { expect } from "vitest";

/** What a build tool made of the sources of a row. */
export const builtSheet = `.lead{font-size:21px}\n/*# ${"sourceMapping"}URL=app.css.map */`;
/** A page of styled-components, one in the other, and its source. */
const nestedComponents = [
  `<style data-styled="active">.hVbcQz { font-weight: 400; color: white; line-height: 1.2; font-size: 17px; display: flex } @media screen { .hVbcQz .sc-pNXYm { justify-content: center; gap: 35px } }</style><div class="hVbcQz"><div class="sc-pNXYm hFxyz" data-it>Go</div></div>`,
  {
    "src/page.tsx": `const Text = styled.span\`\n  justify-content: center;\n  gap: 35px;\n\`;\nconst Page = styled.div\`\n  \${font({ weight: 400 })}\n  display: flex;\n  @media \${theme.mobile} {\n    \${Wrapper} {\n      justify-content: center;\n      gap: 35px;\n    }\n  }\n\`;\nconst Note = styled.span\`\n  display: flex;\n  color: white;\n  font-size: 14px;\n  font-style: normal;\n  line-height: normal;\n\`;\n`,
  },
] as const;
/** One page as a build tool writes it, the sources that it comes from, and the line of the declaration. */
export const stylePlaces: readonly [
  kind: string,
  html: string,
  files: Readonly<Record<string, string>>,
  property: string,
  expected: Readonly<Record<string, unknown>>,
][] = [
  [
    "a style sheet",
    `<link rel="stylesheet" href="/styles/main.css"><style>.card { padding: 8px 16px } .card p { color: #336699 }</style><div class="card"><p data-it>Words</p></div>`,
    {
      "styles/main.css": "body {\n  margin: 0;\n}\n.card {\n  padding: 8px 16px;\n}\n.card p {\n  /* brand */\n  color: #369;\n}\n",
      "other.css": "p { color: red }\n",
    },
    "color",
    { value: "#369", selector: ".card p", file: "styles/main.css", line: 9, matches: 1 },
  ],
  [
    "the source of a sheet that lies compiled beside it",
    `<style>.card { padding: 8px } .card p { color: #336699 }</style><div class="card"><p data-it>Words</p></div>`,
    {
      "dist/app.min.css": ".card{padding:8px}.card p{color:#369}",
      "css/app.css": ".card {\n  padding: 8px;\n}\n.card p {\n  color: #369;\n}\n",
      "scss/app.scss": '@import "card";\n',
      "scss/_card.scss": ".card {\n  padding: 8px;\n  p {\n    color: $brand;\n  }\n}\n",
    },
    "color",
    { file: "scss/_card.scss", line: 4 },
  ],
  [
    "a sheet of one line, with the column, and a colour as it is written",
    `<link rel="stylesheet" href="/one.css"><style>body{margin:0}.card{padding:8px}.card p{color:#335d92}</style><div class="card"><p data-it>Words</p></div>`,
    { "one.css": "body{margin:0}.card{padding:8px}.card p{color:#335D92}" },
    "color",
    { value: "#335D92", computed: "rgb(51, 93, 146)", file: "one.css", line: 1, column: 41 },
  ],
  [
    "a colour that the source makes, which is shown as the page has it",
    `<style>.card p { color: #336699 }</style><div class="card"><p data-it>Words</p></div>`,
    { "main.scss": ".card {\n  p { color: $brand; }\n}\n" },
    "color",
    { value: "rgb(51, 102, 153)", file: "main.scss", line: 2 },
  ],
  [
    "nested rules of plain CSS",
    `<style data-vite-dev-id="/home/me/app/src/app.css">.hero { .base, .vite { top: 3px } }</style><div class="hero"><p class="vite" data-it>Words</p></div>`,
    { "src/app.css": ".hero {\n  .base,\n  .vite {\n    top: 3px;\n  }\n}\n" },
    "top",
    { file: "src/app.css", line: 4 },
  ],
  [
    "nested Sass",
    `<style data-vite-dev-id="/home/me/app/src/card.scss">.card__title { margin-top: 12px } .card__title:hover { color: red } @media (min-width: 100px) { .card__title { padding-left: 4px } }</style><h2 class="card__title" data-it>Title</h2>`,
    {
      "src/card.scss":
        "$gap: 12px;\n.card {\n  color: red;\n  &__title {\n    margin-top: $gap;\n    &:hover { color: red; }\n    @media (min-width: 100px) {\n      padding-left: 4px;\n    }\n  }\n}\n",
    },
    "padding-left",
    { value: "4px", file: "src/card.scss", line: 8, conditions: "@media (min-width: 100px) (holds)" },
  ],
  [
    "a CSS module",
    `<style data-vite-dev-id="/x/src/Button.module.css">._button_1x2ab_5 { border-radius: 4px } ._button_1x2ab_5._primary_1x2ab_9 { background-color: rgb(0, 128, 0) }</style><button class="_button_1x2ab_5 _primary_1x2ab_9" data-it>Go</button>`,
    {
      "src/Button.module.css": ".button {\n  border-radius: 4px;\n}\n.button.primary {\n  background: green;\n}\n",
      "src/Other.module.css": ".button.primary { background: green; }\n",
    },
    "background-color",
    { file: "src/Button.module.css", line: 5 },
  ],
  [
    "a style block of Vue",
    `<style>.note[data-v-7ba5bd90] { font-size: 15px }</style><p class="note" data-v-7ba5bd90 data-it>Words</p>`,
    { "src/Note.vue": `<template>\n  <p class="note">Words</p>\n</template>\n<style scoped>\n.note {\n  font-size: 15px;\n}\n</style>\n` },
    "font-size",
    { file: "src/Note.vue", line: 6 },
  ],
  [
    "a style block of Svelte",
    `<style>p.svelte-1abc2de { letter-spacing: 2px }</style><p class="svelte-1abc2de" data-it>Words</p>`,
    {
      "src/Note.svelte": `<p>Words</p>\n<style>\n  p { letter-spacing: 2px; }\n</style>\n`,
      "src/Page.svelte": "<p>Other</p>\n<style>\n  p { color: red; }\n</style>\n",
    },
    "letter-spacing",
    { file: "src/Note.svelte", line: 3 },
  ],
  [
    "styled-components",
    `<style data-styled="active">.hVbcQz { color: white; padding: 0.25em 1em } .hVbcQz:hover { opacity: 0.5 }</style><button class="sc-aXZVg hVbcQz" data-it>Go</button>`,
    {
      "src/Button.tsx":
        "import styled from 'styled-components';\nexport const Button = styled.button`\n  color: white;\n  padding: 0.25em 1em;\n  &:hover {\n    opacity: .5;\n  }\n`;\n",
      "src/Box.tsx": "const Box = styled.div`\n  color: white;\n  margin: 3px;\n  width: 4px;\n`;\n",
    },
    "padding",
    { value: "0.25em 1em", file: "src/Button.tsx", line: 4 },
  ],
  [
    "styled-components whose values are all made by functions, that of the element's tag",
    `<style data-styled="active">.jVsDqa { color: rgb(245, 83, 61); font-size: 40px }</style><h3 class="sc-aXZVg jVsDqa" data-it>Go</h3>`,
    {
      "src/S.jsx": `export const Icon = styled.div\`\n  color: \${(props) => props.theme.a};\n  font-size: \${({ big }) => (big ? 1 : 2)};\n\`;\nexport const Count = styled.h3\`\n  color: \${(props) => props.theme.b};\n  font-size: \${(props) => props.theme.c};\n\`;\n`,
    },
    "font-size",
    { file: "src/S.jsx", line: 7 },
  ],
  [
    "styled-components that take a border away",
    `<style data-styled="active">.hVbcQz { display: flex; align-items: center; border: none; color: rgb(9, 8, 7) }</style><button class="sc-aXZVg hVbcQz" data-it>Go</button>`,
    {
      "src/Button.tsx":
        "import styled from 'styled-components';\nexport const Button = styled.button`\n  display: flex;\n  align-items: center;\n  border: none;\n  color: #090807;\n`;\n",
    },
    "border",
    { property: "border", value: "none", file: "src/Button.tsx", line: 5 },
  ],
  [
    "styled-components with a list of states",
    `<style data-styled="active">.hVbcQz { color: white; padding: 3px } .hVbcQz:hover, .hVbcQz:focus { opacity: 0.5 }</style><button class="sc-aXZVg hVbcQz" data-it>Go</button>`,
    {
      "src/Button.tsx":
        "import styled from 'styled-components';\nexport const Button = styled.button`\n  color: white;\n  padding: 3px;\n\n  &:hover,\n  &:focus {\n    opacity: .5;\n  }\n`;\n",
    },
    "opacity",
    { file: "src/Button.tsx", line: 8 },
  ],
  [
    "a class that a minified library seems to declare",
    `<style>.text-dark { color: rgb(52, 71, 103) !important }</style><h2 class="text-dark mb-0" data-it>Sections</h2>`,
    {
      "src/Page.vue": `<template>\n  <div>\n    <h2 class="text-dark mb-0">Sections</h2>\n  </div>\n</template>\n`,
      "src/lib/tilt.min.js": 'x({\n  "text-dark": {\n    color: "rgb(52,71,103)",\n  },\n});\n',
      "src/lib/chart.js": `!function(){var t={"text-dark":{color:"rgb(52,71,103)"}};${"x(t);".repeat(500)}}();\n`,
    },
    "color",
    { file: "src/Page.vue", line: 3 },
  ],
  [
    "a style object of emotion",
    `<style data-emotion="css">.css-1q2w3e-Card { padding-top: 8px; background-color: rgb(250, 250, 250); }</style><div class="css-1q2w3e-Card" data-it>Go</div>`,
    {
      "src/Card.tsx":
        "export function Card() {\n  return (\n    <div\n      css={{\n        paddingTop: 8,\n        backgroundColor: '#fafafa',\n      }}\n    />\n  );\n}\n",
    },
    "padding-top",
    { file: "src/Card.tsx", line: 5 },
  ],
  [
    "a mixin of Less in a file that the named one imports, with a name in parts",
    `<style data-vite-dev-id="/home/me/app/src/main.less">.btn { padding: 5px } .btn-primary { border: 1px solid rgb(221, 221, 221); background-color: rgb(22, 119, 255) }</style><button class="btn btn-primary" data-it>Go</button>`,
    {
      "src/main.less": '@import "./mixins.less";\n.btn {\n  padding: 5px;\n  &-primary {\n    .variant(1px; #ddd);\n  }\n}\n',
      "src/mixins.less":
        "@primary: #1677ff;\n.variant(@width: 2px; @color: silver) {\n  border: @width solid @color;\n  background-color: @primary;\n}\n",
    },
    "border",
    { file: "src/mixins.less", line: 3, evidence: expect.stringContaining("included there") },
  ],
  [
    "a mixin of Sass that nests a rule",
    `<style data-vite-dev-id="/home/me/app/src/main.scss">.card { margin: 0px; list-style: none; padding: 4px } .card > p { color: rgb(1, 2, 3) }</style><div class="card"><p data-it>Words</p></div>`,
    {
      "src/main.scss": '@use "tools" as t;\n.card {\n  @extend %reset;\n  padding: 4px;\n  @include t.text(#010203);\n}\n',
      "src/_tools.scss": "%reset {\n  margin: 0;\n}\n@mixin text($color) {\n  > p {\n    color: $color;\n  }\n}\n",
    },
    "color",
    { file: "src/_tools.scss", line: 6 },
  ],
  [
    "styled-components that are composed",
    `<style data-styled="active">.hVbcQz { border-radius: 6px; font-size: 1em; color: palevioletred; margin: 1em; width: 100%; }</style><button class="sc-aXZVg hVbcQz" data-it>Go</button>`,
    {
      "src/Button.tsx": `const rounded = css\`\n  border-radius: \${(props) => props.theme.radius};\n\`;\nexport const Button = styled.button\`\n  \${rounded}\n  font-size: 1em;\n  color: \${(props) => (props.$on ? 'white' : 'palevioletred')};\n  margin: 1em;\n  \${(props) =>\n    props.$wide &&\n    css\`\n      width: 100%;\n    \`}\n\`;\n`,
    },
    "width",
    { value: "100%", file: "src/Button.tsx", line: 12 },
  ],
  [
    "what a function adds, by another declaration of its rule",
    `<style data-styled="active">.jHOxEF { padding: 6px 0px 15px; font-size: 24px }</style><h1 class="sc-fjmCvl jHOxEF" data-it>Go</h1>`,
    { "src/S.js": `export const Heading = styled.h1\`\n  padding: 6px 0 15px;\n  \${font.size(24)}\n\`;\n` },
    "font-size",
    { value: "24px", file: "src/S.js", line: 2, evidence: "another declaration of its rule" },
  ],
  ["styled-components within others", nestedComponents[0], nestedComponents[1], "gap", { value: "35px", file: "src/page.tsx", line: 11 }],
  [
    "styled-components where another template has more declarations, but other values",
    nestedComponents[0].replace(" data-it", "").replace("<div", "<div data-it"),
    nestedComponents[1],
    "display",
    { value: "flex", file: "src/page.tsx", line: 7 },
  ],
  [
    "a rule for everything in a scoped block, of whose shorthand the browser writes parts",
    `<style>[data-v-7ba5bd90] { border: 1px solid red; border-top: 0 }</style><p data-v-7ba5bd90 data-it>Words</p>`,
    { "src/reset.less": "* {\n  border: 1px solid red;\n  border-top: 0;\n}\n" },
    "border-left-width",
    { file: "src/reset.less", line: 2 },
  ],
  [
    "a style object within one of emotion",
    `<style data-emotion="css">.css-1q2w3e { padding-top: 8px; color: gray; } .css-1q2w3e:hover { opacity: 0.9; } .css-1q2w3e>p { letter-spacing: 1px; }</style><div class="css-1q2w3e"><p data-it>Go</p></div>`,
    {
      "src/Card.tsx":
        "export const Card = () => (\n  <div\n    css={{\n      paddingTop: 8,\n      color: 'gray',\n      '&:hover': { opacity: 0.9 },\n      '& > p': {\n        letterSpacing: '1px',\n      },\n    }}\n  />\n);\n",
    },
    "letter-spacing",
    { file: "src/Card.tsx", line: 8 },
  ],
  [
    "a utility class",
    `<style>@layer theme, utilities; @layer theme { :root, :host { --spacing: 0.25rem } } @layer utilities { .px-4 { padding-inline: calc(var(--spacing) * 4) } .hover\\:bg-red:hover { color: red } }</style><main><button class="px-4 hover:bg-red" data-it>Save all</button></main>`,
    {
      "src/app.css": '@import "tailwindcss";\n@theme {\n  --spacing: 0.25rem;\n}\n',
      "src/App.tsx":
        'export const App = () => (\n  <main>\n    <p className="px-4">No</p>\n    <button className="px-4 hover:bg-red">Save all</button>\n  </main>\n);\n',
    },
    "padding-left",
    {
      value: "padding-inline: calc(var(--spacing) * 4)",
      file: "src/App.tsx",
      line: 4,
      variables: expect.stringContaining("src/app.css:3"),
      conditions: "@layer utilities",
    },
  ],
  [
    "a CSS module whose classes name its file",
    `<style>.Hero_title__8GAKL { font-size: 40px; color: navy }</style><h2 class="Hero_title__8GAKL" data-it>Title</h2>`,
    {
      "src/A.module.css": ".title {\n  font-size: 40px;\n  color: navy;\n}\n",
      "src/Hero.module.css": ".title {\n  color: navy;\n  font-size: 40px;\n}\n",
    },
    "font-size",
    { file: "src/Hero.module.css", line: 3 },
  ],
  [
    "a block that a mixin of a package takes",
    `<style>[data-theme="dark"] body { letter-spacing: 2px }</style><body data-theme="dark"><div data-theme="dark"><b class="body"></b></div><p data-it>Words</p><script>document.documentElement.dataset.theme = "dark"</script>`,
    {
      "src/main.scss": `@use "kit";\nbody {\n  margin: 0;\n}\n@include kit.color-mode(dark) {\n  body {\n    letter-spacing: 2px;\n  }\n}\n`,
    },
    "letter-spacing",
    { file: "src/main.scss", line: 7 },
  ],
  [
    "numbers in a style object that have no unit",
    `<style data-emotion="css">.css-1q2w3e:hover { opacity: 0.9; z-index: 2 } .css-1q2w3e:not(a) { z-index: 3; flex-grow: 1; opacity: 0.8 }</style><div class="css-1q2w3e" data-it>Go</div>`,
    {
      "src/Card.tsx": `export const Card = () => (\n  <div\n    css={{\n      "&:not(a)": { zIndex: 1, flexGrow: 2, opacity: 0.5 },\n    }}\n    sx={{\n      "&:not(a)": { zIndex: 3, flexGrow: 1, opacity: 0.8 },\n    }}\n  />\n);\n`,
    },
    "opacity",
    { file: "src/Card.tsx", line: 7 },
  ],
  [
    "a utility class in one of the lists that a component joins, in a rule that a minifier merged",
    `<style>.h-8, .h-8\\! { height: 32px }</style><a class="peer flex w-full items-center gap-2 rounded-md p-2 ring-sidebar h-8 text-sm" data-it>Inbox</a>`,
    {
      "src/bar.tsx": `export function Input() {\n  return <input className={cn('h-8 w-full bg-none shadow-none')} />;\n}\n${"\n".repeat(40)}export const variants = cva('peer flex w-full items-center gap-2 rounded-md p-2 ring-sidebar', {\n  variants: {\n    default: 'h-8 text-sm',\n    small: 'h-8 text-xs',\n  },\n});\n`,
    },
    "height",
    { file: "src/bar.tsx", line: 46 },
  ],
  [
    "a class of a library that data brings, beside the text that it is shown with",
    `<style>.pi.pi-fw[data-it]:not(:is(.off:hover *)) { text-transform: none }</style><ul><li><a><i class="pi pi-fw pi-box"></i><b>One</b></a></li><li><a><i class="pi pi-fw pi-box" data-it></i><b>Second</b></a></li></ul>`,
    {
      "src/a-menu.ts": `export const other = [\n  { title: "Else", icon: "pi pi-fw pi-box" },\n];\n`,
      "src/menu.ts": `export const menu = [\n  { label: "One", icon: "pi pi-fw pi-box" },\n  {\n    label: "Second",\n    icon: "pi pi-fw pi-box",\n  },\n];\n`,
    },
    "text-transform",
    { file: "src/menu.ts", line: 5 },
  ],
  [
    "a library's sheet alone, whose class is a component's tag in the project",
    `<style>.el-button { background-color: orange }</style><button class="el-button el-button--warning" data-it>Add</button>`,
    { "src/User.vue": '<template>\n  <el-button type="warning">Add</el-button>\n</template>\n' },
    "background-color",
    { selector: ".el-button", file: null, line: null },
  ],
  [
    "a custom property that an applied utility class sets",
    `<style>.title { --tw-leading: 20px; line-height: var(--tw-leading) }</style><h2 class="title" data-it>Title</h2>`,
    { "src/app.css": ".title {\n  @apply leading-5;\n}\n" },
    "line-height",
    { file: "src/app.css", line: 2, variables: "--tw-leading: 20px (.title src/app.css:2)" },
  ],
  [
    "a built style sheet with a source map",
    `<link rel="stylesheet" href="dist/app.css"><p class="lead" data-it>Words</p>`,
    {
      "src/_mixins.scss": "@mixin lead {\n  font-size: 21px;\n}\n",
      "src/app.scss": '@use "mixins";\n.lead { @include mixins.lead; }\n',
      "dist/app.css": builtSheet,
      // Line 1, column 7 comes from line 2, column 3 of the first source.
      "dist/app.css.map": JSON.stringify({ version: 3, sources: ["../src/_mixins.scss"], names: [], mappings: "MACE" }),
    },
    "font-size",
    { value: "21px", file: "src/_mixins.scss", line: 2, evidence: "source map" },
  ],
  [
    "a built style sheet whose source map names a plain one",
    `<link rel="stylesheet" href="css/app.css"><p class="lead" data-it>Words</p>`,
    {
      "src/lead.css": ".lead {\n  font-size: 21px;\n}\n",
      "css/app.css": builtSheet,
      "css/app.css.map": JSON.stringify({ version: 3, sources: ["../src/lead.css"], names: [], mappings: "MACE" }),
    },
    "font-size",
    { value: "21px", file: "src/lead.css", line: 2, evidence: "source map" },
  ],
  [
    "a custom property",
    `<style>:root { --space-2: 8px } .card { padding: var(--space-2) }</style><div class="card" data-it>Go</div>`,
    { "src/theme.css": ":root {\n  --space-1: 4px;\n  --space-2: 8px;\n}\n", "src/card.css": ".card {\n  padding: var(--space-2);\n}\n" },
    "padding",
    { computed: "8px", file: "src/card.css", line: 2, variables: "--space-2: 8px (:root src/theme.css:3)" },
  ],
];
