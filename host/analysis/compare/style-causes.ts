import type { CaptureReader } from "../../contract/reader.js";
import type { Both, Change, Scene } from "./scene.js";
import { toldValue } from "./told-styles.js";

// Those of the captured properties that CSS hands down.
const inherited = new Set([
  ...["color", "cursor", "font-family", "font-size", "font-style", "font-weight", "letter-spacing", "line-height", "pointer-events"],
  ...["text-align", "text-transform", "visibility", "white-space"],
]);
const halfPixel = 0.5;

/** Tells whether a change of a style follows from another change that is told elsewhere. */
export function isExplained(scene: Scene, both: Both, change: Change): boolean {
  return causes.some((cause) => cause(scene, both, change));
}

type Cause = (scene: Scene, both: Both, change: Change) => boolean;

/** It came with the parent's. */
const isInherited: Cause = ({ older, newer }, { was, is }, { property, before, after }) =>
  inherited.has(property) &&
  was.parent >= 0 &&
  toldValue(older, was.parent, property) === before &&
  toldValue(newer, is.parent, property) === after;

/** Lengths in em, rem and bare line heights are captured in pixels: they grow with the font. */
const isScaled: Cause = ({ older, newer }, { was, is }, { property, before, after }) => {
  const ratios = [
    property === "font-size" ? 1 : fontSize(newer, is.index) / fontSize(older, was.index),
    fontSize(newer, is.parent) / fontSize(older, was.parent),
    fontSize(newer, 0) / fontSize(older, 0),
  ];
  return ratios.some((ratio) => Number.isFinite(ratio) && Math.abs(ratio - 1) > 0.001 && isMultiple(before, after, ratio));
};

function fontSize(reader: CaptureReader, index: number): number {
  return index < 0 ? Number.NaN : Number.parseFloat(reader.style(index, "font-size") ?? "");
}

const number = /-?\d+(?:\.\d+)?/g;

function isMultiple(before: string, after: string, ratio: number): boolean {
  if (before.replaceAll(number, "") !== after.replaceAll(number, "")) return false;
  const ones = (before.match(number) ?? []).map(Number);
  const others = (after.match(number) ?? []).map(Number);
  return ones.every((one, place) => {
    const other = others[place] ?? Number.NaN;
    return one === other || Math.abs(one * ratio - other) <= halfPixel;
  });
}

/** `currentcolor` is what borders and shadows take where nothing else is said. */
const followsColor: Cause = ({ older, newer }, { was, is }, { property, before, after }) => {
  const from = older.style(was.index, "color");
  const to = newer.style(is.index, "color");
  if (from === undefined || to === undefined || from === to || !/^(?:border|box-shadow|text-decoration)/.test(property)) return false;
  return before.replaceAll(from, to) === after;
};

/** A box taken out of the flow, and a child of a flex or grid container, is a block whatever its display says. */
const isBlockified: Cause = ({ older, newer }, { was, is }, { property, before, after }) => {
  if (property !== "display" || block(before) !== block(after)) return false;
  const out = (reader: CaptureReader, index: number) => /absolute|fixed/.test(reader.style(index, "position") ?? "");
  if (out(older, was.index) !== out(newer, is.index)) return true;
  return was.parent >= 0 && older.style(was.parent, "display") !== newer.style(is.parent, "display");
};

function block(display: string): string {
  return display === "inline" || display === "inline-block" ? "block" : display.replace(/^inline-/, "");
}

/** Percentages and `auto` are captured in pixels: they follow the width of the parent. */
const followsWidth: Cause = (scene, both, { property, before, after }) => {
  if (!/^(?:margin|padding)-/.test(property)) return false;
  const { widthWas, widthIs } = parentWidths(scene, both);
  if (Math.abs(widthWas - widthIs) < halfPixel) return false;
  if (isMultiple(before, after, widthIs / widthWas)) return true;
  if (!/^margin-(?:left|right)$/.test(property) || /^inline/.test(scene.newer.style(both.is.index, "display") ?? "")) return false;
  const [from, to] = [Number.parseFloat(before), Number.parseFloat(after)];
  const space = widthIs - widthWas - (both.is.box[2] - both.was.box[2]);
  const isSame = (one: number, other: number) => Math.abs(one - other) <= halfPixel;
  return isCentred(scene, both) ? isSame(to - from, space / 2) : from > 0 && to > 0 && isSame(to - from, space);
};

/** What `margin: auto` gives: as much on the one side as on the other, before and after. */
function isCentred({ older, newer }: Scene, { was, is }: Both, sides: readonly [string, string] = ["left", "right"]): boolean {
  const margins = (reader: CaptureReader, index: number) =>
    sides.map((side) => Number.parseFloat(reader.style(index, `margin-${side}`) ?? ""));
  const areEqual = ([one = Number.NaN, other = Number.NaN]: number[]) => Math.abs(one - other) <= halfPixel;
  return areEqual(margins(older, was.index)) && areEqual(margins(newer, is.index));
}

/** Boxes out of the flow that are centred, as dialogs are, have margins that follow their own size. */
const followsCentre: Cause = (scene, both, { property }) => {
  const side = /^margin-(left|right|top|bottom)$/.exec(property)?.[1];
  if (side === undefined || !/absolute|fixed/.test(scene.newer.style(both.is.index, "position") ?? "")) return false;
  const isAcross = side === "left" || side === "right";
  const place = isAcross ? 2 : 3;
  return both.was.box[place] !== both.is.box[place] && isCentred(scene, both, isAcross ? ["left", "right"] : ["top", "bottom"]);
};

function parentWidths({ older, newer }: Scene, { was, is }: Both) {
  if (was.parent < 0) return { widthWas: 0, widthIs: 0 };
  return { widthWas: older.element(was.parent).box[2], widthIs: newer.element(is.parent).box[2] };
}

/** A share of the element's own size that a transform moves it by is captured in pixels. */
const followsSize: Cause = (_scene, { was, is }, { property, before, after }) => {
  if (property !== "transform" || (was.box[2] === is.box[2] && was.box[3] === is.box[3])) return false;
  const turn = (value: string) => (value.match(number) ?? []).slice(0, 4).join();
  return before.startsWith("matrix(") && after.startsWith("matrix(") && turn(before) === turn(after);
};

/** `:first-child`, `:nth-child()` and their like: the element shows what another of the list showed before, and the list is another. */
const followsPlace: Cause = ({ pairs, older, hasNewList }, { was, is }, { property, after }) => {
  if (was.parent < 0 || !hasNewList(is.parent) || pairs.older.attributes[was.index] !== pairs.newer.attributes[is.index]) return false;
  return older.children(was.parent).some((sibling) => sibling !== was.index && toldValue(older, sibling, property) === after);
};

/** What has no effect on the display at hand is not captured. */
const followsDisplay: Cause = ({ older, newer }, { was, is }, { property }) => {
  if (!["overflow", "text-overflow", "transform", "gap", "flex-direction"].includes(property)) return false;
  const isUnread = older.style(was.index, property) === undefined || newer.style(is.index, property) === undefined;
  return isUnread && older.style(was.index, "display") !== newer.style(is.index, "display");
};

const causes: readonly Cause[] = [
  isInherited,
  isScaled,
  followsColor,
  isBlockified,
  followsWidth,
  followsCentre,
  followsSize,
  followsPlace,
  followsDisplay,
];
