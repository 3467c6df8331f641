import type { Box } from "../contract/annotation.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { parseColor } from "./colors.js";
import { visibleStyle } from "./element-facts.js";
import { sidesOf } from "./geometry.js";
import { paints } from "./painting.js";

/** A distance on the page, and whose declarations make it. */
export interface Gap {
  readonly to: "previous" | "next" | "parent";
  readonly ref: string;
  /** CSS pixels between what a person sees of both; to the parent's edges: top, right, bottom, left. */
  readonly px: number | readonly [top: number, right: number, bottom: number, left: number];
  /** For instance `gap 16px of e4; margin-top 8px of e9`. */
  readonly madeBy: string;
}

export interface Spacing {
  /** The element that the gaps are measured from: the asked one, or what is around it alone and has neighbours. */
  readonly of: CapturedElement;
  readonly gaps: readonly Gap[];
}

const mostSteps = 4;
/** Wrappers within wrappers that are looked through. */
const mostLevels = 8;

/** The distances from an element to what is beside it and to the edges of its parent. Elements without a box (`display: contents`) are passed through. */
export function spacingOf(reader: CaptureReader, element: CapturedElement): Spacing | undefined {
  let of = element;
  for (let step = 0; step < mostSteps && of.parent > 0; step++) {
    const { parent, index } = boxAround(reader, of);
    if (parent < 0 || siblingsOf(reader, index, of).length > 1) break;
    of = reader.element(index);
  }
  if (of.parent < 0 || !of.rendered) return undefined;
  const parent = boxAround(reader, of);
  const siblings = siblingsOf(reader, parent.index, of);
  const place = siblings.findIndex(({ index }) => index === of.index);
  const gaps = [
    gapTo(reader, "previous", of, siblings[place - 1], parent),
    gapTo(reader, "next", of, siblings[place + 1], parent),
    insetIn(reader, of, parent),
  ];
  return { of, gaps: gaps.filter((gap) => gap !== undefined) };
}

/** The nearest element around another that has a box. */
function boxAround(reader: CaptureReader, { parent }: CapturedElement): CapturedElement {
  const around = reader.element(parent);
  return around.parent >= 0 && reader.style(parent, "display") === "contents" ? boxAround(reader, around) : around;
}

/** Those in the flow: what is positioned takes no room. */
function siblingsOf(reader: CaptureReader, parent: number, of: CapturedElement): CapturedElement[] {
  return reader.children(parent).flatMap((index) => {
    const child = reader.element(index);
    if (index === of.index) return [child];
    if (reader.style(index, "display") === "contents") return siblingsOf(reader, index, of);
    const isInFlow = !/absolute|fixed/.test(reader.style(index, "position") ?? "");
    return child.visible && isInFlow ? [child] : [];
  });
}

const sides = ["top", "right", "bottom", "left"] as const;
type Side = 0 | 1 | 2 | 3;

function gapTo(
  reader: CaptureReader,
  to: "previous" | "next",
  of: CapturedElement,
  other: CapturedElement | undefined,
  parent: CapturedElement,
): Gap | undefined {
  if (other === undefined) return undefined;
  const [first, second] = to === "previous" ? [other, of] : [of, other];
  const down = second.box[1] - (first.box[1] + first.box[3]);
  const right = second.box[0] - (first.box[0] + first.box[2]);
  const isDown = down > -1 && (right <= -1 || down >= right);
  const between = isDown ? down : right;
  if (between < -1) return { to, ref: other.ref, px: round(between), madeBy: "they overlap" };
  const [trailing, leading]: [Side, Side] = isDown ? [2, 0] : [1, 3];
  const behind = groundOf(reader, parent);
  const insides = [seenInside(reader, first, trailing, behind), seenInside(reader, second, leading, behind)];
  const px = round(insides.reduce((all, inside) => all + inside.px, between));
  const [rowGap = "0", columnGap = rowGap] = (reader.style(parent.index, "gap") ?? "normal").split(" ");
  const gap = Number.parseFloat(isDown ? rowGap : columnGap) || 0;
  const before = marginOf(reader, first, trailing);
  const after = marginOf(reader, second, leading);
  // Margins of blocks collapse: the larger one stands for both.
  const isBlock = !/flex|grid/.test(reader.style(parent.index, "display") ?? "") && isDown;
  const margins = isBlock ? Math.max(before, after) : before + after;
  const parts = [
    ...(gap > 0 ? [`gap ${round(gap)}px of ${parent.ref}`] : []),
    ...(before !== 0 ? [`margin-${sides[trailing]} ${round(before)}px of ${first.ref}`] : []),
    ...(after !== 0 ? [`margin-${sides[leading]} ${round(after)}px of ${second.ref}`] : []),
  ];
  parts.push(...restOf(between - gap - margins, parent), ...insides.flatMap((inside) => inside.parts));
  return { to, ref: other.ref, px, madeBy: parts.join("; ") };
}

/**
 * How far within an element's edge that is seen of it begins: its paint, line, text or field, or what is in it. A child's margin that collapses
 * through the edge is not within. `behind`: the colour that the element stands on, and all in it up to what stands out.
 */
function seenInside(
  reader: CaptureReader,
  element: CapturedElement,
  side: Side,
  behind: string,
  levels = mostLevels,
): { readonly px: number; readonly parts: readonly string[] } {
  const { index, box, ref, tag, text } = element;
  const line = sidesOf(visibleStyle(reader, index, "border-width"))[side];
  if (line > 0 || standsOut(reader, element, behind) || /^(input|select|textarea)$/.test(tag)) return { px: 0, parts: [] };
  const padding = sidesOf(reader.style(index, "padding"))[side];
  const parts = padding > 0 ? [`padding-${sides[side]} ${round(padding)}px of ${ref}`] : [];
  const within = (levels === 0 ? [] : siblingsOf(reader, index, element)).map((child) => {
    // Its box is the letters', the line is higher.
    if (reader.style(child.index, "display") === "inline" && (side === 0 || side === 2)) return { px: padding, parts: [] };
    const inside = seenInside(reader, child, side, behind, levels - 1);
    const px = (edgeOf(box, side) - edgeOf(child.box, side)) * (side === 0 || side === 3 ? -1 : 1);
    const margin = Math.abs(px - padding) >= 1 ? marginOf(reader, child, side) : 0;
    const named = margin === 0 ? [] : [`margin-${sides[side]} ${round(margin)}px of ${child.ref}`];
    return { px: px + inside.px, parts: [...named, ...restOf(px - padding - margin, element), ...inside.parts] };
  });
  const [nearest] = within.toSorted((a, b) => a.px - b.px);
  if (text.trim() !== "" || nearest === undefined) return { px: padding, parts };
  return { px: nearest.px, parts: [...parts, ...nearest.parts] };
}

/** Whether an element's own paint or shadow shows where it ends: a colour on the same colour does not. */
function standsOut(reader: CaptureReader, element: CapturedElement, behind: string): boolean {
  const styleOf = (name: string) => visibleStyle(reader, element.index, name) ?? "none";
  const isPlain = styleOf("background-color") === behind && styleOf("background-image") === "none";
  return styleOf("box-shadow") !== "none" || (paints(reader, element) && !isPlain);
}

/** The colour that is painted at or around an element: the canvas is white. */
function groundOf(reader: CaptureReader, { index }: CapturedElement): string {
  const colors = [index, ...reader.ancestors(index)].map((at) => reader.style(at, "background-color") ?? "");
  return colors.find((color) => (parseColor(color)?.alpha ?? 0) > 0) ?? "rgb(255, 255, 255)";
}

/** What is left of a distance when all that is declared is taken from it. */
function restOf(px: number, { ref }: CapturedElement): string[] {
  return Math.abs(round(px)) >= 1 ? [`${round(px)}px by how ${ref} lays out its children`] : [];
}

function edgeOf([x, y, width, height]: Box, side: Side): number {
  return [y, x + width, y + height, x][side] ?? 0;
}

function insetIn(reader: CaptureReader, of: CapturedElement, parent: CapturedElement): Gap {
  const [x, y, width, height] = of.box;
  const [left, top, wide, high] = parent.box;
  const px = [round(y - top), round(left + wide - x - width), round(top + high - y - height), round(x - left)] as const;
  const padding = reader.style(parent.index, "padding") ?? "0px";
  const margin = reader.style(of.index, "margin") ?? "0px";
  const parts = [
    ...(isZero(padding) ? [] : [`padding ${padding} of ${parent.ref}`]),
    ...(isZero(margin) ? [] : [`margin ${margin} of ${of.ref}`]),
  ];
  return { to: "parent", ref: parent.ref, px, madeBy: parts.join("; ") };
}

function marginOf(reader: CaptureReader, { index }: CapturedElement, side: Side): number {
  return sidesOf(reader.style(index, "margin"))[side];
}

function isZero(lengths: string): boolean {
  return /^(0(px)?\s*)+$/.test(lengths.trim());
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
