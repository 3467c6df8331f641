import { expect, test } from "vitest";
import { type Place, plainPlace } from "./place.js";
import { likelyPlaces, rankPlaces } from "./rank.js";

const text = "\n".repeat(50);
/** A place on a line, with log odds of which those of the tag itself are `local`. */
const block = (line: number, points: number, local = 4): Place => ({
  ...plainPlace({ file: "a.vue", text, is: "use", features: {}, evidence: ["text"], tag: "el-button" }, line - 1),
  ...{ points, local },
});
const scoreOf = (...places: readonly Place[]) => rankPlaces(places)[0]?.score;

test("of equal blocks none is sure because of what stands around it", () => {
  expect(scoreOf(block(10, 12), block(20, 11.4, 3.7), block(30, 11.4))).toBeLessThan(0.8);
  expect(scoreOf(block(10, 12), block(20, 8))).toBeGreaterThan(0.9);
});

test("a score is the place's share of all odds, and a use and what it draws are one maker", () => {
  const use: Place = { ...block(10, 8), tag: "Card" };
  const drawn: Place = { ...block(20, 8), file: "Card.vue", component: "Card", tag: "div" };
  expect(scoreOf(block(10, 8), block(20, 8))).toBeCloseTo(0.5, 1);
  expect(scoreOf(use, drawn)).toBeGreaterThan(0.95);
});

test("a use comes before the definition that fits less where it has most of what all its uses have", () => {
  const use: Place = { ...block(10, 8), tag: "Card" };
  const drawn: Place = { ...block(20, 7), file: "Card.vue", component: "Card", tag: "div" };
  const order = (...places: readonly Place[]) => rankPlaces(places).map(({ is, line }) => `${is} ${line}`);
  expect(order(use, drawn, { ...use, range: [30, 30], points: 6 })[0]).toBe("use 10");
  expect(order(use, drawn, { ...use, range: [30, 30] })[0]).toBe("use 20");
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
