import type { CapturedElement } from "../contract/reader.js";

export const landmarkRoles: ReadonlySet<string> = new Set("banner complementary contentinfo form main navigation region search".split(" "));

/** Roles whose value the user enters or chooses. */
export const fieldRoles: ReadonlySet<string> = new Set(
  "checkbox combobox listbox radio searchbox slider spinbutton switch textbox".split(" "),
);

export function isHeading({ role }: CapturedElement): boolean {
  return role === "heading";
}

/** Level of a heading: `aria-level`, else its tag, else 2 (WAI-ARIA 1.2). */
export function headingLevel({ states, attributes, tag }: CapturedElement): number {
  const level = Number(states["level"] ?? attributes["aria-level"] ?? /^h([1-6])$/.exec(tag)?.[1] ?? 2);
  return Number.isInteger(level) && level > 0 ? level : 2;
}
