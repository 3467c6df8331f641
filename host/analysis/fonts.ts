import type { CaptureReader } from "../contract/reader.js";

/** What the audits need of a computed font; lengths in CSS pixels. */
export interface Font {
  readonly size: number;
  readonly weight: number;
  /** `normal` counts as 1.2 times the size. */
  readonly lineHeight: number;
}

export function fontOf(reader: CaptureReader, index: number): Font {
  const part = (name: string, absent: number) => {
    const value = Number.parseFloat(reader.style(index, name) ?? "");
    return Number.isNaN(value) ? absent : value;
  };
  const size = part("font-size", 16);
  // A bare number is one of font sizes.
  const unit = /\d$/.test(reader.style(index, "line-height") ?? "") ? size : 1;
  return { size, weight: part("font-weight", 400), lineHeight: part("line-height", size * 1.2) * unit };
}

/** WCAG 2.2: 18 pt, or 14 pt and bold, is large. */
export function isLargeText({ size, weight }: Font): boolean {
  return size >= 24 || (size >= 18.66 && weight >= 700);
}

/** Share of the font size that narrow, middle and wide characters take in common sans-serif fonts, on the low side. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'|!\s]/, 0.2],
  [/[ftr()[\]/-]/, 0.27],
  [/[mwMW@%—]/, 0.72],
  [/[A-Z]/, 0.58],
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/, 1],
];

function shareOf(character: string): number {
  return widths.find(([kind]) => kind.test(character))?.[1] ?? 0.46;
}

const asciiShares = Array.from({ length: 128 }, (_, code) => shareOf(String.fromCharCode(code)));

/** A width that the text hardly stays below, in CSS pixels. */
export function leastTextWidth(text: string, { size }: Pick<Font, "size">): number {
  let sum = 0;
  for (const character of text) sum += asciiShares[character.codePointAt(0) ?? 0] ?? shareOf(character);
  return sum * size;
}
