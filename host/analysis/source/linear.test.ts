import { expect, test } from "vitest";
import { readCapture } from "../../contract/reader.js";
import { sampleCapture } from "../../contract/sample-capture.js";
import { shorthandOf } from "../../contract/shorthands.js";
import { processorMs } from "../../testing/processor-time.js";
import { auditAccessibility } from "../accessibility/audit.js";
import { compareCaptures } from "../compare/compare.js";
import { canonicalValue } from "../styles/declarations.js";
import { includeMixins, mayDefineMixins } from "../styles/mixins.js";
import { canonicalSelector, localNamesOf } from "../styles/selectors.js";
import { rulesOfSource, type SourceRule } from "../styles/style-source.js";
import { contextPoints } from "./context.js";
import { callTagsIn } from "./create-element.js";
import { atDepth } from "./depth.js";
import { drawnBy } from "./drawn.js";
import { holdersOf, readsHolder } from "./held.js";
import { iconExportsIn, iconsNamedIn, pathsIn, pathsOfIcon } from "./icon-paths.js";
import { isNamedIn } from "./icons.js";
import { importedNames, importStatementsIn } from "./imports.js";
import { importsIn } from "./loaded.js";
import { messagesIn } from "./messages.js";
import { moduleGraph } from "./modules.js";
import { noRegion } from "./region.js";
import { routedFiles } from "./routes.js";
import { placesIn } from "./search.js";
import { readSource } from "./source-text.js";
import { tagsIn } from "./tags.js";
import { linesOf, movedLines } from "./true-lines.js";
import { nothingWanted } from "./wanted.js";

const size = 400_000;
const filled = (part: string) => part.repeat(size / part.length);
const styled = (text: string) =>
  placesIn(readSource("a.jsx", text), { ...nothingWanted, tag: "p", classes: ["a-b", "b-c", "a"] }, noRegion);
const manyMarked = Array.from({ length: 1_000 }, (_, at) => ({ tag: "p", line: at * 100 }));
const level = { atoms: new Set<string>(), texts: [], whole: "", drawings: [["M1 1"]] };
const including = (value: string, times = 1): SourceRule => ({
  ...{ own: ".a", selector: ".a", conditions: [], offset: 0, mixin: "", is: "rule" },
  declarations: Array.from({ length: times }, () => ({ name: "@apply", value, offset: 0 })),
});
const deep = (text: string) => {
  const tags = tagsIn(text);
  const score = { points: 1, evidence: [], text: { points: 1, words: "" }, isPassed: false, isDrawn: false, isCalled: false };
  const path = [{ tag: "b", classes: [], libraryNames: new Map(), holds: new Set<string>() }];
  const scored = tags.map((tag, index) => ({ tag, index, score }));
  return atDepth(scored, text, tags, { ...nothingWanted, tag: "a", below: "ab", textPath: path }, () => undefined);
};
const calls = (text: string) => callTagsIn(text, new Map([["h", "vue"]]));
const around = (text: string) =>
  contextPoints(readSource("a.tsx", text), 0, [level], {
    messages: new Map([["key", ["text"]]]),
    iconsOf: () => new Map([["mdiEye", new Set(["M1 1"])]]),
  });
/** A capture whose last element is a link, a meter or a picture with a long attribute. */
function pageWith(tag: string, name: string, value: string) {
  const page = sampleCapture({ id: "x", capturedAt: "2025-01-01T00:00:00Z", bytes: 1_000 });
  const { strings, attributeSets, attributes, tag: tags } = page.nodes;
  const nodes = {
    ...page.nodes,
    strings: [...strings, tag, name, value],
    attributeSets: [...attributeSets, [strings.length + 1, strings.length + 2]],
    attributes: attributes.with(-1, attributeSets.length),
    tag: tags.with(-1, strings.length),
  };
  return { filename: value.slice(-9), capture: { ...page, nodes } };
}
const comparing = (tag: string, name: string) => (text: string) =>
  compareCaptures(pageWith(tag, name, `${text}!`), pageWith(tag, name, `${text}?`.replaceAll("a", "b")));

// Sources and pages are foreign: what reads them takes time in proportion to their length. Expressions that backtrack, and brackets that are searched
// from each start anew, took from 10 s (quadratic: `styles: comments`) to hours (cubic: `messages: lines`, `styles: attributes of a selector`),
// nested lists of selectors exhausted the memory, and nested templates the stack.
test.each<[what: string, read: (text: string) => unknown, attack: string]>([
  ["messages: lines", (text) => messagesIn("en.yml", text), `a:${filled("\t")}\u0000${filled("\t")}\r,`],
  ["messages: deep objects", (text) => messagesIn("en.json", `${text}1${text.replaceAll('{"a":', "}")}`), filled('{"a":')],
  ["messages: path", (text) => messagesIn(`${text}/`, "a: b"), filled(".").slice(0, 4_000)],
  ["context: directives", (text) => around(`<p>${text}</p>`), filled("}{{")],
  [
    "moved lines: tags",
    (text) =>
      movedLines(linesOf("a.svelte", text), [
        { tag: "p", line: 1 },
        { tag: "p", line: 200_000 },
      ]),
    filled("<p>\n"),
  ],
  ["moved lines: tags of a script", (text) => movedLines(linesOf("a.tsx", text), manyMarked), filled("<p>\n")],
  ["search: classes that a script holds", (text) => styled(`const a = "${text}";\n<p class={a} />`), filled("a-b ")],
  ["search: opening tags of a script", (text) => styled(`${text}<p class={a} />`), filled("<p class={a} />")],
  ["search: quotes in a class", (text) => styled(`<p class={a + ${text}} />`), filled("'\"")],
  ["calls: in each other", calls, filled("h(a,")],
  ["calls: open properties", calls, filled("h('a',{b:")],
  ["calls: many properties", calls, `h("a",{${filled("b,")}`],
  ["calls: quotes without an end", calls, filled('h(`a",')],
  ["calls: choices", calls, filled("h(a?b:c?")],
  ["calls: white space", calls, `h(${filled(" ")}`],
  ["calls: imports", importedNames, `h(${filled('import{h from"vue"')}`],
  [
    "held: a text in many entries",
    (text) => holdersOf(`const a = [${text}]`, ["ab"]).map((_one, _at, all) => readsHolder("b", all)),
    filled('"ab",'),
  ],
  ["variables: open brackets", (text) => holdersOf(text, ["ab"]), filled("const a=['ab',")],
  ["variables: quotes without an end", (text) => holdersOf(`"${text}`, ["ab"]), filled('ab\\"')],
  ["drawn: components", (text) => drawnBy([readSource("a.jsx", text)])("A"), filled("const A=()=><b/>;")],
  [
    "drawn: components of each other",
    (text) => drawnBy([readSource("a.jsx", text)])("A0"),
    Array.from({ length: 12_000 }, (_, index) => `const A${index} = () => <A${index + 1} />;\n`).join(""),
  ],
  ["drawn: styled components", (text) => drawnBy([readSource("a.jsx", text)])("A"), filled("const A =")],
  ["depth: tags with the text", deep, `<a>${filled("<b>ab</b>")}</a>`],
  ["depth: tags in tags", deep, `${filled("<b>")}ab`],
  ["routes: resources", (text) => routedFiles([{ file: "a.jsx", text }], "/", moduleGraph([], new Set())), filled("<Resource ")],
  [
    "routes: attributes of a resource",
    (text) => routedFiles([{ file: "a.jsx", text }], "/", moduleGraph([], new Set())),
    `<Resource ${filled(" ")}`,
  ],
  ["icons: what a module hands on", iconExportsIn, filled("import{Bin,")],
  ["icons: open clauses", (text) => iconExportsIn(`export {${text}`), filled("a as Bin,")],
  ["icons: definitions", (text) => pathsOfIcon(text, "Bin"), filled("Bin = ")],
  ["icons: paths", pathsIn, filled('"M1 1h9 ')],
  ["icons: points", pathsIn, filled('"1 1 1 1 1 1 1 ')],
  ["icons: an expression", (text) => iconsNamedIn(text, new Map([["Bin", new Set()]])), filled("'Bin")],
  ["imports: defaults", importStatementsIn, filled("import a from '.")],
  ["icons: names", (text) => isNamedIn(text, true, "bell"), filled("[ ")],
  ["imports: white space", importsIn, `from ${filled("\n")}`],
  ["styles: comments", (text) => rulesOfSource("a.css", `a { color: red; }${text}`), filled("\u0000/*")],
  ["styles: comments of a selector", canonicalSelector, filled("\u0000/*")],
  ["styles: attributes of a selector", canonicalSelector, `[-=${filled("\t")}\t-=${filled("\t")}"[-=]`],
  ["styles: open attributes of a selector", canonicalSelector, filled("[-=")],
  ["styles: parts of a class", localNamesOf, filled("a_").slice(0, 4_000)],
  ["styles: open style blocks", (text) => rulesOfSource("a.html", text), filled("<style")],
  ["styles: templates", (text) => rulesOfSource("a.ts", `\`${text}\``), filled("-::")],
  ["styles: nested templates", (text) => rulesOfSource("a.ts", text), filled("`a:b;${")],
  ["styles: templates with open braces", (text) => rulesOfSource("a.ts", text), filled("`a:b;#{`")],
  ["styles: objects", (text) => rulesOfSource("a.ts", `_${text}\u0000`), filled("\n\t")],
  ["styles: keys of an object", (text) => rulesOfSource("a.ts", `x = {${text}}`), filled("a:1,")],
  ["styles: open brackets", (text) => rulesOfSource("a.scss", text), filled("(")],
  ["styles: space before expressions", (text) => rulesOfSource("a.scss", `${text}x${filled("\u0024{}")}`), filled(" ")],
  ["styles: nested lists", (text) => rulesOfSource("a.scss", `${text}c:d`), filled("a,b{")],
  ["styles: nested conditions", (text) => rulesOfSource("a.scss", `${text}c:d`), filled("@media{")],
  ["styles: mixins", mayDefineMixins, filled("#m()")],
  ["styles: lines before placeholders", mayDefineMixins, filled("\n")],
  ["styles: included name", (text) => includeMixins(including(text), new Map()), `${filled("o")}\u0000`],
  ["styles: mixins in mixins", (name) => includeMixins(including(name), new Map([[name, [including(name, 400)]]])), "m"],
  ["styles: white space of values", canonicalValue, `${filled("\t")}\u0000!important(`],
  ["compare: classes", comparing("a", "class"), filled("a ")],
  ["compare: addresses", comparing("img", "src"), filled("_")],
  ["compare: declarations", comparing("a", "style"), `${filled("a:(")};`],
  ["compare: names of declarations", comparing("a", "style"), `${filled("a")};`],
  ["audit: numbers", (text) => auditAccessibility(readCapture(pageWith("meter", "aria-valuenow", text).capture)), `${filled("0")}!`],
  ["shorthands: font", (text) => shorthandOf("font-size")?.pick(text), filled("1px")],
])("%s takes linear time", async (_, read, attack) => {
  expect(await processorMs(() => read(attack))).toBeLessThan(8_000);
});
