import type { Box } from "../contract/annotation.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { over, parseColor, type Rgba } from "./colors.js";
import { fontOf } from "./fonts.js";
import { holds, intersection, sidesOf } from "./geometry.js";

const white: Rgba = { r: 1, g: 1, b: 1, alpha: 1 };

/** What is seen of an element's text and of what is behind it; both opaque. */
export interface Painted {
  readonly text: Rgba;
  readonly background: Rgba;
}

/** Paint of a text itself, of a group as a whole, and of a background. */
const onText = /text-shadow|text-stroke|background-clip/;
const onGroup = /(?<!backdrop-)filter|mix-blend-mode|mask|first-l\w+|details-\w+/;
const onGround = /backdrop-filter|border-image/;
/** Of a running animation or transition. */
const changesColor = /(?:^|[ ~])(?:color|background-color|opacity)(?: |$)/;

/**
 * The colours of an element's text and of what is behind it: backgrounds of the element and its ancestors laid over each other, groups
 * faded by their opacity, down to the white canvas. Where it is unknown the reason: an image or gradient on the way, shadows, filters, blending and masks,
 * generated boxes with a background, an ancestor that the element stands outside of, text of a drawing, first lines and letters of a colour of
 * their own, text on its own border, disabled buttons as browsers draw them.
 */
export function paintedText(reader: CaptureReader, element: CapturedElement): Painted | string {
  if (/clipped|off-screen|turned/.test(element.unseen)) return `nobody sees the text (${element.unseen})`;
  const changing =
    reader.capture.nodes.animated === undefined
      ? undefined
      : pathOf(reader, element).find((at) => changesColor.test(reader.element(at).animated));
  if (changing !== undefined) return `${refOf(element, changing)} is changing its colours`;
  const paint = paintOf(reader, element.index);
  const written = /text-fill ([^;]+)/.exec(paint)?.[1] ?? reader.style(element.index, "color") ?? "";
  const color = parseColor(written);
  if (color === undefined) return "the colour of the text is unknown";
  if (color.alpha === 0) return "the text has no colour of its own";
  if (element.tag === "text" || element.tag === "tspan") return "the text is part of a drawing";
  const border = reader.style(element.index, "border-style") ?? "";
  if (/outset/.test(border) && element.states["disabled"] !== undefined) return "browsers draw a disabled button";
  if (!/^(?:none)?$/.test(border) && isOnBorder(reader, element)) return "the text may stand on its border";
  const [rare] = onText.exec(paint) ?? [];
  return rare === undefined ? layersBehind(reader, element, color) : `the text has ${rare}`;
}

const pathOf = (reader: CaptureReader, { index }: CapturedElement) => [index, ...reader.ancestors(index)];

export const paintOf = (reader: CaptureReader, index: number) => reader.style(index, "paint") ?? "";

/** No line fits between the borders. */
function isOnBorder(reader: CaptureReader, { index, box }: CapturedElement): boolean {
  const [top, , bottom] = sidesOf(reader.style(index, "border-width"));
  return top + bottom >= 3 && box[3] - top - bottom < fontOf(reader, index).size * 0.8;
}

function layersBehind(reader: CaptureReader, element: CapturedElement, color: Rgba): Painted | string {
  const path = pathOf(reader, element);
  const seen = seenPart(reader, element);
  const opacities = path.map((index) => Number(reader.style(index, "opacity") ?? 1));
  const outermostGroup = opacities.findLastIndex((opacity) => opacity < 1);
  let painted: Painted = { text: color, background: { r: 0, g: 0, b: 0, alpha: 0 } };
  for (const [step, index] of path.entries()) {
    const paint = paintOf(reader, index);
    const [rare] = onGroup.exec(paint) ?? [];
    if (rare !== undefined) return `${refOf(element, index)} has ${rare}`;
    // A box of the whole page is behind all others.
    if (paint.includes("generated") && (step === 0 || index > 1 || painted.background.alpha <= 0.999))
      return `${refOf(element, index)} has a generated box with a background`;
    // What is opaque hides all behind it, but for groups that fade or change it.
    if (painted.background.alpha > 0.999 && step > outermostGroup) continue;
    const group = opacities[step] ?? 1;
    const unknown = painted.background.alpha > 0.999 ? undefined : unknownGround(reader, index, paint);
    if (unknown !== undefined) return `${refOf(element, index)} has ${unknown}`;
    const ground = parseColor(reader.style(index, "background-color") ?? "");
    if (ground !== undefined && ground.alpha > 0) {
      const { parent, tag, box } = reader.element(index);
      // The root's background covers the canvas, wherever its box ends; the body's where the root has none.
      const isCanvas = parent < 0 || (tag === "body" && isBare(reader, parent));
      if (!isCanvas && !holds(box, seen)) return `the text stands outside of ${refOf(element, index)}`;
      painted = layOver(painted, ground);
    }
    painted = { text: faded(painted.text, group), background: faded(painted.background, group) };
  }
  const isDark = reader.capture.metadata.colorScheme === "dark" && declaresDark(reader);
  return layOver(painted, isDark ? { r: 0.07, g: 0.07, b: 0.07, alpha: 1 } : white);
}

/** What makes the background of an element unknown. */
function unknownGround(reader: CaptureReader, index: number, paint: string): string | undefined {
  if ((reader.style(index, "background-image") ?? "none") !== "none") return "a picture or gradient behind it";
  if ((reader.style(index, "box-shadow") ?? "").includes("inset")) return "a shadow inside";
  return onGround.exec(paint)?.[0];
}

const isBare = (reader: CaptureReader, index: number) =>
  parseColor(reader.style(index, "background-color") ?? "")?.alpha === 0 &&
  unknownGround(reader, index, paintOf(reader, index)) === undefined;

const refOf = (element: CapturedElement, index: number) => (index === element.index ? "the element" : `e${index}`);

/** The part of an element's box that scrolling and clipping containers show; without size where they show none. */
export function seenPart(reader: CaptureReader, { index, box }: CapturedElement): Box {
  if (/absolute|fixed/.test(reader.style(index, "position") ?? "")) return box;
  let seen = box;
  for (const at of reader.ancestors(index)) {
    if (!/visible|^$/.test(reader.style(at, "overflow") ?? ""))
      seen = intersection(seen, reader.element(at).box) ?? [seen[0], seen[1], 0, 0];
    if (/absolute|fixed/.test(reader.style(at, "position") ?? "")) return seen;
  }
  return seen;
}

function layOver({ text, background }: Painted, ground: Rgba): Painted {
  return { text: over(text, ground), background: over(background, ground) };
}

function faded(color: Rgba, opacity: number): Rgba {
  return opacity < 1 ? { ...color, alpha: color.alpha * opacity } : color;
}

/** In a dark scheme the canvas is dark only where the page takes part; light text on the root shows that it does. */
function declaresDark(reader: CaptureReader): boolean {
  const color = parseColor(reader.style(0, "color") ?? "");
  return color !== undefined && color.r + color.g + color.b > 1.5;
}

const pictures = new Set(["img", "canvas", "video", "svg", "iframe", "picture", "object", "embed"]);

/** Whether an element puts paint of its own behind or over what meets its box. */
export function paints(reader: CaptureReader, element: CapturedElement): boolean {
  const { index, visible } = element;
  if (!visible) return false;
  if (isPicture(reader, element) || /backdrop-filter|generated|border-image/.test(paintOf(reader, index))) return true;
  return (parseColor(reader.style(index, "background-color") ?? "")?.alpha ?? 0) > 0;
}

export function isPicture(reader: CaptureReader, { index, tag }: CapturedElement): boolean {
  return pictures.has(tag) || (reader.style(index, "background-image") ?? "none") !== "none";
}
