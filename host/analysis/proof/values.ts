import { parseColor } from "../colors.js";

export type Order = "equals" | "at-least" | "at-most" | undefined;

/** Half a pixel is equal: browsers round boxes to device pixels. */
const nearPx = 0.5;

/** Compares two lengths in CSS pixels. */
export function isNear(found: number, wanted: number, compare: Order = "equals"): boolean {
  if (compare === "at-least") return found >= wanted - nearPx;
  if (compare === "at-most") return found <= wanted + nearPx;
  return Math.abs(found - wanted) <= nearPx;
}

export interface Compared {
  readonly property: string;
  /** As the browser computed it. */
  readonly found: string;
  /** As a person or an agent wrote it, or as computed. */
  readonly wanted: string;
  readonly compare: Order;
  /** CSS pixels, for `em` and `rem`. */
  readonly fontSizes: { readonly own: number; readonly root: number };
  readonly viewport: { readonly width: number; readonly height: number };
}

/** Whether a computed value is the wanted one; undefined where that cannot be decided, as for a percentage. Colours are compared as colours. */
export function compareValues({ property, found, wanted, compare = "equals", fontSizes, viewport }: Compared): boolean | undefined {
  const toPx: Readonly<Record<string, number>> = {
    px: 1,
    em: fontSizes.own,
    rem: fontSizes.root,
    vw: viewport.width / 100,
    vh: viewport.height / 100,
    pt: 4 / 3,
  };
  const [have, want] = [zeroIfNormal(property, found), wanted].map((value) => asComputed(property, partsOf(normal(value))));
  if (have === undefined || want === undefined) return undefined;
  if (compare !== "equals") {
    const [a, b] = [numberOf(have[0] ?? "", toPx), numberOf(want[0] ?? "", toPx)];
    if (a === undefined || b === undefined || have.length !== want.length) return undefined;
    return a.isPx || b.isPx ? isNear(a.value, b.value, compare) : compare === "at-least" ? a.value >= b.value : a.value <= b.value;
  }
  const [left, right] = fourSided.test(property) ? [expand(have), expand(want)] : sameLength(have, want);
  const results = left.map((part, place) => isSamePart(part, right[place] ?? "", toPx));
  if (left.length === right.length && results.every((one) => one === true)) return true;
  return results.includes(undefined) ? undefined : false;
}

/** Shadows as browsers compute them: colour, four lengths, `inset`. They are mostly written the other way round, and without lengths of 0. */
function asComputed(property: string, parts: readonly string[]): readonly string[] {
  if (property !== "box-shadow" || parts.length < 2) return parts;
  const shadows = parts
    .join(" ")
    .split(/,(?![^(]*\))/)
    .map((one) => partsOf(one.trim()));
  return shadows.flatMap((shadow) => {
    const lengths = shadow.filter((part) => /^-?[\d.]/.test(part));
    const color = shadow.find((part) => part !== "inset" && !lengths.includes(part)) ?? "currentcolor";
    const zeros = Array.from({ length: Math.max(0, 4 - lengths.length) }, () => "0px");
    return [color, ...lengths, ...zeros, shadow.includes("inset") ? "inset" : "outset"];
  });
}

/** `normal` is no distance at all for these (CSS Text 4, CSS Align 3). */
function zeroIfNormal(property: string, value: string): string {
  return /^(?:letter-spacing|word-spacing|gap|row-gap|column-gap)$/.test(property) ? value.replaceAll("normal", "0px") : value;
}

const fourSided = /^(?:margin|padding|inset|scroll-margin|scroll-padding|border-(?:width|style|color))$/;

/** Two values of one pair (`gap`, `border-radius`): one part stands for all. */
function sameLength(a: readonly string[], b: readonly string[]): [readonly string[], readonly string[]] {
  const spread = (one: readonly string[], length: number) => (one.length === 1 ? Array.from({ length }, () => one[0] ?? "") : one);
  const length = Math.max(a.length, b.length);
  return length > 4 ? [a, b] : [spread(a, length), spread(b, length)];
}

function expand(parts: readonly string[]): readonly string[] {
  const [top = "", right = top, bottom = top, left = right] = parts;
  return [top, right, bottom, left];
}

/** Words of a value: brackets and quotation marks hold theirs together. */
function partsOf(value: string): string[] {
  return value.match(/(?:[^\s()"']+(?:\((?:[^()]|\([^()]*\))*\))?|"[^"]*"|'[^']*'|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
}

function normal(value: string): string {
  return value
    .trim()
    .replace(/\s*,\s*/g, ", ")
    .replace(/\s*\/\s*/g, " / ")
    .replace(/\s+/g, " ");
}

/** Undefined for units that only the browser can resolve. */
function isSamePart(found: string, wanted: string, toPx: Readonly<Record<string, number>>): boolean | undefined {
  if (found === wanted) return true;
  const [a, b] = [numberOf(found, toPx), numberOf(wanted, toPx)];
  if (a !== undefined && b !== undefined) return a.isPx || b.isPx ? isNear(a.value, b.value) : Math.abs(a.value - b.value) < 0.001;
  if (/^-?[\d.]+(?:%|[a-z]+)$|^(?:calc|var|min|max|clamp)\(/i.test(wanted)) return undefined;
  const [one, other] = [parseColor(found), parseColor(wanted)];
  // Mixed, relative and system colours: the browser alone knows what they are here.
  if (one !== undefined && other === undefined && wanted !== "none") return undefined;
  if (one !== undefined && other !== undefined) {
    // Half a step of eight bits.
    return (["r", "g", "b", "alpha"] as const).every((part) => Math.abs(one[part] - other[part]) <= 0.5 / 255 + 1e-6);
  }
  return plain(found) === plain(wanted);
}

const weights: Readonly<Record<string, string>> = { bold: "700", normal: "400" };

function plain(word: string): string {
  const bare = word.replace(/^["']|["'],?$/g, "").toLowerCase();
  return weights[bare] ?? bare;
}

function numberOf(part: string, toPx: Readonly<Record<string, number>>): { value: number; isPx: boolean } | undefined {
  const [, number, unit = ""] = /^(-?(?:\d+\.?\d*|\.\d+))([a-z]*)$/i.exec(part) ?? [];
  if (number === undefined) return undefined;
  const factor = toPx[unit.toLowerCase()];
  if (unit === "") return { value: Number(number), isPx: false };
  return factor === undefined ? undefined : { value: Number(number) * factor, isPx: true };
}
