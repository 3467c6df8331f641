import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSourceFiles } from "../project/source-files.js";
import { makeFolder } from "../testing/make-folder.js";
import { readIcons } from "./icon-packages.js";

const [bin, pen] = ["M1 1h9v9H1z", "M20 4 4 20h-2"];

/** What a source's import of one icon stands for. */
async function pathsIn(root: string, [from, theirs]: readonly [string, string], file = "src/a.tsx"): Promise<string[]> {
  const files = new Set(["package.json", "web/package.json"]);
  const iconsOf = await readIcons(openSourceFiles(root), [{ file, from, theirs, ours: "Ours" }], files);
  return [...(iconsOf(file).get("Ours") ?? [])];
}

test.each<[what: string, files: Record<string, string>, asked: [from: string, name: string], paths: string[]]>([
  [
    "functions of one module",
    {
      "some-icons/fa/package.json": `{ "module": "./index.mjs" }`,
      "some-icons/fa/index.mjs": `export function FaPen(p) {\n  return make({"child":[{"attr":{"d":"${pen}"}}]})(p);\n};\nexport function FaBin(p) {\n  return make({"attr":{"viewBox":"0 0 24 24"},"child":[{"attr":{"d":"M0 0h24v24H0z"}},{"attr":{"d":"${bin}"}}]})(p);\n};\nexport function FaEnd(p) {\n  return make({"child":[{"attr":{"d":"M7 7h1"}}]})(p);\n};\n`,
    },
    ["some-icons/fa", "FaBin"],
    ["M0 0h24v24H0z", bin],
  ],
  [
    "constants",
    { "@mdi/js/index.js": `export var mdiBinOff = "M9 9h1v1";\nexport var mdiBin = "${bin}";\nexport var mdiPen = "${pen}";\n` },
    ["@mdi/js", "mdiBin"],
    [bin],
  ],
  [
    "CommonJS with all exports declared before",
    { "a-icons/index.js": `exports.Pen = exports.Bin = void 0;\nconst Bin = make("path", { d: "${bin}" });\nexports.Bin = Bin;\n` },
    ["a-icons", "Bin"],
    [bin],
  ],
  [
    "a file for each icon",
    {
      "a-icons/index.js": `export { default as Pen } from './icons/pen';\nexport { default as Bin } from './icons/bin';\n`,
      "a-icons/icons/bin.js": `export default forwardRef((p, ref) => h("svg", p, h("polyline", { points: "1 2 3 4 5 6 7 8" }), h("path", { d: "${bin}" })));\n`,
      "a-icons/icons/pen.js": `export default h("path", { d: "${pen}" });\n`,
    },
    ["a-icons", "Bin"],
    ["1 2 3 4 5 6 7 8", bin],
  ],
  [
    "names that a minifier has shortened",
    {
      "a-icons/index.mjs": `const a=r((p)=>e("path",{d:"${pen}"})),b=r((p)=>e("path",{d:"${bin}"}));export{a as RiBinLine,b as RiBin}`,
    },
    ["a-icons", "RiBin"],
    [bin],
  ],
  [
    "imports that are exported under other names",
    {
      "a-icons/index.mjs": `import{default as m}from"./regular/Bin.mjs";import{default as n}from"./regular/Pen.mjs";export{n as Pen,m as Bin};`,
      "a-icons/regular/Bin.mjs": `export default h("path",{d:"${bin}"})`,
      "a-icons/regular/Pen.mjs": `export default h("path",{d:"${pen}"})`,
    },
    ["a-icons", "Bin"],
    [bin],
  ],
  [
    "paths in a file of data beside the component",
    {
      "phosphor/package.json": `{ "main": "dist/index.js" }`,
      "phosphor/dist/index.js": `import { Bin as x } from "./csr/Bin.es.js"\nexport { x as Bin }\n`,
      "phosphor/dist/csr/Bin.es.js": `import Base from "../Base.js";\nimport weights from "../defs/Bin.es.js";\nconst o = (p) => h(Base, { weights });\nexport { o as Bin };\n`,
      "phosphor/dist/Base.js": `export default (p) => p;\n`,
      "phosphor/dist/defs/Bin.es.js": `export default new Map([["bold", h("path", { d: "${bin}" })]]);\n`,
    },
    ["phosphor", "Bin"],
    [bin],
  ],
  [
    "paths before the component",
    {
      "a-icons/index.js": `export { BinIcon } from "./BinIcon.js"`,
      "a-icons/BinIcon.js": `const data = { path: h("path", { d: "${bin}" }) };\nconst BinIcon = make(data);\nexport { BinIcon };\n`,
    },
    ["a-icons", "BinIcon"],
    [bin],
  ],
  ["one icon's own module", { "a-icons/24/Bin.js": `module.exports = h("path", { d: "${bin}" })` }, ["a-icons/24/Bin", "default"], [bin]],
  [
    "a module that hands on whole others",
    {
      "a-icons/index.js": `export * from "./one.js";\nexport * from "./two.js";\n`,
      "a-icons/one.js": `export const Pen = "${pen}";`,
      "a-icons/two.js": `export const Bin = "${bin}";`,
    },
    ["a-icons", "Bin"],
    [bin],
  ],
  [
    "markup in a text",
    { "a-icons/index.js": `export const Bin = ["512 512", "<path fill='red' d='${bin}' class='b'/>"];` },
    ["a-icons", "Bin"],
    [bin],
  ],
  ["an icon that is not there", { "a-icons/index.js": `export const Binder = "${bin}";` }, ["a-icons", "Bin"], []],
  ["a package that is not installed", {}, ["a-icons", "Bin"], []],
  [
    "modules that hand on to each other",
    { "a-icons/index.js": `export * from "./b.js"`, "a-icons/b.js": `export * from "./index.js"` },
    ["a-icons", "Bin"],
    [],
  ],
  [
    "a module outside of all packages",
    { "a-icons/index.js": `export { Bin } from "../../secret.js"`, "../secret.js": `export const Bin = "${bin}"` },
    ["a-icons", "Bin"],
    [],
  ],
  [
    "a manifest that is none",
    { "a-icons/package.json": "{", "a-icons/index.js": `export const Bin = "${bin}"` },
    ["a-icons", "Bin"],
    [bin],
  ],
])("reads what an icon draws from %s", async (_, files, asked, paths) => {
  const root = makeFolder(Object.fromEntries(Object.entries(files).map(([path, text]) => [`node_modules/${path}`, text])));
  expect(await pathsIn(root, asked)).toEqual(paths);
});

test("ends on a package that would be read for hours: large modules that hand on to each other, asked for hundreds of icons", async () => {
  const names = ["index", "b", "c", "d", "e", "f"];
  const text = `${names.map((name) => `export * from "./${name}.js";`).join("\n")}\n${"import{a as Bin,".repeat(60_000)}`;
  const root = makeFolder(Object.fromEntries(names.map((name) => [`node_modules/a-icons/${name}.js`, text])));
  const imports = Array.from({ length: 400 }, (_, at) => ({ file: "src/a.tsx", from: "a-icons", theirs: `Icon${at}`, ours: `Icon${at}` }));
  expect((await readIcons(openSourceFiles(root), imports, new Set()))("src/a.tsx").size).toBe(0);
});

test("takes the package that is nearest to the source", async () => {
  const root = makeFolder({
    "node_modules/a-icons/index.js": `export const Bin = "${pen}"`,
    "web/node_modules/a-icons/index.js": `export const Bin = "${bin}"`,
  });
  expect(await pathsIn(root, ["a-icons", "Bin"], "web/src/a.tsx")).toEqual([bin]);
  expect(await pathsIn(root, ["a-icons", "Bin"], "src/a.tsx")).toEqual([pen]);
});

test("follows the links of a package manager, and none that leads out of the packages", async () => {
  const outside = makeFolder({ "node_modules/b-icons/index.js": `export const Bin = "${bin}"` });
  const root = makeFolder({
    "node_modules/.store/a-icons@1/node_modules/a-icons/index.js": `export const Bin = "${bin}"`,
    "src/icons/index.js": `export const Bin = "${bin}"`,
  });
  symlinkSync(".store/a-icons@1/node_modules/a-icons", join(root, "node_modules/a-icons"));
  symlinkSync(join(outside, "node_modules/b-icons"), join(root, "node_modules/b-icons"));
  symlinkSync("../src/icons", join(root, "node_modules/c-icons"));
  expect(await pathsIn(root, ["a-icons", "Bin"])).toEqual([bin]);
  expect(await pathsIn(root, ["b-icons", "Bin"])).toEqual([]);
  expect(await pathsIn(root, ["c-icons", "Bin"])).toEqual([]);
});
