import { expect, test } from "vitest";
import { nodesOf } from "../../contract/packed-nodes.js";
import { readCapture, shorthandOf } from "../../contract/reader.js";
import { sampleCapture } from "../../contract/testing/sample.js";
import { isLong } from "../../testing/long.js";
import { processorMs } from "../../testing/processor-time.js";
import { importedNames } from "../../tools/annotation-source.js";
import { auditAccessibility } from "../accessibility/audit.js";
import { compareCaptures } from "../compare/compare.js";
import { canonicalValue } from "../styles/declarations.js";
import { includeMixins, mayDefineMixins } from "../styles/mixins.js";
import { canonicalSelector, localNamesOf } from "../styles/selectors.js";
import { originalPlace } from "../styles/source-map.js";
import { rulesOfSource, type SourceRule } from "../styles/style-source.js";
import { areTrue } from "../true-lines.js";
import { heldIn } from "./keys.js";
import { styledAs } from "./library-names.js";
import { importsIn } from "./loaded.js";
import { plainPlace, positionOf } from "./place.js";
import { reachOf } from "./reach.js";
import { regionOf } from "./region.js";
import { rootsOf } from "./roots.js";
import { filesByScope } from "./scopes.js";
import { placesIn } from "./search.js";
import { readData, readSource } from "./source-text.js";
import { longest } from "./texts.js";
import { themesOf } from "./themes.js";
import { nothingWanted, wantedOf } from "./wanted.js";

/** In characters; and the bound in milliseconds, which what is quadratic exceeds at either length. */
const [size, mostMs] = isLong ? [400_000, 8_000] : [200_000, 2_000];
const filled = (part: string) => part.repeat(size / part.length);
const styled = (text: string) => {
  const wanted = { ...nothingWanted, tag: "p", classes: ["a-b", "b-c", "a"] };
  return placesIn(readSource("a.jsx", text), wanted, regionOf([], wanted));
};
const rootsIn = (text: string) => {
  const source = readSource("a.jsx", `<A />${text}`);
  return source.tags.map((tag) => rootsOf([source])(source)(tag));
};
const manyMarked = Array.from({ length: 1_000 }, (_, at) => ({ tag: "p", line: at * 100 }));
const including = (value: string, times = 1): SourceRule => ({
  ...{ own: ".a", selector: ".a", conditions: [], offset: 0, mixin: "", is: "rule" },
  declarations: Array.from({ length: times }, () => ({ name: "@apply", value, offset: 0 })),
});
/** A capture whose last element is a link, a meter or a picture with a long attribute. */
function pageWith(tag: string, name: string, value: string) {
  const page = sampleCapture({ id: "x", capturedAt: "2025-01-01T00:00:00Z", bytes: 1_000 });
  const { strings, attributeSets, attributes, tag: tags } = nodesOf(page.nodes);
  const nodes = {
    ...nodesOf(page.nodes),
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
// from each start anew, took from 10 s (quadratic: `styles: comments`) to hours (cubic: `styles: attributes of a selector`),
// nested lists of selectors exhausted the memory, and nested templates the stack.
test.each<[what: string, read: (text: string) => unknown, attack: string]>([
  ["true lines: tags of a script", (text) => areTrue("a.tsx", text, manyMarked), filled("<p>\n")],
  ["search: opening tags of a script", (text) => styled(`${text}<p class={a} />`), filled("<p class={a} />")],
  ["search: quotes in a class", (text) => styled(`<p class={a + ${text}} />`), filled("'\"")],
  [
    "reach: components of each other",
    (text) => reachOf([readSource("a.jsx", text)])(plainPlace({ file: "a.jsx", text, is: "use", features: {}, evidence: [] }, 0, 99)),
    Array.from({ length: 12_000 }, (_, index) => `const A${index} = () => <A${index + 1} />;\n`).join(""),
  ],
  ["scopes: styles of Vue", (text) => filesByScope([readSource("a.vue", text)]), filled("<style scope")],
  ["roots: styled definitions", (text) => rootsIn(`styled-components ${text}`), filled("const A = styled(")],
  ["roots: definitions", (text) => rootsIn(text), filled("const A = () => <p />;")],
  ["roots: tags of one component", (text) => rootsIn(`const A = () => ${text}`), filled("<A />")],
  ["roots: imports", (text) => rootsIn(text), filled("import a, ")],
  ["styled: a class", (text) => styledAs({ class: `${text}-sc-1` }), filled("A__b")],
  ["styled: classes", (text) => styledAs({ class: text }), filled("A__b-sc-124al1g ")],
  ["data: keys without quotes", (text) => heldIn([{ file: "a.yml", text: `${text}Home` }], ["Home"]), filled("- a-")],
  ["themes: lists without an end", (text) => themesOf([readData(".nuxt/ui/a.ts", text)]), `  "slots": {\n${filled('    "a": [\n')}  }`],
  ["data: lines around", (text) => heldIn([{ file: "a.yml", text: `a:\n${text}  - b: Home` }], ["Home"]), filled("    -\n")],
  ["imports: defaults", importedNames, filled("import a from '.")],
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
  [
    "styles: a source map whose section lies far down",
    (map) => originalPlace(map, 1, 1),
    '{"version":3,"sections":[{"offset":{"line":2000000000,"column":0},"map":{"version":3,"names":[],"sources":[],"mappings":""}}]}',
  ],
  ["places: lines of a file", (text) => [...text.matchAll(/\n/g)].map(({ index }) => positionOf(text, index)), filled("abc\n")],
  ["compare: classes", comparing("a", "class"), filled("a ")],
  ["compare: addresses", comparing("img", "src"), filled("_")],
  ["compare: declarations", comparing("a", "style"), `${filled("a:(")};`],
  ["compare: names of declarations", comparing("a", "style"), `${filled("a")};`],
  ["audit: numbers", (text) => auditAccessibility(readCapture(pageWith("meter", "aria-valuenow", text).capture)), `${filled("0")}!`],
  ["shorthands: font", (text) => shorthandOf("font-size")?.pick(text), filled("1px")],
])("%s takes linear time", async (_, read, attack) => {
  expect(await processorMs(() => read(attack))).toBeLessThan(mostMs);
});

test("of a text and of a name of very many characters the beginning alone is compared", () => {
  const page = sampleCapture({ id: "x", capturedAt: "2025-01-01T00:00:00Z", bytes: 1_000 });
  const { strings, text, name } = nodesOf(page.nodes);
  const nodes = {
    ...nodesOf(page.nodes),
    strings: [...strings, filled("Some words "), filled("A name ")],
    text: text.with(-1, strings.length),
    name: name.with(-1, strings.length + 1),
  };
  const reader = readCapture({ ...page, nodes });
  const { shown, own, within } = wantedOf(reader, reader.element(nodes.count - 1));
  const longestOf = (texts: Iterable<string>) => Math.max(...[...texts].map((one) => one.length));
  expect([longestOf(shown), own.length, longestOf(within.atoms)].every((one) => one <= longest)).toBe(true);
  expect(shown).toHaveLength(2);
});
