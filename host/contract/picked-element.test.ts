import { expect, it } from "vitest";
import type { AnnotationTarget, ElementTarget } from "./annotation.js";
import { pageOf } from "./picked-element.js";

const dashboard = "http://localhost:5173/works#/dashboard";
const charts = "http://localhost:5173/works#/charts";
const element = (part: Partial<ElementTarget>): ElementTarget => ({ key: "AAAAA", selector: "#total", box: [0, 0, 1, 1], ...part });
const shown = element({ ref: "e3", present: true, url: dashboard });
const gone = element({ present: false, url: dashboard });

it.each<readonly [what: string, target: AnnotationTarget, url: string | undefined, capture: string, page: string]>([
  ["the whole page", { type: "page" }, dashboard, charts, dashboard],
  ["the whole page, sent from there", { type: "page" }, dashboard, dashboard, dashboard],
  ["the whole page, of an older version", { type: "page" }, undefined, charts, charts],
  [
    "the whole page with another query",
    { type: "page" },
    "http://localhost:5173/a?x=1",
    "http://localhost:5173/a?x=2",
    "http://localhost:5173/a?x=2",
  ],
  ["a region over nothing", { type: "region", box: [0, 0, 9, 9], elements: [] }, dashboard, charts, dashboard],
  ["an element", { type: "element", elements: [gone] }, dashboard, charts, dashboard],
  ["an element that is shown", { type: "element", elements: [shown] }, dashboard, dashboard, dashboard],
  ["an element of a version without the note's own address", { type: "element", elements: [gone] }, undefined, charts, dashboard],
  ["an element whose look-alike another route shows", { type: "element", elements: [shown] }, dashboard, charts, dashboard],
])("a note about %s is of its own page, whichever capture carries it", (_what, target, url, capture, page) => {
  expect(pageOf({ target, ...(url === undefined ? {} : { url }) }, capture)).toBe(page);
});
