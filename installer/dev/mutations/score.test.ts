import { expect, test } from "vitest";
import type { Comparison } from "../../../host/contract/operations.js";
import { readCapture } from "../../../host/contract/reader.js";
import { sampleCapture } from "../../../host/contract/testing/sample.js";
import type { Truth } from "./actions.js";
import { precisionOf, recallOf, score } from "./score.js";

const reader = readCapture(sampleCapture({ bytes: 500 }));
// Elements have ids ten above their places in the capture.
const known = { reader, ids: [...reader.elements()].map(({ index }) => index + 10) };
const row = (ref: string) => ({ ref, selector: "li", role: "listitem", name: "" });
const nothing: Comparison = {
  before: "a",
  after: "b",
  added: [],
  removed: [],
  moved: [],
  changed: [],
  summary: { added: 0, removed: 0, moved: 0, changed: 0, unchanged: 0, shifted: 0 },
};
const removed: Truth = { kind: "removed", accepted: [12, 13], detail: "", named: [] };
const padded: Truth = { kind: "style", accepted: [11], detail: "padding-top", named: [] };
const change = (ref: string, property: string) => ({ ...row(ref), property, before: "1px", after: "2px" });

test.each<[what: string, reported: Partial<Comparison>, truths: Truth[], kind: Truth["kind"], precision: number, recall: number]>([
  ["nothing told of something done", {}, [removed], "removed", 1, 0],
  ["the element that went", { removed: [row("e2")] }, [removed], "removed", 1, 1],
  ["its equal", { removed: [row("e3")] }, [removed], "removed", 1, 1],
  ["both, where one went", { removed: [row("e2"), row("e3")] }, [removed], "removed", 0.5, 1],
  ["another element", { removed: [row("e4")] }, [removed], "removed", 0, 0],
  ["another kind", { added: [row("e2")] }, [removed], "removed", 1, 0],
  ["the property that changed", { changed: [change("e1", "style padding-top")] }, [padded], "style", 1, 1],
  ["a property beside it", { changed: [change("e1", "style padding-top"), change("e1", "style margin")] }, [padded], "style", 0.5, 1],
  ["another property", { changed: [change("e1", "style padding-left")] }, [padded], "style", 0, 0],
  ["something told of nothing done", { moved: [{ ...row("e1"), before: "", after: "" }] }, [], "moved", 0, 1],
])("%s", (_what, reported, truths, kind, precision, recall) => {
  const { counts, misses } = score({ ...nothing, ...reported }, known, known, truths);
  expect([precisionOf(counts[kind]), recallOf(counts[kind])]).toEqual([precision, recall]);
  expect(misses.length === 0).toBe(precision === 1 && recall === 1);
});
