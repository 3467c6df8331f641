import { expect, test } from "vitest";
import { type Place, plainPlace } from "./place.js";
import { likelyPlaces, rankPlaces, withOrder } from "./rank.js";

const text = "\n".repeat(50);
/** A place on a line, with log odds of which those of the tag itself are `local`. */
const block = (line: number, points: number, local = 4): Place => ({
  ...plainPlace({ file: "a.vue", text, is: "use", features: {}, evidence: ["text"], tag: "el-button" }, line - 1),
  ...{ points, local },
});
const scoreOf = (...places: readonly Place[]) => rankPlaces(places)[0]?.score;

test("of equal blocks none is sure because of what stands around it, but by the order of as many on the page", () => {
  const blocks = [block(10, 12), block(20, 11.4, 3.7), block(30, 11.4)];
  expect(scoreOf(...blocks)).toBeLessThan(0.8);
  expect(scoreOf(block(10, 12), block(20, 8))).toBeGreaterThan(0.9);
  const [first] = rankPlaces(withOrder(blocks, { index: 1, count: 3 }));
  expect(first).toMatchObject({ line: 20 });
  expect(first?.score).toBeGreaterThan(0.75);
});

test("where more elements look the same than places fit, their order decides nothing", () => {
  const equal = [block(10, 10), block(20, 10), block(30, 10)];
  expect(rankPlaces(withOrder(equal, { index: 1, count: 9 }))[0]).toMatchObject({ line: 10, score: 0.33 });
});

test("of places with a text only the elements with that text are counted", () => {
  const equal = [10, 20, 30].map((line) => ({ ...block(line, 10), isText: true }));
  const inRow = { index: 0, count: 3 };
  expect(rankPlaces(withOrder(equal, inRow, { index: 2, count: 3 }))[0]).toMatchObject({ line: 30 });
  expect(rankPlaces(withOrder(equal, inRow, { index: 0, count: 1 }))[0]?.score).toBeLessThan(0.7);
});

test("a score is the place's share of all odds, and a use and what it draws are one maker", () => {
  const use: Place = { ...block(10, 8), tag: "Card" };
  const drawn: Place = { ...block(20, 8), file: "Card.vue", component: "Card", tag: "div", isPassed: true };
  expect(scoreOf(block(10, 8), block(20, 8))).toBeCloseTo(0.5, 1);
  expect(scoreOf(use, drawn)).toBeGreaterThan(0.95);
});

test("a use has its part of the likeliest definition alone, where several components have the name", () => {
  const use: Place = { ...block(10, 8), tag: "Card" };
  const drawn = (file: string, points: number): Place => ({ ...block(20, points), file, component: "Card", tag: "div" });
  expect(scoreOf(use, drawn("Card.vue", 8), drawn("old/Card.vue", 7.5))).toBeLessThan(0.8);
});

test("a few places are likely, of many equal ones and where none fits none is", () => {
  const likely = (...points: readonly number[]) =>
    likelyPlaces(points.map((one, at) => block(10 + at, one))).map(([{ points: one }]) => one);
  expect(likely(9, 12, 3)).toEqual([12]);
  expect(likely(11, 3, 11)).toEqual([11, 11]);
  expect(likely(...Array.from({ length: 20 }, () => 11))).toEqual([]);
  expect(likely(-3, -3)).toEqual([]);
});
