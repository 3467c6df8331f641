import { expect, test } from "vitest";
import { nothingWanted, type Wanted } from "../analysis/source/wanted.js";
import { findCandidates } from "./source-search.js";
import { sourcesOf } from "./testing/sources.js";

const others = {
  "src/App.tsx": `export const App = () => (\n  <main>\n    <p>Welcome</p>\n    <Menu title="Main" />\n  </main>\n);\n`,
  "src/Menu.tsx": `export const Menu = ({ title }) => <nav className="menu wide">{title}</nav>;\n`,
};

// A question by text alone: nothing is known of an element.
test.each<[what: string, text: string, file: string, source: string, line: number]>([
  ["a tag of two classes", "Parcel lost", "src/Note.tsx", `export const Note = () => (\n  <p className="a-1 b-2">Parcel lost</p>\n);\n`, 2],
  ["a tag of five", "Parcel lost", "src/Note.vue", `<template>\n  <b class="a-1 b-2 c-3 d-4 e-5" :k="t">Parcel lost</b>\n</template>\n`, 2],
  ["a tag with id and address", "Track it", "src/Link.svelte", `<p>\n  <a id="track" class="big" href="/track">Track it</a>\n</p>\n`, 2],
  ["keys that are constants", "Sent last week", "src/labels.js", `export const labels = {\n  [Status.SENT]: "Sent last week",\n};\n`, 2],
  ["an apostrophe with a backslash", "Don't send", "src/words.ts", `export const no =\n  'Don\\'t send';\n`, 2],
  ["a quote in a property of JSX", 'Say "yes"', "src/Ask.tsx", `export const Ask = () => (\n  <Ask2 label={"Say \\"yes\\""} />\n);\n`, 2],
  ["letters by their numbers", "Café noir", "src/words.json", `{\n  "drink": "Caf\\u00e9 noir"\n}\n`, 0],
  ["letters by their numbers in a script", "Café noir", "src/words.js", `export default {\n  drink: "Caf\\u{e9} noir",\n};\n`, 2],
  ["a reference in an attribute", "Tom & Ann", "src/pair.html", `<p>\n  <img alt="Tom &amp; Ann">\n</p>\n`, 2],
  ["a reference by number", "It’s late", "src/late.html", `<p>\n  <b>It&#8217;s late</b>\n</p>\n`, 2],
  ["a paragraph of Markdown", "Parcels travel by night.", "posts/night.md", `# Night\n\nParcels **travel** by\nnight.\n`, 3],
  ["a heading of MDX", "How we pack", "posts/pack.mdx", `import X from "./x";\n\n## How we pack\n\n<X />\n`, 3],
  ["a link in Markdown", "See the price list first", "posts/price.md", `- one\n- See the [price list](https://shop.test/list) first\n`, 2],
  ["a value of JSON that no code asks for by a key", "Kept cool", "data/boxes.json", `[\n  { "name": "Kept cool" }\n]\n`, 2],
  ["a value of YAML", "Kept cool", "data/boxes.yml", `- name: a\n  note: Kept cool\n`, 2],
  ["a value of properties", "Kept cool", "data/boxes.properties", `a=b\nnote=Kept cool\n`, 2],
])("of %s", async (_, text, file, source, line) => {
  const found = await findCandidates(sourcesOf({ ...others, [file]: source }), { ...nothingWanted, shown: [text] });
  if (line === 0) expect(found.every((one) => one.file !== "src/App.tsx")).toBe(true);
  else expect(found[0], JSON.stringify(found)).toMatchObject({ file, line });
});

test("of files with a text the one that has it most often comes first, and each has its row", async () => {
  const table = (name: string, times: number) => `export const ${name} = () => (\n${"  <td>Shipped</td>\n".repeat(times)});\n`;
  const files = { "src/A.tsx": table("A", 1), "src/Orders.tsx": table("Orders", 9), "src/B.tsx": table("B", 1) };
  const found = await findCandidates(sourcesOf({ ...others, ...files }), { ...nothingWanted, shown: ["Shipped"] });
  expect(found[0], JSON.stringify(found)).toMatchObject({ file: "src/Orders.tsx", line: 2 });
  expect(new Set(found.map(({ file }) => file))).toEqual(new Set(Object.keys(files)));
});

test("a text that is written forty times is not denied", async () => {
  const file = "src/Orders.tsx";
  const source = `export const Orders = () => (\n${"  <td>Shipped</td>\n".repeat(40)});\n`;
  const found = await findCandidates(sourcesOf({ ...others, [file]: source }), { ...nothingWanted, shown: ["Shipped"] });
  expect(found[0]).toMatchObject({ file, line: 2 });
});

const banner = `/*! Parcels v2.1.0 | MIT */\nvar t = '<button class="go">Send</button>';\n`;

test.each([
  ["public/js/parcels.js", banner],
  ["assets/vendors/parcels/index.js", `var t = '<button class="go">Send</button>';\n`],
  ["third_party/parcels.js", `var t = '<button class="go">Send</button>';\n`],
  ["static/app.min.js", `var t='<button class="go">Send</button>'`],
  ["static/bundle.js", `${"a();".repeat(700)}var t='<button class="go">Send</button>'`],
  ["static/mapped.js", `var t = '<button class="go">Send</button>';\n//# sourceMappingURL=mapped.js.map\n`],
])("what others made comes after the project's own source: %s", async (file, text) => {
  const own = {
    "src/pages/Send.tsx": `export const Send = () => (\n  <button className={look}>{send}</button>\n);\nconst send = "Send";\n`,
  };
  const wanted: Wanted = { ...nothingWanted, tag: "button", shown: ["Send"], own: "Send", classes: ["go"] };
  const found = await findCandidates(sourcesOf({ [file]: text, ...own }), { ...wanted, attributes: { class: "go" } });
  expect(found[0], JSON.stringify(found)).toMatchObject({ file: "src/pages/Send.tsx" });
});

test.each(["header", "nav", "td", "tr", "li", "aside", "footer", "article", "section", "div"])(
  "<%s> is found by its classes, whatever it holds",
  async (tag) => {
    const files = {
      "src/Box.tsx": `export const Box = ({ one }) => (\n  <${tag} className="parcel-box tall">\n    <b>Always</b>\n    {one}\n  </${tag}>\n);\n`,
      "src/Other.tsx": `export const Other = () => (\n  <${tag}>\n    <b>Sometimes</b>\n  </${tag}>\n);\n`,
    };
    const below = "Packed by hand";
    const wanted: Wanted = {
      ...nothingWanted,
      tag,
      shown: [below],
      classes: ["parcel-box", "tall"],
      attributes: { class: "parcel-box tall" },
    };
    const found = await findCandidates(sourcesOf(files), wanted);
    expect(found[0], JSON.stringify(found)).toMatchObject({ file: "src/Box.tsx", line: 2 });
  },
);

test("the only place with the exact text keeps its row behind tags that know nothing of it", async () => {
  const cards = Array.from({ length: 8 }, (_, at) => [
    `src/Card${at}.tsx`,
    `export const Card${at} = ({ a }) => <h3 className="title">{a}</h3>;\n`,
  ]);
  const files = { ...Object.fromEntries(cards), "src/copy.js": `export const Copy = {\n  [S.CHOSEN]: "Chosen for packing",\n};\n` };
  const shown = "Chosen for packing";
  const wanted: Wanted = {
    ...nothingWanted,
    tag: "h3",
    shown: [shown],
    own: shown,
    classes: ["title"],
    attributes: { class: "title" },
  };
  const found = await findCandidates(sourcesOf(files), wanted);
  expect(found.map(({ file }) => file)).toContain("src/copy.js");
});
