import { expect, test } from "vitest";
import type { Capture } from "../contract/capture.js";
import { sampleCapture } from "../contract/testing/sample.js";
import { compareCaptures } from "./compare.js";

const page = () => sampleCapture({ id: "x", capturedAt: "2025-01-01T00:00:00Z", bytes: 1_000 });

/** A copy of the page with some columns of its elements changed. */
function changed(
  edit: (nodes: Record<"text" | "box" | "flags", number[]> & { strings: string[]; keys: string }) => Partial<Capture["nodes"]>,
): Capture {
  const capture = page();
  const { nodes } = capture;
  const copy = { text: [...nodes.text], box: [...nodes.box], flags: [...nodes.flags], strings: [...nodes.strings], keys: nodes.keys };
  return { ...capture, nodes: { ...nodes, ...edit(copy) } };
}

const compare = (before: Capture, after: Capture) =>
  compareCaptures({ filename: "before.json", capture: before }, { filename: "after.json", capture: after });

test("a page compared with itself has no difference", () => {
  expect(compare(page(), page())).toMatchObject({ added: [], removed: [], moved: [], changed: [], summary: { unchanged: 13 } });
});

test("says which text changed, on which element, from what to what", () => {
  const after = changed(({ text, strings }) => ({ strings: [...strings, "Sold out"], text: text.with(5, strings.length) }));
  const { changed: rows, summary } = compare(page(), after);
  expect(rows).toMatchObject([{ ref: "e5", property: "text", before: "Line 5 of a list that is long enough", after: "Sold out" }]);
  expect(summary).toMatchObject({ changed: 1, unchanged: 12, added: 0, removed: 0, moved: 0 });
});

test("an element that moved is told, those it carries along are not", () => {
  const one = compare(
    page(),
    changed(({ box }) => ({ box: box.with(5 * 4, 40) })),
  );
  expect(one.moved).toMatchObject([{ ref: "e5", before: "0 100 1280 20", after: "10 100 1280 20" }]);
  const root = compare(
    page(),
    changed(({ box }) => ({ box: box.with(1, 400) })),
  );
  expect(root.moved.map(({ ref }) => ref)).toEqual(["e0"]);
});

test("elements that came and went are told by both sides", () => {
  const shorter = sampleCapture({ id: "y", capturedAt: "2025-01-01T00:00:00Z", bytes: 800 });
  expect(compare(page(), shorter).removed.map(({ ref }) => ref)).toEqual(["e11", "e12"]);
  expect(compare(shorter, page()).added.map(({ ref }) => ref)).toEqual(["e11", "e12"]);
});

test("without common keys elements are joined by their place", () => {
  const after = changed(({ keys }) => ({ keys: keys.replaceAll("0", "z") }));
  expect(compare(page(), after).summary).toEqual({ added: 0, removed: 0, moved: 0, changed: 0, unchanged: 13 });
});
