import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { contrastRatio, hexOf } from "../colors.js";
import { groundOver, paintedThere } from "../covers.js";
import { fontOf, isLargeText } from "../fonts.js";
import { type Painted, paintedText } from "../painting.js";
import { rootHostOf } from "../roots.js";
import type { Rule, Violation } from "./rule.js";

/** WCAG 2.2, 1.4.3: text stands out by 4.5, large text by 3. Where the background is unknown, nothing is reported. */
export const contrastRule: Rule = { rule: "color-contrast", impact: "serious", wcag: ["1.4.3"], check: lowContrast };

function* lowContrast(reader: CaptureReader): Generator<Violation> {
  const labels = labelsOfDisabled(reader);
  for (const element of reader.elements()) {
    const message = hasTextToSee(reader, element, labels) ? complaintAbout(reader, element) : undefined;
    if (message !== undefined && paintedThere(reader, element).length === 0) yield { element, message };
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
  const ratio = contrastRatio(painted.text, painted.background);
  const font = fontOf(reader, element.index);
  const needed = isLargeText(font) ? 3 : 4.5;
  if (ratio >= needed - 0.005) return undefined;
  return `Contrast ${contrastWords(painted)}; ${needed} is needed at ${Math.round(font.size)}px.`;
}

/** Chromium's of links, in a light scheme and a dark one: scripts never learn that a link was visited. */
const linkColors = new Set(["#0000ee", "#9e9eff"]);

function contrastWords({ text, background }: Painted): string {
  const unless = linkColors.has(hexOf(text)) ? " if the link is not visited" : "";
  return `${contrastRatio(text, background).toFixed(2)} of ${hexOf(text)} on ${hexOf(background)}${unless}`;
}

/** The contrast of an element's own text, in words, or why it is unknown; undefined where it has none. */
export function contrastOf(reader: CaptureReader, element: CapturedElement): string | undefined {
  const seen = element.text === "" ? undefined : seenText(reader, element);
  return typeof seen === "string" ? `cannot tell: ${seen}` : seen && contrastWords(seen);
}

/** What is painted of a text, or why it is unknown, other elements over or behind it included. */
export function seenText(reader: CaptureReader, element: CapturedElement): Painted | string {
  if (paintedThere(reader, element).length > 0) return "another element is painted where it stands";
  return groundOver(reader, element) ?? paintedText(reader, element);
}
