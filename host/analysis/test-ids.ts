import type { CapturedElement } from "../contract/reader.js";
import { testIdAttributes } from "../contract/test-ids.js";

/** The test id of an element, and the attribute that holds it. */
export function testIdOf(
  element: CapturedElement,
  attributes: readonly string[] = testIdAttributes,
): { attribute: string; value: string } | undefined {
  for (const attribute of attributes) {
    const value = element.attributes[attribute];
    if (value !== undefined && value !== "") return { attribute, value };
  }
  return undefined;
}
