import type { CapturedElement, CaptureReader } from "../contract/reader.js";

/** Values that say nothing: what an element has when nobody styled it. */
const plain =
  /^(none|normal|static|visible|auto|start|0px|1|rgba\(0, 0, 0, 0\)|row|default|clip|0px none rgb\(\d+, \d+, \d+\)|normal normal)$/;

/** Computed styles that shape an element: those that differ from a plain one's. */
export function tellingStyles(reader: CaptureReader, { index }: CapturedElement): (readonly [property: string, value: string])[] {
  return reader.capture.styles.properties.flatMap((property) => {
    const value = reader.style(index, property);
    if (value === undefined || value === "" || (plain.test(value) && property !== "display")) return [];
    // A border without a line has neither colour nor width to tell.
    if (property.startsWith("border-") && !property.endsWith("-radius") && /^none/.test(reader.style(index, "border-style") ?? ""))
      return [];
    return [[property, value] as const];
  });
}

/** The elements beside one: up to `each` before and after it. */
export function neighboursOf(reader: CaptureReader, { index, parent }: CapturedElement, each = 3): CapturedElement[] {
  if (parent < 0) return [];
  const siblings = reader.children(parent);
  const place = siblings.indexOf(index);
  return siblings
    .slice(Math.max(0, place - each), place + each + 1)
    .filter((sibling) => sibling !== index)
    .map((sibling) => reader.element(sibling));
}
