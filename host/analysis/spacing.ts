import type { Box } from "../contract/annotation.js";
import { memoized, weaklyMemoized } from "../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { parseColor } from "./colors.js";
import { visibleStyle } from "./element-facts.js";
import { sidesOf } from "./geometry.js";
import { paints } from "./painting.js";

export interface Gap {
  readonly to: "previous" | "next" | "parent";
  /** CSS pixels between what a person sees of both; to the parent's edges: top, right, bottom, left. */
  readonly px: number | readonly [top: number, right: number, bottom: number, left: number];
}

const mostSteps = 4;
/** Wrappers within wrappers that are looked through. */
const mostLevels = 8;

/** The distances from an element, or what is around it alone, to what is beside it and to its parent's edges. */
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

const sides = ["top", "right", "bottom", "left"] as const;
type Side = 0 | 1 | 2 | 3;

/** Whether numbers grow to the outside at a side: 1, or -1. */
function outwardsAt(side: Side): 1 | -1 {
  return side === 0 || side === 3 ? -1 : 1;
}

/** One declaration's share of a distance; `layout`: what is left of it when all that is declared is taken away. */
export interface Part {
  readonly property: string;
  readonly px: number;
  readonly of: CapturedElement;
}

interface Distance {
  readonly px: number;
  readonly parts: readonly Part[];
}

function gapTo(reader: CaptureReader, first: CapturedElement, second: CapturedElement, parent: CapturedElement): number {
  const down = edgeOf(second.box, 0) - edgeOf(first.box, 2);
  const right = edgeOf(second.box, 3) - edgeOf(first.box, 1);
  const isDown = down > -1 && (right <= -1 || down >= right);
  const px = isDown ? down : right;
  if (px < -1) return round(px);
  const behind = groundOf(reader, parent);
  const [trailing, leading]: [Side, Side] = isDown ? [2, 0] : [1, 3];
  return round(px + seenInside(reader, first, trailing, behind).px + seenInside(reader, second, leading, behind).px);
}

/** From the edge of one to that of another in the same parent. */
function between(
  reader: CaptureReader,
  first: CapturedElement,
  second: CapturedElement,
  isDown: boolean,
  parent: CapturedElement,
): Distance {
  const [trailing, leading]: [Side, Side] = isDown ? [2, 0] : [1, 3];
  const px = edgeOf(second.box, leading) - edgeOf(first.box, trailing);
  const gap = gapOf(reader, parent, isDown);
  // Margins of blocks collapse: the larger one stands for both.
  const isBlock = !/flex|grid/.test(reader.style(parent.index, "display") ?? "") && isDown;
  const [before, after] = [marginAt(reader, first, trailing, isBlock), marginAt(reader, second, leading, isBlock)];
  const margins = isBlock ? Math.max(before.px, after.px) : before.px + after.px;
  const declared = [{ property: "gap", px: gap, of: parent }, before, after].filter((part) => part.px !== 0);
  return { px, parts: [...declared, ...restOf(px - gap - margins, parent)] };
}

function gapOf(reader: CaptureReader, { index }: CapturedElement, isDown: boolean): number {
  const [rowGap = "0", columnGap = rowGap] = (reader.style(index, "gap") ?? "normal").split(" ");
  return Number.parseFloat(isDown ? rowGap : columnGap) || 0;
}

/** The margin at a side, its own or, of a block, that of the first or last in it which collapses through its edge. */
function marginAt(reader: CaptureReader, of: CapturedElement, side: Side, isBlock: boolean, levels = mostLevels): Part {
  const own = { property: `margin-${sides[side]}`, px: marginOf(reader, of, side), of };
  const padding = sidesOf(reader.style(of.index, "padding"))[side];
  if (!isBlock || levels === 0 || padding > 0 || of.text.trim() !== "" || reader.style(of.index, "display") !== "block") return own;
  const inner = siblingsOf(reader, of.index, of).at(side === 0 ? 0 : -1);
  if (inner === undefined || Math.abs(edgeOf(inner.box, side) - edgeOf(of.box, side)) >= 1) return own;
  const its = marginAt(reader, inner, side, isBlock, levels - 1);
  return its.px > own.px ? its : own;
}

/**
 * How far within an element's edge that is seen of it begins: its paint, line, text or field, or what is in it. A child's margin that collapses
 * through the edge is not within. `behind`: the colour that the element stands on, and all in it up to what stands out.
 */
function seenInside(reader: CaptureReader, element: CapturedElement, side: Side, behind: string, levels = mostLevels): Distance {
  const { index, box, tag, text } = element;
  const line = sidesOf(visibleStyle(reader, index, "border-width"))[side];
  if (line > 0 || standsOut(reader, element, behind) || /^(input|select|textarea)$/.test(tag)) return { px: 0, parts: [] };
  const padding = sidesOf(reader.style(index, "padding"))[side];
  const parts = padding > 0 ? [{ property: `padding-${sides[side]}`, px: padding, of: element }] : [];
  const within = (levels === 0 ? [] : siblingsOf(reader, index, element)).map((child): Distance => {
    // Its box is the letters', the line is higher.
    if (reader.style(child.index, "display") === "inline" && (side === 0 || side === 2)) return { px: padding, parts: [] };
    const inside = seenInside(reader, child, side, behind, levels - 1);
    const px = (edgeOf(box, side) - edgeOf(child.box, side)) * outwardsAt(side);
    const margin = Math.abs(px - padding) >= 1 ? marginOf(reader, child, side) : 0;
    const named = margin === 0 ? [] : [{ property: `margin-${sides[side]}`, px: margin, of: child }];
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
export function groundOf(reader: CaptureReader, { index }: CapturedElement): string {
  const colors = [index, ...reader.ancestors(index)].map((at) => reader.style(at, "background-color") ?? "");
  return colors.find((color) => (parseColor(color)?.alpha ?? 0) > 0) ?? "rgb(255, 255, 255)";
}

/** What is left of a distance when all that is declared is taken from it. */
function restOf(px: number, of: CapturedElement): Part[] {
  return Math.abs(round(px)) >= 1 ? [{ property: "layout", px, of }] : [];
}

function inWords(parts: readonly Part[]): string {
  return parts
    .map(({ property, px, of: { ref } }) =>
      property === "layout"
        ? `${round(px)}px by how ${ref} lays out its children`
        : property === "position"
          ? `${round(px)}px by where ${ref} is positioned`
          : `${property} ${round(px)}px of ${ref}`,
    )
    .join("; ");
}

/** Room at one side of an element, out to what is next there, or to the edge of what it stands in where that can be seen. */
export interface Room {
  readonly side: "above" | "right" | "below" | "left";
  /** Of what stands there, or of the box whose edge it ends at; empty for letters. */
  readonly ref: string;
  readonly endsAt: "element" | "letters" | "edge" | "layout" | "position";
  /** How many boxes farther out both ends stand in one. */
  readonly level: number;
  readonly px: number;
  readonly parts: readonly Part[];
  readonly madeBy: string;
}

const roomSides = ["above", "right", "below", "left"] as const;
const mostOuter = 6;
/** Where this much is left, letters stand. */
const leastText = 4;

/** Walks outwards at each side through boxes that nobody sees until something is seen, or a parent's layout makes the room. */
export function roomAround(reader: CaptureReader, element: CapturedElement): Room[] {
  if (element.parent < 0 || !element.rendered) return [];
  return ([0, 1, 2, 3] as const).flatMap((side) => roomAt(reader, element, side) ?? []);
}

const mostRooms = 3;

/** The rooms around an element that declarations make: at the sides named, else to the nearest beside it, else to the edges, narrowest first. */
export function roomsMeant(reader: CaptureReader, element: CapturedElement, isNamed: (side: Room["side"]) => boolean): Room[] {
  const rooms = roomAround(reader, element).filter(({ px, parts }) => px > 0 && parts.some(({ property }) => property !== "layout"));
  const named = rooms.filter(({ side }) => isNamed(side));
  if (roomSides.some(isNamed)) return named;
  const beside = rooms.filter(({ endsAt }) => endsAt === "element" || endsAt === "letters");
  const nearest = Math.min(...beside.map(({ level }) => level));
  const shown = beside.length > 0 ? beside.filter(({ level }) => level === nearest) : rooms;
  return shown.toSorted((a, b) => a.px - b.px).slice(0, mostRooms);
}

function edgeOf([x, y, width, height]: Box, side: Side): number {
  return [y, x + width, y + height, x][side] ?? 0;
}

function marginOf(reader: CaptureReader, { index }: CapturedElement, side: Side): number {
  return sidesOf(reader.style(index, "margin"))[side];
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}

function roomAt(reader: CaptureReader, element: CapturedElement, side: Side): Room | undefined {
  const facing = ((side + 2) % 4) as Side;
  const isDown = side === 0 || side === 2;
  const outwards = outwardsAt(side);
  const own = seenInside(reader, element, side, groundOf(reader, reader.element(element.parent)));
  let [at, px, parts] = [element, own.px, [...own.parts]];
  const room = (endsAt: Room["endsAt"], level: number, ref: string): Room => ({
    ...{ side: roomSides[side], ref, endsAt, level, px: round(px), parts },
    madeBy: inWords(parts),
  });
  const add = (distance: Distance) => {
    px += distance.px;
    parts.push(...distance.parts);
  };
  for (let step = 0; step < mostOuter && at.parent >= 0; step++) {
    const parent = boxAround(reader, at);
    const siblings = siblingsOf(reader, parent.index, at);
    const edge = edgeOf(at.box, side);
    const inset = (edgeOf(parent.box, side) - edge) * outwards;
    if (/absolute|fixed/.test(reader.style(at.index, "position") ?? "")) {
      if (at === element) return undefined;
      add({ px: inset, parts: [{ property: "position", px: inset, of: at }] });
      return room("position", step, parent.ref);
    }
    const beside = siblings.filter(
      (one) => one.index !== at.index && faces(at.box, one.box, isDown) && (edgeOf(one.box, facing) - edge) * outwards > -1,
    );
    const [next] = beside.toSorted((one, other) => (edgeOf(one.box, facing) - edgeOf(other.box, facing)) * outwards);
    if (next !== undefined) {
      const [first, second] = outwards < 0 ? [next, at] : [at, next];
      add(between(reader, first, second, isDown, parent));
      add(seenInside(reader, next, facing, groundOf(reader, parent)));
      return room("element", step, next.ref);
    }
    const isBlock = isDown && !/flex|grid/.test(reader.style(parent.index, "display") ?? "");
    const line = sidesOf(visibleStyle(reader, parent.index, "border-width"))[side];
    const padding = sidesOf(reader.style(parent.index, "padding"))[side];
    const margin = marginAt(reader, at, side, isBlock);
    const isThrough = isBlock && inset - line - padding < margin.px - 0.5;
    const rest = inset - line - padding - (isThrough ? 0 : margin.px);
    // Letters have no box: only what is declared between them and the part is known.
    const isLine = !isDown || (isBlock && reader.style(at.index, "display") === "block");
    if (isLine && parent.text.trim() !== "" && rest >= leastText) {
      const gap = gapOf(reader, parent, isDown);
      add({ px: margin.px + gap, parts: [{ property: "gap", px: gap, of: parent }, margin].filter((part) => part.px !== 0) });
      return room("letters", step, "");
    }
    const isLetters = isDown && reader.style(at.index, "display") === "inline";
    const left = restOf(rest, parent).map((part) => (isLetters ? { ...part, property: "line-height" } : part));
    const declared = [{ property: `padding-${sides[side]}`, px: padding, of: parent }, ...(isThrough ? [] : [margin])];
    add({ px: inset - line, parts: [...declared.filter((part) => part.px !== 0), ...left] });
    const isSeen = line > 0 || standsOut(reader, parent, groundOf(reader, reader.element(Math.max(parent.parent, 0))));
    if (left.some(({ property }) => property === "layout")) return room("layout", step, parent.ref);
    if (isSeen) return room("edge", step, parent.ref);
    at = parent;
  }
  return at.parent < 0 ? room("edge", mostOuter, at.ref) : undefined;
}

/** Whether one stands above or below another, or beside it: whether they share columns, or rows. */
function faces(one: Box, other: Box, isDown: boolean): boolean {
  const [begin, end]: [Side, Side] = isDown ? [3, 1] : [0, 2];
  return Math.min(edgeOf(one, end), edgeOf(other, end)) - Math.max(edgeOf(one, begin), edgeOf(other, begin)) > 1;
}
