import type { CapturedElement } from "../contract/reader.js";

/** Attributes that teams use as test ids, the commonest first. */
export const testIdAttributes = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa", "data-automation-id"] as const;

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
