import { weaklyMemoized } from "../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { parseColor } from "./colors.js";
import { isWithin } from "./element-facts.js";
import { BoxGrid, holds, intersection } from "./geometry.js";
import { isPicture, paintOf, paints, seenPart } from "./painting.js";
import { rootPathOf } from "./roots.js";

/** All that is painted, by place. */
const paintGrid = weaklyMemoized((reader: CaptureReader) => {
  const grid = new BoxGrid<CapturedElement>();
  for (const element of reader.elements()) if (paints(reader, element)) grid.add(element.box, element);
  return grid;
});

/** What is neither around nor inside the element and puts paint where it is seen. */
export function paintedThere(reader: CaptureReader, element: CapturedElement): CapturedElement[] {
  const around = new Set(reader.ancestors(element.index));
  const frames = rootPathOf(reader, element.index).length;
  const seen = seenPart(reader, element);
  return [...paintGrid(reader).meeting(seen)].filter((other) => {
    const { index } = other;
    if (isWithin(reader, element.index, index) || around.has(index) || rootPathOf(reader, index).length > frames) return false;
    return intersection(seenPart(reader, other), seen) !== undefined;
  });
}

/** What may hide the whole element, or lie on a part of it, in words; undefined for nothing. Captures hold the order of painting in part. */
export function coverOf(reader: CaptureReader, element: CapturedElement): { readonly whole?: string; readonly part?: string } {
  const seen = seenPart(reader, element);
  const over = paintedThere(reader, element).filter((other) => hides(reader, other) && isOver(reader, other, element));
  const whole = over.find((other) => holds(seenPart(reader, other), seen));
  // What lies within a control or text is a badge or an icon of it.
  const part = over.find((other) => !holds(element.box, other.box) || other === whole);
  const behind = whole === undefined ? groundOver(reader, element) : `${whole.ref} may be painted over it`;
  return {
    ...(behind === undefined ? {} : { whole: behind }),
    ...(part === undefined ? {} : { part: `${part.ref} may be painted on it` }),
  };
}

/** An opaque color, or a picture, which may be opaque. */
function hides(reader: CaptureReader, element: CapturedElement): boolean {
  const { index } = element;
  const isFaded = [index, ...reader.ancestors(index)].some((at) => Number(reader.style(at, "opacity") ?? 1) <= 0.5);
  return !isFaded && (isPicture(reader, element) || (parseColor(reader.style(index, "background-color") ?? "")?.alpha ?? 0) > 0.5);
}

/** A box of the element's own or of one around it that is painted over it: the ground before which a negative `z-index` puts it, a generated box. */
export function groundOver(reader: CaptureReader, element: CapturedElement): string | undefined {
  const seen = seenPart(reader, element);
  const path = [element.index, ...reader.ancestors(element.index)];
  let isBehind = false;
  for (const at of path) {
    const [, which] = /generated (before|after) over/.exec(paintOf(reader, at)) ?? [];
    const layer = layerOf(reader, element.index, at);
    if (which !== undefined && (which === "after" ? layer <= 0 : layer < 0)) return `a generated box of e${at} may be painted over it`;
    const { box, parent, tag } = reader.element(at);
    // The body's background is mostly the canvas.
    if (parent < 0 || tag === "body") return undefined;
    const z = zOf(reader, at);
    if (z !== undefined || isGroup(reader, at)) isBehind = false;
    if (isBehind && hides(reader, reader.element(at)) && holds(box, seen)) return `the background of e${at} may be painted over it`;
    if (z !== undefined && z < 0) isBehind = true;
  }
  return undefined;
}

/** Whether one of two is painted later, as far as captures show: by layer, then in the order of the document. What sticks to the window can be scrolled away from. */
export function isOver(reader: CaptureReader, one: CapturedElement, other: CapturedElement): boolean {
  const around = new Set(reader.ancestors(other.index));
  const common = reader.ancestors(one.index).find((at) => around.has(at)) ?? -1;
  for (let at = one.index; at !== common && at >= 0; at = reader.element(at).parent)
    if (/fixed|sticky/.test(reader.style(at, "position") ?? "")) return false;
  const [a, b] = [layerOf(reader, one.index, common), layerOf(reader, other.index, common)];
  // In the flow all texts lie over all backgrounds.
  return a > b || (a === b && one.index > other.index && (a !== flowLayer || isPicture(reader, one)));
}

/** Between negative and positioned layers (CSS 2.2, appendix E). */
const flowLayer = -0.5;

/** The layer in which an element is painted within one around it. */
function layerOf(reader: CaptureReader, index: number, around: number): number {
  let layer = flowLayer;
  for (let at = index; at !== around && at >= 0; at = reader.element(at).parent) {
    const z = zOf(reader, at);
    if (z !== undefined) layer = z;
    else if (isGroup(reader, at)) layer = 0;
    else if (layer === flowLayer && (reader.style(at, "position") ?? "static") !== "static") layer = 0;
  }
  return layer;
}

function zOf(reader: CaptureReader, index: number): number | undefined {
  const z = Number.parseInt(reader.style(index, "z-index") ?? "", 10);
  return Number.isNaN(z) ? undefined : z;
}

function isGroup(reader: CaptureReader, index: number): boolean {
  const isTransformed = (reader.style(index, "transform") ?? "none") !== "none";
  return isTransformed || Number(reader.style(index, "opacity") ?? 1) < 1 || /fixed|sticky/.test(reader.style(index, "position") ?? "");
}
