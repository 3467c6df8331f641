const sides = ["top", "right", "bottom", "left"] as const;
const corners = ["top-left", "top-right", "bottom-right", "bottom-left"] as const;
const fourSided = ["margin", "padding", "border-width", "border-style", "border-color"] as const;
const fontParts = ["font-style", "font-weight", "font-size", "line-height", "font-family"] as const;

/** Where a longhand's value is found: in which shorthand, and how. */
interface Source {
  readonly shorthand: string;
  readonly pick: (value: string) => string;
}

const sources = new Map<string, Source>();
for (const shorthand of fourSided) {
  sides.forEach((side, place) => {
    const longhand = shorthand.startsWith("border-") ? shorthand.replace("-", `-${side}-`) : `${shorthand}-${side}`;
    sources.set(longhand, { shorthand, pick: (value) => ofFour(partsOf(value), place) });
  });
}
corners.forEach((corner, place) => {
  sources.set(`border-${corner}-radius`, { shorthand: "border-radius", pick: (value) => radiusOf(value, place) });
});
for (const [longhand, shorthand, place] of [
  ["overflow-x", "overflow", 0],
  ["overflow-y", "overflow", 1],
  ["row-gap", "gap", 0],
  ["column-gap", "gap", 1],
] as const) {
  sources.set(longhand, { shorthand, pick: (value) => ofTwo(partsOf(value), place) });
}
for (const part of fontParts) sources.set(part, { shorthand: "font", pick: (value) => fontPart(value, part) });

/** Names the shorthand that holds a longhand's value, and how to take it out; undefined for a property that no shorthand of a capture holds. */
export function shorthandOf(longhand: string): Source | undefined {
  return sources.get(longhand);
}

/** Words of a value; spaces inside brackets part nothing. */
function partsOf(value: string): string[] {
  return value.match(/(?:[^\s()]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)+/g) ?? [];
}

function ofFour(parts: readonly string[], place: number): string {
  const [top = "", right = top, bottom = top, left = right] = parts;
  return [top, right, bottom, left][place] ?? "";
}

function ofTwo(parts: readonly string[], place: number): string {
  const [first = "", second = first] = parts;
  return place === 0 ? first : second;
}

/** Elliptical corners have a second radius after a slash. */
function radiusOf(value: string, place: number): string {
  const [across = "", down] = value.split(" / ");
  const one = ofFour(partsOf(across), place);
  const other = down === undefined ? one : ofFour(partsOf(down), place);
  return one === other ? one : `${one} ${other}`;
}

/** A computed `font` reads `italic 700 16px / 24px "Fira Sans", sans-serif`; what is left out is normal. */
function fontPart(value: string, part: (typeof fontParts)[number]): string {
  const [, before = "", size = "", height = "normal", family = ""] =
    /^(.*?)(?<!\S)([^\s/]*\d(?:px|pt|em|rem|%))(?: ?\/ ?(\S+))? ([\s\S]*)$/.exec(value) ?? [];
  if (part === "font-size") return size;
  if (part === "line-height") return height;
  if (part === "font-family") return family;
  if (part === "font-style") return /\b(?:italic|oblique(?: \S+deg)?)/.exec(before)?.[0] ?? "normal";
  const weight = /\b(?:\d{1,4}|bold)\b(?!deg)/.exec(before)?.[0] ?? "400";
  return weight === "bold" ? "700" : weight;
}
