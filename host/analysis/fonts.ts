/** The parts of a computed `font` shorthand that the audits need; lengths in CSS pixels. */
export interface Font {
  readonly size: number;
  readonly weight: number;
  /** `normal` counts as 1.2 times the size. */
  readonly lineHeight: number;
}

/** Reads `italic 700 16px / 24px Arial`, as browsers compute it. */
export function fontOf(shorthand: string | undefined): Font {
  const text = shorthand ?? "";
  const [, sizeText, lineText] = /(?<![\d.])([\d.]+)px(?:\s*\/\s*([\d.]+px|normal|[\d.]+))?/.exec(text) ?? [];
  const size = Number(sizeText ?? 16);
  const before = text.slice(0, Math.max(0, text.indexOf(`${sizeText ?? ""}px`)));
  const weight = /\b(bold|[1-9]\d{2,3})\b/.exec(before)?.[1] ?? "400";
  const line = Number.parseFloat(lineText ?? "");
  const lineHeight = Number.isNaN(line) ? size * 1.2 : lineText?.endsWith("px") ? line : line * size;
  return { size, weight: weight === "bold" ? 700 : Number(weight), lineHeight };
}

/** The first family of a computed `font` shorthand: the others stand in where it lacks a character. */
export function fontFamilyOf(shorthand: string | undefined): string {
  return /px(?:\s*\/\s*(?:[\d.]+(?:px)?|normal))?\s+([^,]*)/.exec(shorthand ?? "")?.[1] ?? "";
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
