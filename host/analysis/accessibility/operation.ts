import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { leastTargetPx, smallTargets } from "../targets.js";
import { isExposed, type Rule, type Violation } from "./rule.js";

/** Rules about reaching and operating controls. */
export const operationRules: readonly Rule[] = [
  { rule: "aria-hidden-focus", impact: "serious", wcag: ["4.1.2"], check: hiddenButFocusable },
  { rule: "nested-interactive", impact: "serious", wcag: ["4.1.2"], check: nestedControls },
  { rule: "tabindex", impact: "serious", wcag: [], check: positiveTabindex },
  { rule: "target-size", impact: "serious", wcag: ["2.5.8"], check: undersized },
];

/** Reported for the outermost hidden element, once. */
function* hiddenButFocusable(reader: CaptureReader): Generator<Violation> {
  for (let index = 0; index < reader.count; index++) {
    const element = reader.element(index);
    if (element.attributes["aria-hidden"] !== "true" || !element.rendered) continue;
    const end = reader.end(index);
    const inside = [...range(index, end)].map((at) => reader.element(at)).find((one) => one.focusable && one.rendered && isTabbable(one));
    if (inside !== undefined)
      yield { element, message: `aria-hidden hides this from screen readers, but the keyboard reaches ${inside.ref} in it.` };
    index = end - 1;
  }
}

function* range(start: number, end: number): Generator<number> {
  for (let at = start; at < end; at++) yield at;
}

function isTabbable({ attributes, states }: CapturedElement): boolean {
  return !(Number(attributes["tabindex"] ?? 0) < 0) && states["disabled"] === undefined && attributes["inert"] === undefined;
}

/** Roles whose content is exposed as their name only: WAI-ARIA 1.2, children presentational. */
const flatRoles = new Set([
  "button",
  "checkbox",
  "img",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "progressbar",
  "radio",
  "switch",
  "tab",
]);

function* nestedControls(reader: CaptureReader): Generator<Violation> {
  for (const element of reader.elements()) {
    if (!flatRoles.has(element.role) || !isExposed(element) || !element.interactive) continue;
    const end = reader.end(element.index);
    for (let index = element.index + 1; index < end; index++) {
      const inner = reader.element(index);
      if (!inner.focusable || !inner.rendered || !isTabbable(inner) || inner.tag === "option") continue;
      yield { element, message: `A control (${inner.ref}) stands inside this ${element.role}: screen readers do not reach it.` };
      break;
    }
  }
}

function* positiveTabindex(reader: CaptureReader): Generator<Violation> {
  for (const element of reader.elements()) {
    if (isExposed(element) && Number(element.attributes["tabindex"] ?? 0) > 0)
      yield { element, message: "A tabindex above 0 takes this out of the order of the page." };
  }
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
