import type { CapturedElement, CaptureReader } from "../contract/reader.js";

/** Roles that act as a whole wherever they are hit: what stands in one is a part of it. */
const wholes = new Set([
  "button",
  "link",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "tab",
  "switch",
  "checkbox",
  "radio",
  "treeitem",
]);
const mostSteps = 6;

/** Words of a wish that is about what a control says, not about the control. */
const aboutWords =
  /\b(text|label|labels|word|words|wording|typo|spelling|spelled|misspelled|copy|caption|says?|reads?|rename|renamed|translat\w+|capital\w*|lower-?case|upper-?case|font|letters?|icon|image|picture|svg)\b/i;
const aboutControl = /\b(button|link|control|cta|menu item|tab|option|switch|checkbox|toggle)\b/i;

/** The control that a part of one was picked for; undefined for what is no part of a control, and for a wish about its words or icon. */
export function controlAround(
  reader: CaptureReader,
  { index, interactive, role }: CapturedElement,
  wish: string,
): CapturedElement | undefined {
  if (interactive || wholes.has(role)) return undefined;
  const control = reader
    .ancestors(index)
    .slice(0, mostSteps)
    .map((at) => reader.element(at))
    .find((element) => wholes.has(element.role));
  return control === undefined || (aboutWords.test(wish) && !aboutControl.test(wish)) ? undefined : control;
}
