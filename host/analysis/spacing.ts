import type { Box } from "../contract/annotation.js";
import { memoized, weaklyMemoized } from "../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { parseColor } from "./colors.js";
import { visibleStyle } from "./element-facts.js";
import { sidesOf } from "./geometry.js";
import { paints } from "./painting.js";

/** A distance on the page. */
export interface Gap {
  readonly to: "previous" | "next" | "parent";
  /** CSS pixels between what a person sees of both; to the parent's edges: top, right, bottom, left. */
  readonly px: number | readonly [top: number, right: number, bottom: number, left: number];
}

const mostSteps = 4;
/** Wrappers within wrappers that are looked through. */
const mostLevels = 8;

/**
 * The distances from an element, or from what is around it alone and has neighbours, to what is beside it and to the edges of its parent. Elements
 * without a box (`display: contents`) are passed through.
 */
export function gapsOf(reader: CaptureReader, element: CapturedElement): Gap[] {
  let of = element;
  for (let step = 0; step < mostSteps && of.parent > 0; step++) {
    const { parent, index } = boxAround(reader, of);
    if (parent < 0 || siblingsOf(reader, index, of).length > 1) break;
    of = reader.element(index);
  }
  if (of.parent < 0 || !of.rendered) return [];
  const parent = boxAround(reader, of);
  const siblings = siblingsOf(reader, parent.index, of);
  const place = siblings.findIndex(({ index }) => index === of.index);
  const [before, after] = [siblings[place - 1], siblings[place + 1]];
  const inset = ([0, 1, 2, 3] as const).map((side) => round((edgeOf(parent.box, side) - edgeOf(of.box, side)) * outwardsAt(side)));
  const [top = 0, right = 0, bottom = 0, left = 0] = inset;
  return [
    ...(before === undefined ? [] : [{ to: "previous" as const, px: gapTo(reader, before, of, parent) }]),
    ...(after === undefined ? [] : [{ to: "next" as const, px: gapTo(reader, of, after, parent) }]),
    { to: "parent", px: [top, right, bottom, left] },
  ];
}

/** The nearest element around another that has a box. */
function boxAround(reader: CaptureReader, { parent }: CapturedElement): CapturedElement {
  const around = reader.element(parent);
  return around.parent >= 0 && reader.style(parent, "display") === "contents" ? boxAround(reader, around) : around;
}

/** Those in the flow, and `of`: what is positioned takes no room. */
function siblingsOf(reader: CaptureReader, parent: number, of: CapturedElement): readonly CapturedElement[] {
  return isInFlow(reader, of) ? flowOf(reader)(parent) : inFlow(reader, parent, of.index);
}

const flowOf = weaklyMemoized((reader: CaptureReader) => memoized((parent: number) => inFlow(reader, parent, -1)));

function inFlow(reader: CaptureReader, parent: number, besides: number): readonly CapturedElement[] {
  return reader.children(parent).flatMap((index) => {
    const child = reader.element(index);
    if (index === besides) return [child];
    if (reader.style(index, "display") === "contents") return inFlow(reader, index, besides);
    return isInFlow(reader, child) ? [child] : [];
  });
}

function isInFlow(reader: CaptureReader, { index, visible }: CapturedElement): boolean {
  const isLaidOut = reader.style(index, "display") !== "contents" && !/absolute|fixed/.test(reader.style(index, "position") ?? "");
  return visible && isLaidOut;
}

/** The top, then clockwise. */
type Side = 0 | 1 | 2 | 3;

/** Whether numbers grow to the outside at a side: 1, or -1. */
function outwardsAt(side: Side): 1 | -1 {
  return side === 0 || side === 3 ? -1 : 1;
}

function gapTo(reader: CaptureReader, first: CapturedElement, second: CapturedElement, parent: CapturedElement): number {
  const down = edgeOf(second.box, 0) - edgeOf(first.box, 2);
  const right = edgeOf(second.box, 3) - edgeOf(first.box, 1);
  const isDown = down > -1 && (right <= -1 || down >= right);
  const px = isDown ? down : right;
  if (px < -1) return round(px);
  const behind = groundOf(reader, parent);
  const [trailing, leading]: [Side, Side] = isDown ? [2, 0] : [1, 3];
  return round(px + seenInside(reader, first, trailing, behind) + seenInside(reader, second, leading, behind));
}

/**
 * How far within an element's edge that is seen of it begins: its paint, line, text or field, or what is in it. `behind`: the colour that the
 * element stands on, and all in it up to what stands out.
 */
function seenInside(reader: CaptureReader, element: CapturedElement, side: Side, behind: string, levels = mostLevels): number {
  const { index, box, tag, text } = element;
  const line = sidesOf(visibleStyle(reader, index, "border-width"))[side];
  if (line > 0 || standsOut(reader, element, behind) || /^(input|select|textarea)$/.test(tag)) return 0;
  const padding = sidesOf(reader.style(index, "padding"))[side];
  if (text.trim() !== "" || levels === 0) return padding;
  const within = siblingsOf(reader, index, element).map((child) => {
    // Its box is the letters', the line is higher.
    if (reader.style(child.index, "display") === "inline" && (side === 0 || side === 2)) return padding;
    return (edgeOf(box, side) - edgeOf(child.box, side)) * outwardsAt(side) + seenInside(reader, child, side, behind, levels - 1);
  });
  return within.length === 0 ? padding : Math.min(...within);
}

/** Whether an element's own paint or shadow shows where it ends: a colour on the same colour does not. */
function standsOut(reader: CaptureReader, element: CapturedElement, behind: string): boolean {
  const styleOf = (name: string) => visibleStyle(reader, element.index, name) ?? "none";
  const isPlain = styleOf("background-color") === behind && styleOf("background-image") === "none";
  return styleOf("box-shadow") !== "none" || (paints(reader, element) && !isPlain);
}

/** The colour that is painted at or around an element: the canvas is white. */
export function groundOf(reader: CaptureReader, { index }: CapturedElement): string {
  const colors = [index, ...reader.ancestors(index)].map((at) => reader.style(at, "background-color") ?? "");
  return colors.find((color) => (parseColor(color)?.alpha ?? 0) > 0) ?? "rgb(255, 255, 255)";
}

function edgeOf([x, y, width, height]: Box, side: Side): number {
  return [y, x + width, y + height, x][side] ?? 0;
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
