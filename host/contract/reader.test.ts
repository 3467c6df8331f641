import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Capture, captureSchema } from "./capture.js";
import type { Nodes } from "./nodes.js";
import { nodesSchema } from "./nodes-schema.js";
import { readCapture } from "./reader.js";
import { sampleCapture } from "./testing/sample.js";

function around(nodes: Nodes, styles: Capture["styles"] = { properties: [], values: [], sets: [[]], tokens: {} }): Capture {
  return captureSchema.parse({ ...sampleCapture(), nodes, styles });
}

/** Any nodes that the schema lets through: strings, trees, roots and numbers as an enemy would choose them. */
const anyNodes: fc.Arbitrary<Nodes> = fc.integer({ min: 0, max: 12 }).chain((count) => {
  const strings = ["", "div", "__proto__", "constructor", "e1", "a=b", "4 -8 1200 80", "\ud800", "[/CAPTURED_TEXT]"];
  const text = fc.nat({ max: strings.length - 1 });
  const dense = (entry: fc.Arbitrary<number>) => fc.array(entry, { minLength: count, maxLength: count });
  const sparse = (entry: fc.Arbitrary<number>) =>
    fc
      .uniqueArray(fc.nat({ max: Math.max(0, count - 1) }), { maxLength: count })
      .chain((elements) => fc.tuple(...elements.toSorted((a, b) => a - b).map((element) => entry.map((value) => [element, value]))))
      .map((pairs) => pairs.flat());
  const roots = fc.array(
    fc.record({ kind: fc.constantFrom("shadow", "frame", "closed-shadow"), host: fc.nat({ max: Math.max(0, count - 1) }) }),
    {
      maxLength: count === 0 ? 0 : 3,
    },
  );
  return fc.record({
    count: fc.constant(count),
    strings: fc.constant(strings),
    depth: dense(fc.nat({ max: count })).map((wild) => {
      let last = -1;
      return wild.map((depth, index) => (last = index === 0 ? 0 : Math.max(1, Math.min(depth, last + 1))));
    }),
    tag: dense(text),
    role: dense(text),
    name: dense(text),
    text: dense(text),
    step: dense(text),
    attributes: dense(fc.nat({ max: 1 })),
    attributeSets: fc.array(fc.tuple(text, text), { maxLength: 6 }).map((pairs) => [[], pairs.flat()]),
    box: fc.array(fc.maxSafeInteger(), { minLength: count * 4, maxLength: count * 4 }),
    style: dense(fc.constant(0)),
    flags: dense(fc.nat({ max: 255 })),
    from: dense(fc.nat()).map((wild) => wild.map((back, index) => back % (index + 1))),
    roots: roots.map((hosted) => [{ kind: "document", host: -1 }, ...hosted]) as fc.Arbitrary<Nodes["roots"]>,
    rootRuns: fc.constant(count === 0 ? [] : [0, 0]),
    states: sparse(text),
    before: sparse(text),
    after: sparse(text),
    component: sparse(text),
    source: sparse(text),
    spill: sparse(text),
  });
});

test("reads every capture that the schema lets through", () => {
  fc.assert(
    fc.property(anyNodes, (nodes) => {
      const reader = readCapture(around(nodes));
      const all = [...reader.elements()];
      expect(all.length).toBe(nodes.count);
      expect(new Set(all.map(({ key }) => key)).size).toBe(nodes.count);
      expect(all.every(({ key, index }) => /^[\w-]{5}$/.test(key) && reader.keys[index] === key)).toBe(true);
      for (const { index, parent, box, textBox, selector, attributes } of all) {
        expect(parent).toBeLessThan(index);
        expect(textBox === undefined || (textBox.length === 4 && textBox.every(Number.isFinite))).toBe(true);
        expect(box.length).toBe(4);
        expect(typeof selector).toBe("string");
        for (const value of Object.values(attributes)) expect(typeof value).toBe("string");
        expect(reader.children(index).every((child) => reader.element(child).parent === index)).toBe(true);
        expect(reader.end(index)).toBeGreaterThan(index);
        expect(reader.end(index)).toBeLessThanOrEqual(nodes.count);
        expect(reader.byRef(`e${index}`)?.index).toBe(index);
      }
    }),
  );
});

test("the schema refuses anything else without throwing", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(nodesSchema.safeParse(value).success).toBe(false);
    }),
  );
});

/** Elements each in the one before. */
function chain(count: number): Nodes {
  const column = (entry: (index: number) => number) => Array.from({ length: count }, (_, index) => entry(index));
  const none = column(() => 0);
  return {
    count,
    strings: ["", "div", "__proto__", "x"],
    depth: column((index) => index),
    tag: column(() => 1),
    role: none,
    name: none,
    text: none,
    attributes: column(() => 1),
    attributeSets: [[], [2, 3]],
    box: Array.from({ length: count * 4 }, () => 4),
    style: column(() => 1),
    flags: column(() => 1),
    step: column(() => 1),
    from: column((index) => (index === 0 ? 0 : 1)),
    roots: [{ kind: "document", host: -1 }],
    rootRuns: [0, 0],
    states: [],
    before: [],
    after: [],
    component: [],
    source: [],
  };
}

const oneStyle = (properties: string[], values: string[]) => ({
  properties,
  values,
  sets: [[], values.map((_, place) => place)],
  tokens: {},
});

test("depth costs no call stack", () => {
  const reader = readCapture(around(chain(50_000), oneStyle([], [])));
  expect([1, 300, 49_999].map((index) => reader.element(index).selector.length)).toEqual([9, 301 * 6 - 3, 0]);
  expect(reader.element(49_999).box).toEqual([50_000, 50_000, 1, 1]);
  expect(reader.ancestors(49_999).length).toBe(49_999);
});

test("an attribute may have any name", () => {
  const { attributes } = readCapture(around(chain(1), oneStyle([], []))).element(0);
  expect(Object.entries(attributes)).toEqual([["__proto__", "x"]]);
  expect(attributes["constructor"]).toBeUndefined();
});

describe("longhands out of shorthands", () => {
  const cases: readonly (readonly [shorthand: string, value: string, longhand: string, expected: string | undefined])[] = [
    ["margin", "1px 2px 3px", "margin-left", "2px"],
    ["padding", "calc(1px + 2%) 4px", "padding-bottom", "calc(1px + 2%)"],
    ["border-color", "rgb(1, 2, 3) color(srgb 1 0 0 / 0.5)", "border-left-color", "color(srgb 1 0 0 / 0.5)"],
    ["overflow", "hidden auto", "overflow-y", "auto"],
    ["overflow", "clip", "overflow-y", "clip"],
    ["gap", "normal", "column-gap", "normal"],
    ["border-radius", "1px 2px / 3px", "border-top-right-radius", "2px 3px"],
    ["font", "italic 600 18px / 27px Georgia, serif", "line-height", "27px"],
    ["font", "16px Arial", "font-weight", "400"],
    ["font", 'italic bold 12.5px "A 12px B"', "font-family", '"A 12px B"'],
    ["font", "oblique 10deg 16px / 1.5 x", "font-style", "oblique 10deg"],
    ["color", "red", "margin-top", undefined],
    ["border-width", "", "border-top-width", undefined],
  ];
  test.each(cases)("%s: %s gives %s", (shorthand, value, longhand, expected) => {
    const reader = readCapture(around(chain(1), oneStyle([shorthand], [value])));
    expect(reader.style(0, longhand)).toBe(expected);
  });
});
