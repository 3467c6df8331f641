import type { Box } from "../../contract/annotation.js";
import type { CapturedElement } from "../../contract/reader.js";
import { type Font, fontOf, leastTextWidth } from "../fonts.js";
import { intersection, sidesOf } from "../geometry.js";
import type { Flow } from "./flow.js";

export type Severity = "low" | "medium" | "high";

export interface LayoutFinding {
  readonly rule: "overflow" | "viewport-overflow" | "overlap" | "clipped-text" | "small-target" | "invisible-interactive";
  readonly severity: Severity;
  readonly element: CapturedElement;
  readonly other?: CapturedElement;
  /** How far, in CSS pixels. */
  readonly amount: number;
  readonly message: string;
}

export type LayoutRule = (flow: Flow) => Iterable<LayoutFinding>;

/** The elements that cut what an element shows, nearest first, itself included (CSS Positioned Layout 3, containing blocks). */
export function* cuttersOf(flow: Flow, element: CapturedElement): Generator<CapturedElement> {
  if (flow.clips(element)) yield element;
  let position = flow.style(element, "position");
  for (const around of flow.ancestors(element)) {
    if (around.tag === "html" && around.parent < 0) return;
    const holds = flow.isTransformed(around) || (position !== "fixed" && flow.style(around, "position") !== "static");
    const isOutOfFlow = position === "absolute" || position === "fixed";
    if (isOutOfFlow && !holds) continue;
    if (flow.clips(around) && around.tag !== "body" && around.tag !== "html") yield around;
    position = flow.style(around, "position");
  }
}

/** The part of an element's box that is seen where it lies within an element around it, as things in there are scrolled; undefined when it is none. */
export function shownPart(flow: Flow, element: CapturedElement, box: Box, around: number): Box | undefined {
  let shown: Box | undefined = box;
  for (const { box: area, index } of cuttersOf(flow, element)) {
    if (index <= around) break;
    shown = shown && intersection(shown, area);
  }
  return shown;
}

/** Where the letters of an element's own text stand. */
export interface Words {
  readonly box: Box;
  readonly font: Font;
  readonly isOneLine: boolean;
}

/** Letters with what hangs above and below them, as a share of the font's size. */
const glyphShare = 1.15;
/** How much wider than the estimate a text may be. */
const mostTimesWider = 1.4;

/**
 * Where an element's own words are: as measured where they leave the box; the box of inline text; else the content box of a block, of which a single line
 * takes a part that is estimated on the low side. Undefined for a block that is higher than its text: where in it that stands is not in a capture.
 */
export function wordsOf(flow: Flow, element: CapturedElement): Words | undefined {
  const font = fontOf(flow.reader, element.index);
  const { box, textBox } = element;
  if (textBox !== undefined) return { box: textBox, font, isOneLine: textBox[3] < Math.max(font.lineHeight, font.size) * 1.6 };
  if (flow.isInline(element)) return { box, font, isOneLine: box[3] < font.size * 1.7 };
  const [x, y, width, height] = box;
  const [top, right, bottom, left] = sidesOf(flow.style(element, "padding"));
  const room = width - left - right;
  const high = height - top - bottom;
  const isOneLine = high < font.lineHeight * 1.7;
  const needed = leastTextWidth(element.text, font);
  if (!isOneLine && high > (Math.ceil((needed * mostTimesWider) / Math.max(1, room)) + 1) * font.lineHeight) return undefined;
  const line = Math.max(0, Math.min(room, needed));
  const glyphs = Math.max(0, isOneLine ? Math.min(high, font.size) : high - Math.max(0, font.lineHeight - font.size * glyphShare));
  const align = flow.style(element, "text-align");
  const start = /center/.test(align) ? (room - line) / 2 : /right|end/.test(align) ? room - line : 0;
  return { box: [x + left + start, y + top + (high - glyphs) / 2, line, glyphs], font, isOneLine };
}
