import { expect, test } from "vitest";
import { keysOf } from "./keys.js";
import { treeOf } from "./node-tree.js";
import type { Nodes } from "./nodes.js";

interface Row {
  readonly depth: number;
  readonly tag: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly step?: string;
}

/** Columns of elements of which only these are known. */
function nodesOf(rows: readonly Row[]): Nodes {
  const strings = [""];
  const place = (text: string) => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1);
  const none = rows.map(() => 0);
  return {
    count: rows.length,
    depth: rows.map(({ depth }) => depth),
    tag: rows.map(({ tag }) => place(tag)),
    text: rows.map(({ text = "" }) => place(text)),
    step: rows.map(({ step = "" }) => place(step)),
    from: rows.map(({ step = "" }, index) => (step === "" ? Math.min(index, 1) : 0)),
    attributes: rows.map((_, index) => index),
    attributeSets: rows.map(({ attributes = {} }) => Object.entries(attributes).flatMap(([name, value]) => [place(name), place(value)])),
    ...{ strings, role: none, name: none, style: none, flags: none, box: rows.flatMap(() => [0, 0, 0, 0]) },
    roots: [{ kind: "document", host: -1 }],
    rootRuns: [0, 0],
    ...{ states: [], before: [], after: [], component: [], source: [] },
  };
}

const root: Row = { depth: 0, tag: "ul" };
const keysIn = (...rows: Row[]) => {
  const nodes = nodesOf([root, ...rows]);
  return keysOf(nodes, treeOf(nodes)).slice(1);
};

const plain: Row = { depth: 1, tag: "li", text: "One", attributes: { class: "row big", "data-n": "1", open: "" } };

test.each<[what: string, changed: Row, same: boolean]>([
  ["itself", plain, true],
  ["what it says by text", { ...plain, text: "Two" }, false],
  [
    "what it says by text far behind",
    { ...plain, text: "One, and much more than sixteen characters A, with an end that is the same" },
    false,
  ],
  ["what it says by attributes", { ...plain, attributes: { ...plain.attributes, href: "/a" } }, false],
  ["its tag", { ...plain, tag: "p" }, false],
  ["its depth", { ...plain, depth: 0 }, false],
  ["a new id", { ...plain, step: "#one" }, false],
  ["its classes", { ...plain, attributes: { ...plain.attributes, class: "row small" } }, true],
  ["an attribute that says nothing", { ...plain, attributes: { class: "row big", "data-n": "2" } }, true],
])("the key of an element that is alone follows %s: same is %s", (what, changed, same) => {
  const before = keysIn(plain);
  const after = what === "its depth" ? [keysOf(nodesOf([changed]), treeOf(nodesOf([changed])))[0]] : keysIn(changed);
  expect(after[0] === before[0]).toBe(same);
});

test("two long texts with the same ends have keys of their own", () => {
  const long = (middle: string): Row => ({ ...plain, text: `The same sixteen characters ${middle} and the same end of it` });
  expect(keysIn(long("one"))).not.toEqual(keysIn(long("two")));
});

const silent = (attributes: Readonly<Record<string, string>>): Row => ({ depth: 1, tag: "li", attributes });
const inner = (text: string): Row => ({ depth: 2, tag: "b", text });
/** As in a list in which each row has the same buttons. */
const row = (once: string, attributes = {}) => [
  silent(attributes),
  inner(once),
  ...Array.from({ length: 20 }, (_, index) => inner(`Button ${index}`)),
];

test.each<[what: string, one: readonly Row[], other: readonly Row[]]>([
  ["classes", [silent({ class: "a" })], [silent({ class: "b" })]],
  ["what is said below", [silent({}), inner("One")], [silent({}), inner("Two")]],
  ["what is said once below, whatever is said again and again", row("Only one"), row("Only two")],
  ["what is said below, with classes alike", row("One", { class: "a" }), row("Two", { class: "a" })],
  ["all attributes", [silent({ class: "a", "data-n": "1" })], [silent({ class: "a", "data-n": "2" })]],
  ["parents", [silent({ class: "a" }), { depth: 2, tag: "i" }], [silent({ class: "b" }), { depth: 2, tag: "i" }]],
])("silent elements that differ in %s keep their keys when they change places", (_what, one, other) => {
  const before = keysIn(...one, ...other);
  const after = keysIn(...other, ...one);
  expect(after).toEqual([...before.slice(one.length), ...before.slice(0, one.length)]);
});

test.each([
  ["class", { class: "row open" }, { class: "row is-active" }],
  ["order of classes", { class: "row big" }, { class: "big  row" }],
])("%s that comes and goes while a page is used changes no key", (_what, one, other) => {
  expect(keysIn(silent(one))).toEqual(keysIn(silent(other)));
});

test.each<[what: string, one: readonly Row[], other: readonly Row[]]>([
  ["other classes", [silent({ class: "a" })], [silent({ class: "b" })]],
  ["other things in it", [silent({}), inner("One")], [silent({}), inner("Two")]],
])("a silent element keeps its key when one with %s comes beside it", (_what, one, other) => {
  expect(keysIn(...one, ...other).slice(0, one.length)).toEqual(keysIn(...one));
});

test("what changes while a page is used separates no duplicates", () => {
  const duplicates = (first: string, second: string) => keysIn(silent({ style: first }), silent({ style: second }));
  expect(duplicates("top: 1px", "")).toEqual(duplicates("", "top: 1px"));
});

test("elements below an id keep their keys wherever it moves", () => {
  const below: Row[] = [
    { depth: 1, tag: "li", step: "#here" },
    { depth: 2, tag: "b", text: "One" },
  ];
  const [id, text] = keysIn(...below);
  const [, movedId, movedText] = keysIn({ depth: 1, tag: "div" }, ...below.map((row) => ({ ...row, depth: row.depth + 1 })));
  expect([movedId, movedText]).toEqual([id, text]);
});

test("elements that are alike in everything have keys of their own, in their order", () => {
  const rows = Array.from({ length: 60_000 }, () => silent({}));
  const keys = keysIn(...rows);
  expect(new Set(keys).size).toBe(rows.length);
  expect(keysIn(...rows.slice(0, 1_000))).toEqual(keys.slice(0, 1_000));
});
