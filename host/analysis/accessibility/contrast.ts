import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { contrastRatio, hexOf } from "../colors.js";
import { isWithin } from "../element-facts.js";
import { fontOf, isLargeText } from "../fonts.js";
import { BoxGrid, intersection } from "../geometry.js";
import { type Painted, paintedText, paints, seenPart } from "../painting.js";
import { rootHostOf, rootPathOf } from "../roots.js";
import type { Rule, Violation } from "./rule.js";

/** WCAG 2.2, 1.4.3: text stands out by 4.5, large text by 3. Where the background is unknown, nothing is reported. */
export const contrastRule: Rule = { rule: "color-contrast", impact: "serious", wcag: ["1.4.3"], check: lowContrast };

function* lowContrast(reader: CaptureReader): Generator<Violation> {
  let grid: BoxGrid<CapturedElement> | undefined;
  const labels = labelsOfDisabled(reader);
  for (const element of reader.elements()) {
    const message = hasTextToSee(reader, element, labels) ? complaintAbout(reader, element) : undefined;
    if (message === undefined) continue;
    grid ??= paintGrid(reader);
    if (!isPaintedByOthers(reader, grid, element)) yield { element, message };
  }
}

function hasTextToSee(reader: CaptureReader, element: CapturedElement, labels: ReadonlySet<number>): boolean {
  const { text, visible, withheld, box, tag } = element;
  // A single character is mostly an icon.
  if (!visible || withheld || text.trim().length < 2 || box[2] < 3 || box[3] < 3) return false;
  // Options are drawn by the browser, text in SVG has another colour than `color`.
  if (tag === "option" || tag === "text" || tag === "tspan" || !/[\p{L}\p{N}]/u.test(text)) return false;
  return ![element.index, ...reader.ancestors(element.index)].some((at) => labels.has(at) || isDisabled(reader.element(at)));
}

/** WCAG leaves inactive controls out, and their labels. */
function isDisabled({ states, attributes }: CapturedElement): boolean {
  return states["disabled"] !== undefined || attributes["disabled"] !== undefined || attributes["aria-disabled"] === "true";
}

/** The labels around or for a disabled control, and what `aria-labelledby` names as one. */
function labelsOfDisabled(reader: CaptureReader): Set<number> {
  const labels = new Set<number>();
  const named = new Set<string>();
  for (const element of reader.elements()) {
    if (!isDisabled(element) || !element.rendered) continue;
    const { index, attributes } = element;
    const around = reader.ancestors(index).find((at) => reader.element(at).tag === "label");
    if (around !== undefined) labels.add(around);
    const scope = rootHostOf(reader, index);
    if (attributes["id"] !== undefined) named.add(`${scope} for ${attributes["id"]}`);
    for (const id of (attributes["aria-labelledby"] ?? "").split(/\s+/)) named.add(`${scope} id ${id}`);
  }
  if (named.size === 0) return labels;
  for (const { index, tag, attributes } of reader.elements()) {
    const isFor = tag === "label" && named.has(`${rootHostOf(reader, index)} for ${attributes["for"]}`);
    if (isFor || (attributes["id"] !== undefined && named.has(`${rootHostOf(reader, index)} id ${attributes["id"]}`))) labels.add(index);
  }
  return labels;
}

function complaintAbout(reader: CaptureReader, element: CapturedElement): string | undefined {
  const painted = paintedText(reader, element);
  if (typeof painted === "string") return undefined;
  const { text, background } = painted;
  const ratio = contrastRatio(text, background);
  const font = fontOf(reader.style(element.index, "font"));
  const needed = isLargeText(font) ? 3 : 4.5;
  if (ratio >= needed - 0.005) return undefined;
  return `Contrast ${ratio.toFixed(2)} of ${hexOf(text)} on ${hexOf(background)}; ${needed} is needed at ${Math.round(font.size)}px.`;
}

/** Returns a function for what is painted of a text, or why it is unknown, other elements over or behind it included. */
export function makeSeenText(reader: CaptureReader): (element: CapturedElement) => Painted | string {
  const grid = paintGrid(reader);
  return (element) =>
    isPaintedByOthers(reader, grid, element) ? "another element is painted where it stands" : paintedText(reader, element);
}

function paintGrid(reader: CaptureReader): BoxGrid<CapturedElement> {
  const grid = new BoxGrid<CapturedElement>();
  for (const element of reader.elements()) if (paints(reader, element)) grid.add(element.box, element);
  return grid;
}

/** Whether something that is neither around nor inside the element puts paint where its text stands. */
function isPaintedByOthers(reader: CaptureReader, grid: BoxGrid<CapturedElement>, element: CapturedElement): boolean {
  const around = new Set(reader.ancestors(element.index));
  const frames = rootPathOf(reader, element.index).length;
  const seen = seenPart(reader, element);
  return [...grid.meeting(seen)].some((other) => {
    const { index } = other;
    if (isWithin(reader, element.index, index) || around.has(index) || rootPathOf(reader, index).length > frames) return false;
    return intersection(seenPart(reader, other), seen) !== undefined;
  });
}
