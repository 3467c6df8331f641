import { expect, test } from "vitest";
import { makeStackSources } from "./react-stack.js";

const site = "http://localhost:5173";

/** A component as a development server compiles it: its text alone is read. */
function component(text: string): object {
  return new Function(`return (${text})`)();
}

/** A call without a tag's name is that of a component. */
const call = (tag: string, file: string, line: number) =>
  `/* @__PURE__ */ jsxDEV(${tag}, {}, void 0, false, { fileName: ${file}, lineNumber: ${line}, columnNumber: 5 }, this)`;

const returning = (tag: string, file: string, line: number) => component(`function () {\n  return ${call(tag, file, line)};\n}`);

/** Where the call of `returning` stands in a module in which the component begins at the row. */
const at = (file: string, row: number) => `${site}/${file}:${row + 1}:26`;

const inChrome = (frames: readonly string[]) => ({
  stack: ["Error: react-stack-top-frame", ...frames.map((frame) => `    at ${frame}`)].join("\n"),
});
const ofReact = `exports.jsxDEV (${site}/node_modules/.vite/deps/react_jsx-dev-runtime.js:246:30)`;
const bottom = `Object.react_stack_bottom_frame (${site}/node_modules/.vite/deps/react-dom_client.js:18509:20)`;
const direct = (frame: string) => inChrome([ofReact, frame, bottom]);

const page = '"/home/me/shop/src/pages/Page.jsx"';
const loadable = '"/home/me/shop/src/Loadable.jsx"';
const unnamed = "_jsxFileName";

const named = (name: string, file: string, line: number) => component(`function ${name}() {\n  return ${call("Panel", file, line)};\n}`);

// Calls of components begin in the same column in module after module: `return jsxDEV(…)`.
test.each<[what: string, expected: string, stack: object, components: readonly object[]]>([
  [
    "in the owner's own text",
    "~/shop/src/pages/Page.jsx:7:5",
    direct(`Page (${at("src/pages/Page.jsx", 1)})`),
    [returning("Panel", page, 7)],
  ],
  [
    "that the owner makes but that is not found in its text, while the component around has one in that column",
    "src/pages/Page.jsx",
    direct(`Page (${at("src/pages/Page.jsx", 1)})`),
    [component("function Page() { return null; }"), returning("Page", unnamed, 10)],
  ],
  [
    "that Firefox shows the owner to make",
    "src/pages/Page.jsx",
    {
      stack: `exports.jsxDEV@${site}/react.js:246:30\nPage@${at("src/pages/Page.jsx", 1)}\nreact_stack_bottom_frame@${site}/react-dom.js:18509:20\n`,
    },
    [component("function Page() { return null; }"), returning("Page", unnamed, 10)],
  ],
  [
    "that a component makes for another one, which owns it because it has cloned it",
    "~/shop/src/pages/Page.jsx:7:5",
    direct(`Page (${at("src/pages/Page.jsx", 1)})`),
    [component("function Hint() { return null; }"), returning("Any", unnamed, 10), named("Page", page, 7)],
  ],
  [
    "that a class makes for another one",
    "src/pages/Page.jsx:7:5",
    direct(`Page.render (${at("src/pages/Page.jsx", 2)})`),
    [component("function Hint() { return null; }"), component(`class Page {\n  render() {\n  return ${call("Panel", unnamed, 7)};\n}}`)],
  ],
  [
    "that a callback makes which a component around has handed over",
    "~/shop/src/pages/Page.jsx:7:5",
    inChrome([ofReact, at("src/pages/Page.jsx", 1), `List (${site}/src/List.jsx:9:9)`, bottom]),
    [component("function List() { return null; }"), returning("Panel", page, 7)],
  ],
  [
    "in a callback of another module than the component around is from",
    "src/pages/Page.jsx",
    inChrome([ofReact, at("src/pages/Page.jsx", 1), `List (${site}/src/List.jsx:9:9)`, bottom]),
    [component("function List() { return null; }"), returning("Page", loadable, 10)],
  ],
  [
    "in a callback of a package, while a component around has a call in that column",
    "",
    inChrome([ofReact, at("node_modules/.vite/deps/kit.js", 600), `List (${site}/node_modules/.vite/deps/kit.js:9:9)`, bottom]),
    [component("function List() { return null; }"), returning("Page", unnamed, 10)],
  ],
])("a call %s", (_, expected, stack, components) => {
  expect(read(makeStackSources()(stack, components, ""))).toBe(expected);
});

test.each([1, 4])("a component's own calls have their places, whatever was seen in its text before (row %d)", (row) => {
  const sources = makeStackSources();
  const owner = returning("Panel", unnamed, 7);
  const list = component("function List() { return null; }");
  const foreign = inChrome([ofReact, at("src/Other.jsx", 1), `List (${site}/src/List.jsx:9:9)`, bottom]);
  const seen = [sources(foreign, [list, owner], "")(), sources(direct(`Page (${at("src/Page.jsx", row)})`), [owner], "")()];
  expect(seen.map((place) => (typeof place === "string" ? place : place()))).toEqual(["src/Other.jsx", "src/Page.jsx:7:5"]);
});

function read(sight: ReturnType<ReturnType<typeof makeStackSources>>): string {
  const place = sight();
  return typeof place === "string" ? place : place();
}
