import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { fieldRoles } from "./roles.js";

/** Says whether a name holds text in the case that a style drew it in (`text-transform`): Playwright reads it as it is written. */
export function makeIsDrawn(reader: CaptureReader): (element: CapturedElement) => boolean {
  const texts = new Set<string>();
  /** How many elements with such text stand before each index. */
  const before = [0];
  for (let index = 0; index < reader.count; index++) {
    const { tag, text, before: ahead, after } = reader.element(index);
    const isTransformed = !["none", "", undefined].includes(reader.style(index, "text-transform"));
    // The text that a slot shows is its host's, and is drawn as the slot's style says.
    const hasText = isTransformed && (text !== "" || ahead !== "" || after !== "" || tag === "slot");
    if (hasText && text !== "") texts.add(text.toLowerCase());
    before.push((before[index] ?? 0) + (hasText ? 1 : 0));
  }
  const isInside = ({ index }: CapturedElement) => (before[reader.end(index)] ?? 0) > (before[index] ?? 0);
  // Fields, and what is labelled by reference, have their names from elsewhere.
  const isOutside = ({ role, name, attributes }: CapturedElement) =>
    (fieldRoles.has(role) || attributes["aria-labelledby"] !== undefined) && [...texts].some((text) => name.toLowerCase().includes(text));
  return (element) => texts.size + (before.at(-1) ?? 0) > 0 && (isInside(element) || isOutside(element));
}

/** Letters that another case writes differently, so that no comparison without case finds them again. */
export const changesWithCase = /SS|[\u0130\u0131\u0149\u0370-\u03ff\u1f00-\u1fff]/;
