// Registers the colour spaces of CSS with the parser.
import "culori/css";
import { converter, parse } from "culori/fn";

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
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** `#rrggbb`, with the alpha only where there is one. */
export function hexOf({ r, g, b, alpha }: Rgba): string {
  const byte = (part: number) =>
    Math.round(clamp(part) * 255)
      .toString(16)
      .padStart(2, "0");
  return `#${byte(r)}${byte(g)}${byte(b)}${alpha < 1 ? byte(alpha) : ""}`;
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

/** WCAG 2.2, definition of relative luminance. */
function luminance({ r, g, b }: Rgba): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
