import { expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { testBench } from "../testing/test-bench.js";
import { annotated, rowsOf } from "../testing/tool-bench.js";

const studio = shared(openStudio);

interface Asked {
  readonly what: string;
  readonly page: string;
  readonly comment: string;
  readonly files: Readonly<Record<string, string>>;
  /** What is to be edited first. */
  readonly place: string;
  /** What the code that is shown of it holds. */
  readonly code?: string;
}

const cards = `import topics from "./topics.json";\nexport const Cards = () => topics.map((one) => <h2 className="title">{one.title}</h2>);\n`;
const button = `export function Button({ className, ...rest }) {\n  return <button type="button" className={cn("btn", className)} {...rest} />;\n}\n`;
const save = `import { Button } from "./ui/Button";\nexport const Save = () => (\n  <footer>\n    <Button>Save</Button>\n  </footer>\n);\n`;
const pressed = `<footer><button type="button" class="btn" data-asked>Save</button></footer>`;

const attributes = (count: number) => Array.from({ length: count }, (_, at) => `      data-${at}="${at}"`).join("\n");

const asked: readonly Asked[] = [
  {
    what: "a text in the data of another file",
    page: `<h2 class="title" data-asked>Getting started</h2>`,
    comment: "Rename to First steps",
    files: {
      "src/Cards.jsx": cards,
      "src/topics.json": `[\n  { "title": "Getting started" }\n]\n`,
      "src/old.test.js": `it("Getting started")\n`,
    },
    place: "src/topics.json:2",
  },
  {
    what: "a text, not a name of a program",
    page: `<ul><li data-asked>Work</li></ul>`,
    comment: "Rename to Jobs",
    files: {
      "src/Nav.jsx": `export const Nav = () => menu.map((one) => <li>{one.name}</li>);\n`,
      "src/go.js": `export function go(state) {\n  state.screen = Work\n}\n`,
      "src/menu.js": `export const menu = [\n  { name: "Work" },\n];\n`,
    },
    place: "src/menu.js:2",
  },
  {
    what: "a message in the language of the page",
    page: `<a href="/h" data-asked>Help</a>`,
    comment: "The label should be: Support",
    files: {
      "src/Nav.vue": `<template>\n  <a href="/h">{{ t("nav.help") }}</a>\n</template>\n`,
      "src/i18n/en.json": `{\n  "nav": {\n    "help": "Help"\n  }\n}\n`,
      "src/i18n/de.json": `{\n  "nav": {\n    "help": "Help"\n  }\n}\n`,
    },
    place: "src/i18n/en.json:3",
  },
  {
    what: "the tag with the id of what a script has written another text into",
    page: `<h1 id="balance" data-asked>$290.00</h1>`,
    comment: "Write the sign behind the number",
    files: {
      "index.html": `<main>\n  <h1 id="balance">$0.00</h1>\n</main>\n`,
      "script.js": `document.getElementById("balance").innerText = total();\n`,
    },
    place: "index.html:2",
  },
  {
    what: "a text in the file that shows it, before its copy",
    page: `<h4 class="name" data-asked>Diner double</h4>`,
    comment: "Spell it Dinner double",
    files: Object.fromEntries(
      ["app.js", "a-copy.js"].map((file) => [
        file,
        `const menu = [\n  {\n    title: "Diner double",\n  },\n];\nlist.innerHTML = menu.map((one) => \`<h4 class="${file === "app.js" ? "name" : "old"}">${"$"}{one.title}</h4>\`);\n`,
      ]),
    ),
    place: "app.js:3",
  },
  {
    what: "a text that stands where the element is written",
    page: pressed,
    comment: "Wording: Keep",
    files: { "src/ui/Button.jsx": button, "src/Save.jsx": save, "src/words.json": `{ "save": "Save" }\n` },
    place: "src/Save.jsx:4",
  },
  {
    what: "all of a kind, where they are drawn",
    page: pressed,
    comment: "All buttons with rounder corners",
    files: { "src/ui/Button.jsx": button, "src/Save.jsx": save },
    place: "src/ui/Button.jsx:1",
  },
  {
    what: "one of a kind, where it is written",
    page: pressed,
    comment: "Make this one larger",
    files: { "src/ui/Button.jsx": button, "src/Save.jsx": save },
    place: "src/Save.jsx:4",
  },
  {
    what: "a package's component whose name the project has for something else",
    page: `<div class="stat"><h4 class="MuiTypography-root" data-asked>4,42,236</h4></div>`,
    comment: "Should be larger, and bold",
    files: {
      "src/Stat.jsx": `import Typography from "@mui/material/Typography";\nexport const Stat = ({ count }) => (\n  <div className="stat">\n    <Typography variant="h4">{count}</Typography>\n  </div>\n);\n`,
      "src/theme/typography.js": `export default function Typography(font) {\n  return { font };\n}\n`,
    },
    place: "src/Stat.jsx:4",
  },
  ...["This number is wrong, should be 4,42,300", "Shorten to “4,42”", 'Call it "4,4"', "Typo", "Should read '4,42,000'"].map(
    (comment) => ({
      what: `a text that another file hands to a component (${comment})`,
      page: `<div class="stat"><h4 class="value" data-asked>4,42,236</h4></div>`,
      comment,
      files: {
        "src/Stat.jsx": `export const Stat = ({ count }) => (\n  <div className="stat">\n    <h4 className="value">{count}</h4>\n  </div>\n);\n`,
        "src/pages/Home.jsx": `import { Stat } from "../Stat";\nexport const Home = () => (\n  <main>\n    <Stat count="4,42,236" />\n  </main>\n);\n`,
      },
      place: "src/pages/Home.jsx:4",
    }),
  ),
  {
    what: "a text below what stands before it",
    page: `<button data-0="0" data-1="1" data-2="2" data-asked><svg></svg><svg></svg>Save it</button>`,
    comment: "Write Keep here",
    files: {
      "src/Page.jsx": `import { Button } from "kit";\nexport const Page = () => (\n  <Button\n${attributes(3)}>\n    <Icon />\n    <Mark />\n    Save it\n  </Button>\n);\n`,
    },
    place: "src/Page.jsx:3",
    code: "Save it",
  },
  {
    what: "the tag that a component draws, with its classes",
    page: `<label class="block text-gray" data-asked>Mail</label>`,
    comment: "All labels darker",
    files: {
      "src/Label.jsx": `const Label = ({ children }) => {\n  return (\n    <label\n${attributes(4)}\n      className="block text-gray"\n    >\n      {children}\n    </label>\n  );\n};\nexport default Label;\n`,
      "src/Page.jsx": `import Label from "./Label";\nexport const Page = () => (\n  <main>\n    <Label>Mail</Label>\n  </main>\n);\n`,
    },
    place: "src/Label.jsx:1",
    code: "text-gray",
  },
  {
    what: "the list in which a text stands, not a list elsewhere",
    page: `<nav class="side">${["Home", "Team", "Help", "Work", "Terms", "Kanban"].map((name) => `<div${name === "Kanban" ? " data-asked" : ""}>${name}</div>`).join("")}</nav>`,
    comment: 'Rename to "Board"',
    files: {
      "src/Side.jsx": `export const Side = () => (\n  <nav className="side">\n    <Top\n      at="left"\n      of="page"\n    />\n${["Home", "Team", "Help", "Work", "Terms", "Kanban"].map((name) => `    {link(match, '${name}')}`).join("\n")}\n  </nav>\n);\nconst link = (match, name) => <Item at={match}><Words>{name}</Words></Item>;\n`,
      "src/Trail.jsx": `export const Trail = () => <Crumbs items={["Projects", "Kanban"]} />;\n`,
    },
    place: "src/Side.jsx:12",
  },
  ...["Build it fast", "drop 'fast'", "should be the second one", "leave it out"].map((comment) => ({
    what: `the entry of a list that shows it (${comment})`,
    page: `<section class="end"><h2>Why</h2><ul><li>Know more</li><li data-asked>Build fast</li><li>Ship less</li></ul></section>`,
    comment,
    files: {
      "src/Why.jsx": `const first = "Build fast";\n${"// …\n".repeat(90)}const all = [\n  "Know more",\n  "Build fast",\n  "Ship less",\n];\nexport const Why = () => (\n  <section className="end">\n    <h2>Why</h2>\n    <ul>{all.map((one) => <li>{one}</li>)}</ul>\n  </section>\n);\n`,
    },
    place: "src/Why.jsx:94",
  })),
  {
    what: "the tag of what is to stand in another place, not its message",
    page: `<nav class="top"><a class="one" href="/a">Start</a><a class="two" href="/h" data-asked>Help</a></nav>`,
    comment: "should be the first entry",
    files: {
      "src/Nav.vue": `<template>\n  <nav class="top">\n    <a class="one" href="/a">{{ t("start") }}</a>\n    <a class="two" href="/h">{{ t("help") }}</a>\n  </nav>\n</template>\n`,
      "src/i18n/en.json": `{\n  "start": "Start",\n  "help": "Help"\n}\n`,
    },
    place: "src/Nav.vue:4",
  },
  {
    what: "of equal texts the one nearest to the text beside it",
    page: `<ul>${["Ann", "Bob", "Cid"].map((name) => `<li><h3>${name}</h3><p class="job"${name === "Bob" ? " data-asked" : ""}>cook</p></li>`).join("")}</ul>`,
    comment: "pastry cook",
    files: {
      "src/Team.jsx": `const team = [\n${["Ann", "Bob", "Cid"].map((name) => `  { name: "${name}", job: "cook" },\n`).join("")}];\nexport const Team = () => team.map((one) => <li><h3>{one.name}</h3><p className="job">{one.job}</p></li>);\n`,
    },
    place: "src/Team.jsx:3",
  },
  {
    what: "all of a kind by a path from the source folder",
    page: pressed,
    comment: "All buttons with rounder corners",
    files: { "src/ui/Button.jsx": button, "src/pages/Save.jsx": save.replace("./ui/Button", "@/ui/Button") },
    place: "src/ui/Button.jsx:1",
  },
];

it.each(asked)("what an annotation is about comes first: $what", async ({ page, comment, files, place, code = "" }) => {
  const bench = await testBench(files);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body><main>${page}</main>`;
  const id = "asked";
  await bench.add(annotated(await studio.html(html), ({ attributes }) => attributes["data-asked"] !== undefined, comment, id));
  const { source } = await bench.call("get_annotation_context", { annotation: id });
  const found = await bench.call("find_source", { annotation: id });
  for (const rows of [rowsOf(source), rowsOf(found)]) {
    const [first] = rows.map(({ file, line }) => `${file}:${line}`);
    expect(first === place || (place.endsWith(":1") && first?.startsWith(place.slice(0, -1))), JSON.stringify(rows)).toBe(true);
  }
  expect(rowsOf(source)[0]?.["code"]).toContain(code);
});

it("names the entry of a list by the address of a link without text", async () => {
  const bench = await testBench({
    "src/Links.jsx": `const links = [\n  { id: "one", to: "https://one.example/a" },\n  { id: "two", to: "https://two.example/b" },\n];\n\n\nexport const Links = () => links.map((one) => <a className="mark" href={one.to}><svg /></a>);\n`,
  });
  const links = ["one.example/a", "two.example/b"].map((to) => `<a class="mark" href="https://${to}"><svg width="9" height="9"></svg></a>`);
  const capture = await studio.html(`<!doctype html><html lang="en"><title>Page</title><body>${links.join("")}`);
  await bench.add(annotated(capture, ({ attributes }) => attributes["href"]?.includes("two") === true, "Opens the wrong one", "mute"));
  const places = rowsOf((await bench.call("get_annotation_context", { annotation: "mute" }))["source"]).map(
    ({ line, is }) => `${line} ${is}`,
  );
  expect(places).toContain("3 data");
});

it("names where what an element shows is written, in the file that has the texts beside it too", async () => {
  const bench = await testBench({
    "src/Stat.jsx": `export const Stat = ({ title }) => (\n  <li className="stat">\n    <p className="stat-title">{title}</p>\n  </li>\n);\n`,
    "src/a-menu.js": `export const menu = [\n  { name: "New users" },\n];\n`,
    "src/stats.js": `export const stats = [\n  { title: "Total sales" },\n  { title: "New users" },\n];\n`,
  });
  const items = ["Total sales", "New users"].map((title) => `<li class="stat"><p class="stat-title">${title}</p></li>`).join("");
  const capture = await studio.html(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body><ul>${items}</ul>`);
  await bench.add(annotated(capture, ({ text }) => text === "New users", "we call them members", "text"));
  const { source } = await bench.call("get_annotation_context", { annotation: "text" });
  const places = rowsOf(source).map(({ file, line, is }) => `${file}:${line} ${is}`);
  expect(places).toEqual(["src/Stat.jsx:3 use", "src/stats.js:3 data"]);
});
