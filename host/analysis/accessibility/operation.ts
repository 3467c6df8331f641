import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { firstWithin } from "../element-facts.js";
import { leastTargetPx, smallTargets, targetRoles } from "../targets.js";
import { complaintRule, elementRule, isExposed, type Rule, type Violation } from "./rule.js";

export const operationRules: readonly Rule[] = [
  { rule: "aria-hidden-focus", impact: "serious", wcag: ["4.1.2"], check: hiddenButFocusable },
  complaintRule("nested-interactive", "serious", ["4.1.2"], nestedControl),
  elementRule("tabindex", "serious", [], hasPositiveTabindex, "A tabindex above 0 takes this out of the order of the page."),
  { rule: "target-size", impact: "serious", wcag: ["2.5.8"], check: undersized },
];

/** Reported for the outermost hidden element, once. */
function* hiddenButFocusable(reader: CaptureReader): Generator<Violation> {
  for (let index = 0; index < reader.count; index++) {
    const element = reader.element(index);
    if (element.attributes["aria-hidden"] !== "true" || !element.rendered) continue;
    const inside = firstWithin(reader, index, (one) => (one.focusable && one.rendered && isTabbable(one)) || isArea(one));
    if (inside !== undefined)
      yield { element, message: `aria-hidden hides this from screen readers, but the keyboard reaches ${inside.ref} in it.` };
    index = reader.end(index) - 1;
  }
}

/** What is only called disabled takes the focus. */
function isTabbable({ attributes }: CapturedElement): boolean {
  return !(Number(attributes["tabindex"] ?? 0) < 0) && attributes["disabled"] === undefined && attributes["inert"] === undefined;
}

function isArea({ tag, attributes }: CapturedElement): boolean {
  return tag === "area" && attributes["href"] !== undefined;
}

/** Roles whose content is exposed as their name only: WAI-ARIA 1.2, children presentational. */
const flatRoles = new Set("button checkbox img menuitemcheckbox menuitemradio option progressbar radio switch tab".split(" "));

function nestedControl(element: CapturedElement, reader: CaptureReader): string | undefined {
  if (!flatRoles.has(element.role) || !isExposed(element) || !element.interactive) return undefined;
  const isControl = ({ index, rendered, focusable, role, attributes, tag }: CapturedElement) =>
    index !== element.index && rendered && focusable && targetRoles.has(role) && attributes["disabled"] === undefined && tag !== "option";
  const inner = firstWithin(reader, element.index, isControl);
  return inner && `A control (${inner.ref}) stands inside this ${element.role}: screen readers do not reach it.`;
}

function hasPositiveTabindex(element: CapturedElement): boolean {
  return isExposed(element) && Number(element.attributes["tabindex"] ?? 0) > 0;
}

function* undersized(reader: CaptureReader): Generator<Violation> {
  for (const { element, neighbour } of smallTargets(reader)) {
    const [, , width, height] = element.box;
    yield {
      element,
      message: `${Math.round(width)} by ${Math.round(height)} px, and ${neighbour.ref} is near: ${leastTargetPx} by ${leastTargetPx} or more room is needed.`,
    };
  }
}
