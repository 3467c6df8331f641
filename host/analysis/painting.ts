import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { over, parseColor, type Rgba } from "./colors.js";
import { holds } from "./geometry.js";

const white: Rgba = { r: 1, g: 1, b: 1, alpha: 1 };

/**
 * The colour behind an element's text: backgrounds of the element and its ancestors laid over each other down to an opaque one, or the
 * white canvas. Undefined where it cannot be told: an image or gradient on the way, a group with opacity, an ancestor that the element
 * stands outside of.
 */
export function backgroundBehind(reader: CaptureReader, element: CapturedElement): Rgba | undefined {
  const layers: Rgba[] = [];
  for (const index of [element.index, ...reader.ancestors(element.index)]) {
    if (Number(reader.style(index, "opacity") ?? 1) < 1 || (reader.style(index, "background-image") ?? "none") !== "none") return undefined;
    const color = parseColor(reader.style(index, "background-color") ?? "");
    if (color === undefined || color.alpha === 0) continue;
    const isRoot = reader.element(index).parent < 0 || reader.element(index).tag === "body";
    // The root's and the body's background covers the canvas, wherever their boxes end.
    if (!isRoot && !holds(reader.element(index).box, element.box)) return undefined;
    layers.push(color);
    if (color.alpha === 1) return flatten(layers);
  }
  return flatten([
    ...layers,
    reader.capture.metadata.colorScheme === "dark" && declaresDark(reader) ? { r: 0.07, g: 0.07, b: 0.07, alpha: 1 } : white,
  ]);
}

function flatten(layers: readonly Rgba[]): Rgba {
  return layers.reduceRight((bottom, top) => over(top, bottom));
}

/** In a dark scheme the canvas is dark only where the page takes part; light text on the root says that it does. */
function declaresDark(reader: CaptureReader): boolean {
  const color = parseColor(reader.style(0, "color") ?? "");
  return color !== undefined && color.r + color.g + color.b > 1.5;
}

const pictures = new Set(["img", "canvas", "video", "svg", "iframe", "picture", "object", "embed"]);

/** Whether an element puts paint of its own behind or over what meets its box. */
export function paints(reader: CaptureReader, { index, tag, visible }: CapturedElement): boolean {
  if (!visible) return false;
  if (pictures.has(tag) || (reader.style(index, "background-image") ?? "none") !== "none") return true;
  return (parseColor(reader.style(index, "background-color") ?? "")?.alpha ?? 0) > 0;
}
