import { addToGroup } from "../../contract/group-by.js";
import type { CapturedElement } from "../../contract/reader.js";
import { isInViewport } from "../geometry.js";
import { leastTargetPx, smallTargets } from "../targets.js";
import type { Flow } from "./flow.js";
import { cuttersOf, type LayoutFinding } from "./rule.js";

export function* smallTarget(flow: Flow): Generator<LayoutFinding> {
  for (const { element, neighbour } of smallTargets(flow.reader)) {
    const [, , width, height] = element.box;
    const size = Math.min(width, height);
    // Rows of links with the height of a line are the web's habit; what is smaller than readable words is a mistake.
    const leastLine = flow.isInline(element) ? leastReadablePx : mistakePx;
    const isLineOfText = height >= leastLine && element.name !== "" && element.role === "link";
    if (isLineOfText || (size >= mistakePx && Math.max(width, height) >= leastTargetPx)) continue;
    const message = `${Math.round(width)} by ${Math.round(height)} px, with ${neighbour.ref} close by: hard to hit.`;
    const severity = size < mistakePx ? "medium" : "low";
    yield { rule: "small-target", severity, element, other: neighbour, amount: leastTargetPx - size, message };
  }
}

const mistakePx = 16;
/** A line of letters of about 11 px. */
const leastReadablePx = 12;

/** A utility class that moves or shows what has the focus, or holds it: Tailwind's variants. */
const showsOnFocus = /focus[\w/-]*:-?(?:opacity|visible|translate|inset|start|left|top)/;

/** Controls that the keyboard reaches and nobody sees, by the first of a part; without inputs behind labels and links that appear on focus. */
export function* invisibleInteractive(flow: Flow): Generator<LayoutFinding> {
  const unseen = new Map<string, { readonly element: CapturedElement; readonly why: string }[]>();
  for (const element of flow.reader.elements()) {
    const { focusable, rendered, visible, accessible, tag, attributes } = element;
    if (!focusable || !rendered || visible || !accessible || Number(attributes["tabindex"] ?? 0) < 0) continue;
    if (tag === "input" && /^(checkbox|radio|file|range|color|date)$/.test(attributes["type"] ?? "")) continue;
    const transparent = [element, ...flow.ancestors(element)].find((one) => Number(flow.style(one, "opacity") || 1) === 0);
    // A field that lies unseen over what is drawn for it.
    if (transparent === element && /^(input|select|textarea)$/.test(tag)) continue;
    if (transparent !== undefined && transparent !== element && !isInViewport(transparent.box, flow.reader.capture.metadata)) continue;
    const why = transparent === undefined ? whyUnseen(flow, element) : whyTransparent(transparent, element);
    const part = transparent ?? [...flow.upTo(element, 0)].findLast(isOutOfReach) ?? element;
    const isShownOnFocus = [...flow.upTo(element, part.parent)].some(({ attributes }) => showsOnFocus.test(attributes["class"] ?? ""));
    if (why !== undefined && !isShownOnFocus) addToGroup(unseen, part.ref, { element, why });
  }
  for (const [first, ...others] of unseen.values()) {
    if (first === undefined) continue;
    const { element, why } = first;
    const more = others.length === 0 ? "" : ` So do ${others.length} more controls there.`;
    yield {
      rule: "invisible-interactive",
      severity: "medium",
      element,
      amount: 0,
      message: `The keyboard reaches this control, but it ${why} as long as it has no focus.${more}`,
    };
  }
}

function whyTransparent(transparent: CapturedElement, element: CapturedElement): string {
  return transparent === element ? "is transparent" : `is inside transparent ${transparent.ref}`;
}

function whyUnseen(flow: Flow, element: CapturedElement): string | undefined {
  const { box, name, tag } = element;
  if ((box[2] === 0 || box[3] === 0) && name !== "" && tag !== "iframe") return "has no size";
  for (const around of cuttersOf(flow, element))
    if (around !== element && (around.box[2] === 0 || around.box[3] === 0)) return `is inside ${around.ref}, which is folded to nothing`;
  return isOutOfReach(element) && !isShortcut(element) ? "lies outside of the page" : undefined;
}

/** Before the beginning of the page, where nobody can scroll to. */
function isOutOfReach({ box: [x, y, width, height] }: CapturedElement): boolean {
  return width > 1 && height > 1 && (x + width <= 0 || y + height <= 0);
}

/** Links within the page, as the one that skips the navigation, wait out of sight until they have the focus. */
function isShortcut({ attributes }: CapturedElement): boolean {
  return /^#/.test(attributes["href"] ?? "");
}
