import { expect, test } from "vitest";
import type { Capture } from "../../contract/capture.js";
import type { Nodes } from "../../contract/nodes.js";
import { nodesOf } from "../../contract/packed-nodes.js";
import { readCapture } from "../../contract/reader.js";
import { sampleCapture } from "../../contract/testing/sample.js";
import { compareCaptures } from "./compare.js";

const page = (bytes = 1_000) => sampleCapture({ id: "x", capturedAt: "2025-01-01T00:00:00Z", bytes });

/** A copy of the page with some columns of its elements changed. */
function changed(edit: (nodes: Record<"text" | "box" | "flags" | "step", number[]> & { strings: string[] }) => Partial<Nodes>): Capture {
  const capture = page();
  const nodes = nodesOf(capture.nodes);
  const copy = { text: [...nodes.text], box: [...nodes.box], flags: [...nodes.flags], step: [...nodes.step], strings: [...nodes.strings] };
  return { ...capture, nodes: { ...nodes, ...edit(copy) } };
}

const compare = (before: Capture, after: Capture) =>
  compareCaptures({ filename: "before.json", capture: before }, { filename: "after.json", capture: after });

const nothing = { added: 0, removed: 0, moved: 0, changed: 0, unchanged: 13, shifted: 0 };

test("a page compared with itself has no difference", () => {
  expect(compare(page(), page())).toMatchObject({ added: [], removed: [], moved: [], changed: [], summary: nothing });
});

test("says which text changed, on which element, from what to what", () => {
  const after = changed(({ text, strings }) => ({ strings: [...strings, "Sold out"], text: text.with(5, strings.length) }));
  const { changed: rows, summary } = compare(page(), after);
  expect(rows).toMatchObject([{ ref: "e5", property: "text", before: "Line 5 of a list that is long enough", after: "Sold out" }]);
  expect(summary).toEqual({ ...nothing, changed: 1, unchanged: 12 });
});

test("an element that shifts alone is told, those that make room are counted", () => {
  const one = compare(
    page(),
    changed(({ box }) => ({ box: box.with(5 * 4, 40) })),
  );
  expect(one.changed).toMatchObject([{ ref: "e5", property: "box", before: "0 100 1280 20", after: "10 100 1280 20" }]);
  const whileSet = (animated: string) =>
    changed(({ box, strings }) => ({ box: box.with(5 * 4, 40), strings: [...strings, animated], animated: [5, strings.length] }));
  expect(compare(page(), whileSet("~color")).changed).toMatchObject([{ ref: "e5", property: "box" }]);
  expect(compare(page(), whileSet("transform")).changed).toEqual([]);
  const root = compare(
    page(),
    changed(({ box }) => ({ box: box.with(1, 400) })),
  );
  expect(root).toMatchObject({ moved: [], changed: [], summary: { ...nothing, shifted: 13 } });
});

test("an element that changed places among its siblings has moved; its siblings have not", () => {
  const after = changed(({ text }) => ({ text: text.toSpliced(5, 1).toSpliced(10, 0, text[5] ?? 0) }));
  const { moved, summary } = compare(page(), after);
  expect(moved).toMatchObject([{ ref: "e10", before: "child 5 of li", after: "child 10 of li" }]);
  expect(summary).toMatchObject({ moved: 1, added: 0, removed: 0, changed: 0 });
});

test.each([1, 12])("in a long list of which every row was reworded, each is found again behind %d new ones", (count) => {
  const [before, longer] = [page(30_000), page(30_000 + count * 100)];
  const nodes = nodesOf(longer.nodes);
  expect([readCapture(before).count, nodes.count > 250]).toEqual([nodes.count - count, true]);
  const known = nodes.strings.map((text) => text.replace(/^Line (\d+) of a list that is/, "Line $1 of this list is"));
  const fresh = Array.from({ length: count }, (_, place) => `Brand new ${place}`);
  const text = nodes.text.map((own, index) =>
    index === 0 ? own : index <= count ? known.length + index - 1 : (nodes.text[index - count] ?? 0),
  );
  const { added, removed, moved, changed } = compare(before, { ...longer, nodes: { ...nodes, strings: [...known, ...fresh], text } });
  const refs = Array.from({ length: count }, (_, place) => `e${place + 1}`);
  expect({ added: added.map(({ ref }) => ref), removed, moved }).toEqual({ added: refs, removed: [], moved: [] });
  const numbers = changed.map(({ before: one, after: other }) => [one, other].map((words) => /\d+/.exec(words)?.[0]));
  expect(numbers.filter(([one, other]) => one === undefined || one !== other)).toEqual([]);
  expect(changed).toHaveLength(nodes.count - count);
});

test("in a long list of equal rows the one that was reworded is changed, and none has moved", () => {
  const row = 200;
  const rest = page(60_000);
  const nodes = nodesOf(rest.nodes);
  const strings = [...nodes.strings, "Out of stock", "Sold"];
  const text = nodes.text.map((_own, index) => (index === 0 ? 0 : strings.length - 2));
  const list = (texts: number[]) => ({ ...rest, nodes: { ...nodes, strings, text: texts } });
  expect(nodes.count).toBeGreaterThan(2 * row);
  const { added, removed, moved, changed } = compare(list(text), list(text.with(row, strings.length - 1)));
  expect({ added, removed, moved }).toEqual({ added: [], removed: [], moved: [] });
  expect(changed).toMatchObject([{ ref: `e${row}`, property: "text", before: "Out of stock", after: "Sold" }]);
});

test("elements that came and went are told by both sides", () => {
  expect(compare(page(), page(800)).removed.map(({ ref }) => ref)).toEqual(["e11", "e12"]);
  expect(compare(page(800), page()).added.map(({ ref }) => ref)).toEqual(["e11", "e12"]);
});

test("without common keys elements are joined by what they say and where they stand", () => {
  // Keys begin at the nearest id.
  const after = changed(({ step, strings }) => ({ strings: [...strings, "#app"], step: step.with(0, strings.length) }));
  expect(readCapture(after).keys.filter((key) => readCapture(page()).keys.includes(key))).toEqual([]);
  expect(compare(page(), after).summary).toEqual(nothing);
});
