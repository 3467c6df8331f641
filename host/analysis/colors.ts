// Registers the colour spaces of CSS with the parser.
import "culori/css";
import { converter, formatHex, formatHex8, parse, wcagContrast } from "culori/fn";

/** A colour of sRGB; all four parts from 0 to 1. */
export interface Rgba {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly alpha: number;
}

/** Reads a computed colour; undefined for what is none that browsers compute. */
export function parseColor(css: string): Rgba | undefined {
  if (cache.has(css)) return cache.get(css);
  const color = read(css);
  if (cache.size >= mostCached) cache.clear();
  cache.set(css, color);
  return color;
}

/** Lays one colour over another. */
export function over(top: Rgba, bottom: Rgba): Rgba {
  const alpha = top.alpha + bottom.alpha * (1 - top.alpha);
  const mix = (a: number, b: number) => (alpha === 0 ? 0 : (a * top.alpha + b * bottom.alpha * (1 - top.alpha)) / alpha);
  return { r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), b: mix(top.b, bottom.b), alpha };
}

/** Contrast of two opaque colours, 1 to 21: WCAG 2.2, definition of contrast ratio. */
export function contrastRatio(one: Rgba, other: Rgba): number {
  return wcagContrast({ ...one, mode: "rgb" }, { ...other, mode: "rgb" });
}

/** `#rrggbb`, with the alpha only where there is one. */
export function hexOf(color: Rgba): string {
  return (color.alpha < 1 ? formatHex8 : formatHex)({ ...color, mode: "rgb" });
}

const cache = new Map<string, Rgba | undefined>();
const mostCached = 5_000;

const looksLikeColor =
  /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch) ?\([-\d.,%/ a-z]{5,80}\)|color\([a-z0-9-]+ [-\d.,%/ a-z]{5,80}\))$/i;
const toRgb = converter("rgb");

function read(css: string): Rgba | undefined {
  const plain = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(css);
  if (plain !== null)
    return { r: Number(plain[1]) / 255, g: Number(plain[2]) / 255, b: Number(plain[3]) / 255, alpha: Number(plain[4] ?? 1) };
  const parsed = looksLikeColor.test(css) ? parseForeign(css) : undefined;
  if (parsed === undefined) return undefined;
  const { r, g, b, alpha = 1 } = toRgb(parsed);
  return { r: clamp(r), g: clamp(g), b: clamp(b), alpha };
}

/** Pages write what they like into custom properties, and the parser throws on a function with too few values. */
function parseForeign(css: string): ReturnType<typeof parse> {
  try {
    return parse(css);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part));
}
