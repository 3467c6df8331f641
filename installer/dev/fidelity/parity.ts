import type { Capture } from "../../../host/contract/capture.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../../../host/contract/reader.js";
import { Tally } from "./measure.js";
import type { PageMeasures } from "./page-measures.js";

/** Elements that each browser draws in its own way. */
const controls = new Set(["input", "select", "option", "optgroup", "textarea", "button", "meter", "progress", "summary"]);

/**
 * Compares the captures that two browsers made of one page, element by element: `key`, whether the other browser's capture has an element of
 * that key; `same`, whether those two say the same, and `style`, whether they have the same style. Form controls, fonts and the boxes that follow from fonts are left out.
 */
export function compareBrowsers(page: string, one: Capture, other: Capture): PageMeasures {
  const [key, same, style] = [new Tally("key"), new Tally("same"), new Tally("style")];
  const [left, right] = [readCapture(one), readCapture(other)];
  const partners = new Map(Array.from(right.elements(), (element) => [element.key, element]));
  for (const element of left.elements()) {
    const partner = partners.get(element.key);
    key.check(partner !== undefined, () => ({ cause: element.tag, element: element.selector, expected: element.key, actual: "none" }));
    if (partner === undefined || isInControl(element, left)) continue;
    checkFacts(same, element, factsOf(element), factsOf(partner));
    if (element.rendered && partner.rendered) checkFacts(style, element, stylesOf(left, element), stylesOf(right, partner));
  }
  const leftKeys = new Set(left.keys);
  for (const { key: partnerKey, tag, selector } of right.elements()) {
    if (!leftKeys.has(partnerKey)) key.check(false, () => ({ cause: tag, element: selector, expected: "none", actual: partnerKey }));
  }
  const bytes = Buffer.byteLength(JSON.stringify(other));
  return { page, elements: left.count, bytes, holes: other.holes.length, tallies: [key, same, style] };
}

function isInControl({ tag, parent }: CapturedElement, reader: CaptureReader): boolean {
  return controls.has(tag) || (parent >= 0 && isInControl(reader.element(parent), reader));
}

type Facts = readonly (readonly [what: string, value: string])[];

function checkFacts(tally: Tally, { tag, selector }: CapturedElement, expected: Facts, actual: Facts): void {
  const found = new Map(actual);
  const wrong = expected.find(([what, value]) => found.get(what) !== value);
  tally.check(wrong === undefined, () => ({
    cause: `${wrong?.[0]} of ${tag}`,
    element: selector,
    expected: wrong?.[1] ?? "",
    actual: found.get(wrong?.[0] ?? "") ?? "",
  }));
}

function factsOf({
  tag,
  role,
  name,
  text,
  selector,
  attributes,
  states,
  rendered,
  visible,
  accessible,
  before,
  after,
}: CapturedElement): Facts {
  const flags = Object.entries({ rendered, visible, accessible }).map(([what, value]) => [what, String(value)] as const);
  const texts = Object.entries({ tag, role, name, text, selector, before, after });
  return [...flags, ...texts, ["attributes", written(attributes)], ["states", written(states)]];
}

function written(record: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function stylesOf(reader: CaptureReader, { index }: CapturedElement): Facts {
  const properties = reader.capture.styles.properties.filter((property) => !/^(?:font|letter-spacing|line-height)/.test(property));
  return properties.map((property) => [property, settled(property, reader.style(index, property) ?? "")]);
}

/** Browsers have words of their own for the same alignment. */
function settled(property: string, value: string): string {
  return property === "text-align" ? value.replace(/^-(?:webkit|moz)-/, "").replace(/^left$/, "start") : value;
}
