import type { Capture } from "../../../host/contract/capture.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../../host/contract/reader.js";
import { Tally } from "./measure.js";
import type { PageMeasures } from "./page-measures.js";

/** Elements that each browser draws in its own way. */
const controls = new Set(["input", "select", "option", "optgroup", "textarea", "button", "meter", "progress", "summary"]);
const compared = "tag role name text selector attributes states rendered visible accessible before after".split(
  " ",
) as (keyof CapturedElement)[];

/**
 * Compares the captures that two browsers made of one page, element by element: `key`, whether the other browser's capture has an element of
 * that key; `same`, whether those two say the same. Form controls, styles and boxes are left out.
 */
export function compareBrowsers(page: string, one: Capture, other: Capture): PageMeasures {
  const [key, same] = [new Tally("key"), new Tally("same")];
  const [left, right] = [readCapture(one), readCapture(other)];
  const partners = new Map(Array.from(right.elements(), (element) => [element.key, element]));
  for (const element of left.elements()) {
    const { tag, selector } = element;
    const partner = partners.get(element.key);
    key.check(partner !== undefined, () => ({ cause: tag, element: selector, expected: element.key, actual: "none" }));
    if (partner === undefined || isInControl(element, left)) continue;
    const wrong = compared.find((what) => written(element[what]) !== written(partner[what]));
    const difference = (what: keyof CapturedElement) => ({ expected: written(element[what]), actual: written(partner[what]) });
    same.check(wrong === undefined, () => ({ cause: `${wrong} of ${tag}`, element: selector, ...difference(wrong ?? "tag") }));
  }
  const leftKeys = new Set(left.keys);
  for (const { key: partnerKey, tag, selector } of right.elements())
    if (!leftKeys.has(partnerKey)) key.check(false, () => ({ cause: tag, element: selector, expected: "none", actual: partnerKey }));
  return { page, elements: left.count, bytes: Buffer.byteLength(JSON.stringify(other)), holes: other.holes.length, tallies: [key, same] };
}

function isInControl({ tag, parent }: CapturedElement, reader: CaptureReader): boolean {
  return controls.has(tag) || (parent >= 0 && isInControl(reader.element(parent), reader));
}

function written(value: unknown): string {
  const isRecord = typeof value === "object" && value !== null;
  return JSON.stringify(isRecord ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value);
}
