import { expect, test } from "vitest";
import type { Place } from "./place.js";
import { breakTies, orderForAnnotation, rankPlaces, type SourceCandidate } from "./rank.js";

const candidate = (is: SourceCandidate["is"], score: number): SourceCandidate => ({ file: `${is}.tsx`, line: 1, is, score, evidence: "" });
const [use, definition, data, weak] = [candidate("use", 0.9), candidate("definition", 0.8), candidate("data", 0.7), candidate("data", 0.4)];

test.each<[comment: string, found: readonly SourceCandidate[], first: SourceCandidate]>([
  ["Dollars here, euros everywhere else", [use, definition, data], data],
  ["Rename this to Cart", [use, definition, data], data],
  ["There is a typo in the label", [definition, use], use],
  ["There is a typo in the label", [use, weak], use],
  ["Too tight", [use, definition], definition],
  ["All buttons should be rounded", [use, definition], definition],
  ["This text is too pale", [definition, use, data], use],
  ["Every heading in this font", [use, definition], definition],
  ["Does not work", [use, definition, data], use],
  ["", [use, definition], use],
  ["zu eng", [definition, use], definition],
])("%s: the place that it is about comes first", (comment, found, first) => {
  const ordered = orderForAnnotation(found, { comment });
  expect(ordered[0]).toBe(first);
  expect(ordered.toSorted((a, b) => b.score - a.score)).toEqual(found.toSorted((a, b) => b.score - a.score));
});

const block = (line: number, points: number, local = 8): Place => ({
  ...{ file: "a.vue", line, column: 1, points, is: "use", evidence: ["text"], tag: "el-button", component: "", range: [line, line] },
  ...{ isConditional: false, isText: false, isEmpty: false, local, isPassed: false },
});
const scoreOf = (...places: readonly Place[]) => rankPlaces(places)[0]?.score;

test("of equal blocks none is sure because of what stands around it, but by the order of as many on the page", () => {
  const blocks = [block(10, 23), block(20, 21, 7.7), block(30, 21)];
  expect(scoreOf(...blocks)).toBeLessThan(0.8);
  expect(scoreOf(block(10, 23), block(20, 18))).toBeGreaterThan(0.9);
  const [first] = rankPlaces(
    breakTies(blocks, [
      [0, 1],
      [1, 3],
    ]),
  );
  expect(first).toMatchObject({ line: 20 });
  expect(first?.score).toBeGreaterThan(0.9);
});

test("where more elements look the same than places fit, their order chooses one and is not sure of it", () => {
  const equal = [block(10, 20), block(20, 20), block(30, 20)];
  const [first] = rankPlaces(
    breakTies(equal, [
      [1, 3],
      [4, 9],
    ]),
  );
  expect(first).toMatchObject({ line: 20 });
  expect(first?.score).toBeLessThan(0.8);
});

test("of places with a text only the elements with that text are counted", () => {
  const equal = [10, 20, 30].map((line) => ({ ...block(line, 20), isText: true }));
  const inRow = [[0, 3]] as const;
  expect(rankPlaces(breakTies(equal, inRow, [[2, 3]]))[0]).toMatchObject({ line: 30 });
  expect(rankPlaces(breakTies(equal, inRow, [[0, 1]]))[0]?.score).toBeLessThan(0.7);
});
