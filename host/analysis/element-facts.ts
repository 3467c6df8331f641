import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { sidesOf } from "./geometry.js";

/** Initial values: those of elements that no author styled. */
const plain =
  /^(none|normal|static|visible|auto|start|0px|1|rgba\(0, 0, 0, 0\)|row|default|clip|0px none rgb\(\d+, \d+, \d+\)|normal normal)$/;

/** Computed styles that shape an element: those that differ from a plain one's. */
export function authoredStyles(reader: CaptureReader, { index }: CapturedElement): (readonly [property: string, value: string])[] {
  return reader.capture.styles.properties.flatMap((property) => {
    const value = visibleStyle(reader, index, property);
    return value === undefined || (plain.test(value) && property !== "display") ? [] : [[property, value] as const];
  });
}

/**
 * A computed style that can be seen; undefined where none was read. A border without a line has no width, style or colour; layers of a
 * shadow that are transparent or as large as the box, which frameworks write only to be replaced, are none.
 */
export function visibleStyle(reader: CaptureReader, index: number, property: string): string | undefined {
  const styleOf = (name: string) => reader.style(index, name) || undefined;
  const value = styleOf(property);
  if (property === "box-shadow") return value && visibleShadow(value);
  if (!/^border-(width|style|color)$/.test(property)) return value;
  const hasLine =
    !/^(?:(?:none|0px) ?)+$/.test(styleOf("border-style") ?? "none") && !/^(?:0px ?)+$/.test(styleOf("border-width") ?? "0px");
  return hasLine ? value : undefined;
}

function visibleShadow(value: string): string {
  const layers = value.split(/,\s*(?![^(]*\))/).filter((layer) => !/rgba\([^()]*,\s*0\)|transparent|(?<!\S)0px 0px 0px 0px/.test(layer));
  return layers.length === 0 ? "none" : layers.join(", ");
}

/** Whether an element has no room but for its padding and border, and cuts what it holds: "visually hidden", as skip links are until they have the focus. */
export function isForScreenReaders(reader: CaptureReader, { index, box }: CapturedElement): boolean {
  if (!/^(hidden|clip)/.test(reader.style(index, "overflow") ?? "")) return false;
  const [top, right, bottom, left] = sidesOf(reader.style(index, "padding"));
  const [above, beside, below, before] = sidesOf(reader.style(index, "border-width"));
  return box[2] - left - right - before - beside <= 2 && box[3] - top - bottom - above - below <= 2;
}

/** In these a development server shows its own tools on every page. */
const devTools = /^(?:nextjs-portal|astro-dev-toolbar)$/;

/** Whether an element is the app's own, none of a development server's tools. */
export function isOfApp(reader: CaptureReader, { index }: CapturedElement): boolean {
  return ![index, ...reader.ancestors(index)].some((at) => devTools.test(reader.element(at).tag));
}

/** An element and all below it. */
export function elementsWithin(reader: CaptureReader, index: number): CapturedElement[] {
  return Array.from({ length: reader.end(index) - index }, (_, offset) => reader.element(index + offset));
}

/** The first that is such a one, of an element and all below it. */
export function firstWithin(
  reader: CaptureReader,
  index: number,
  isSuch: (element: CapturedElement) => boolean,
): CapturedElement | undefined {
  for (let at = index; at < reader.end(index); at++) {
    const element = reader.element(at);
    if (isSuch(element)) return element;
  }
  return undefined;
}

/** The texts of an element and of all below it, in document order. */
export function wordsWithin(reader: CaptureReader, index: number): string {
  return elementsWithin(reader, index)
    .map(({ text }) => text)
    .join(" ");
}

export function isWithin(reader: CaptureReader, around: number, index: number): boolean {
  return index >= around && index < reader.end(around);
}

/** How many elements before and after one count as its neighbours. */
const neighboursEach = 3;

export function neighboursOf(reader: CaptureReader, { index, parent }: CapturedElement): CapturedElement[] {
  if (parent < 0) return [];
  const siblings = reader.children(parent);
  const place = siblings.indexOf(index);
  return siblings
    .slice(Math.max(0, place - neighboursEach), place + neighboursEach + 1)
    .filter((sibling) => sibling !== index)
    .map((sibling) => reader.element(sibling));
}

/** Roles that act as a whole wherever they are hit: what stands in one is a part of it. */
const wholes = new Set("button link menuitem menuitemcheckbox menuitemradio option tab switch checkbox radio treeitem".split(" "));
const mostSteps = 6;

/** Words of an annotation about a control's text, not about the control. */
const aboutWords =
  /\b(text|label|labels|word|words|wording|typo|spelling|spelled|misspelled|copy|caption|says?|reads?|rename|renamed|translat\w+|capital\w*|lower-?case|upper-?case|font|letters?|icon|image|picture|svg)\b/i;
const aboutControl = /\b(button|link|control|cta|menu item|tab|option|switch|checkbox|toggle|card)\b/i;
/** A link around these is a card, whose parts are things of their own. */
const ofCards = /^(h[1-6]|li|p)$/;

/** Whether an annotation is about the words, the letters or the picture in an element. */
export function isAboutWords(comment: string): boolean {
  return aboutWords.test(comment);
}

/** The control that a part of one was picked for; undefined for what is no part of a control, for an image, a part of a card, and for a request about words or an icon. */
export function controlAround(
  reader: CaptureReader,
  { index, interactive, role, tag }: CapturedElement,
  request: string,
): CapturedElement | undefined {
  if (interactive || wholes.has(role)) return undefined;
  const control = reader
    .ancestors(index)
    .slice(0, mostSteps)
    .map((at) => reader.element(at))
    .find((element) => wholes.has(element.role));
  const isCard = control !== undefined && elementsWithin(reader, control.index).some((one) => ofCards.test(one.tag));
  const isPart = tag === "img" || isCard || isAboutWords(request);
  return isPart && !aboutControl.test(request) ? undefined : control;
}
