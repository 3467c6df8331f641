import { leastTargetPx, smallTargets } from "../targets.js";
import type { Flow } from "./flow.js";
import type { LayoutFinding } from "./rule.js";

/** Controls too small to hit beside their neighbours. */
export function* smallTarget(flow: Flow): Generator<LayoutFinding> {
  for (const { element, neighbour } of smallTargets(flow.reader)) {
    const [, , width, height] = element.box;
    const size = Math.min(width, height);
    // Rows of links with the height of a line are the web's habit; what is smaller than readable words is a mistake.
    const leastLine = flow.isInline(element) ? leastReadablePx : mistakePx;
    const isLineOfText = height >= leastLine && element.name !== "" && element.role === "link";
    if (isLineOfText || (size >= mistakePx && Math.max(width, height) >= leastTargetPx)) continue;
    const message = `${Math.round(width)} by ${Math.round(height)} px, with ${neighbour.ref} close by: hard to hit.`;
    yield {
      rule: "small-target",
      severity: size < mistakePx ? "medium" : "low",
      element,
      other: neighbour,
      amount: leastTargetPx - size,
      message,
    };
  }
}

const mistakePx = 16;
/** A line of letters of about 11 px. */
const leastReadablePx = 12;

/** Controls that the keyboard reaches and nobody sees. Hidden native inputs behind a drawn label are meant. */
export function* invisibleInteractive(flow: Flow): Generator<LayoutFinding> {
  for (const element of flow.reader.elements()) {
    const { focusable, rendered, visible, accessible, tag, attributes, box } = element;
    if (!focusable || !rendered || visible || !accessible || Number(attributes["tabindex"] ?? 0) < 0) continue;
    if (tag === "input" && /^(checkbox|radio|file|range|color|date)$/.test(attributes["type"] ?? "")) continue;
    const transparent = [element, ...flow.ancestors(element)].find((one) => Number(flow.style(one, "opacity") || 1) === 0);
    const isCollapsed = (box[2] === 0 || box[3] === 0) && element.name !== "" && tag !== "iframe";
    if (transparent === undefined && !isCollapsed) continue;
    const why =
      transparent === undefined ? "has no size" : transparent === element ? "is transparent" : `is inside transparent ${transparent.ref}`;
    yield {
      rule: "invisible-interactive",
      severity: "medium",
      element,
      amount: 0,
      message: `The keyboard reaches this control, but it ${why}.`,
    };
  }
}
