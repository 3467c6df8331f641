import { matchesSelector } from "../dom.js";
import { isWidget } from "./aria-roles.js";
import { isFormControl } from "./kind.js";
import { type AxElement, ariaHidden, atomic, block, boxless, type ElementFacts, inert, inline, invisible, notDisplayed } from "./node.js";

/** Returns the reasons why an element is hidden, as bits, given its parent's. */
export function hiddenBits(node: AxElement, facts: ElementFacts): number {
  const { kind, tag, parent, scope } = node;
  let bits = (parent ?? scope).hidden & ~invisible;
  // An `<area>` has no box and is exposed as a link all the same.
  const isUnrendered = (facts.display === "none" && tag !== "area") || kind.undrawn;
  if (isUnrendered || (parent?.kind.hidesChildren === true && isCollapsed(node, parent))) bits |= notDisplayed;
  if (facts.visibility === "hidden" || facts.visibility === "collapse") bits |= invisible;
  if (kind.ariaHidden) bits |= ariaHidden;
  if (kind.inert) bits |= inert;
  if (scope.modal !== undefined) {
    if (tag === "html") bits |= inert;
    if (node.element === scope.modal) bits &= ~inert;
  }
  return bits;
}

/** Fallback content, and what a closed `<details>` collapses. */
function isCollapsed({ element, tag }: AxElement, parent: AxElement): boolean {
  return parent.tag !== "details" || (!parent.has("open") && !(tag === "summary" && isFirstSummary(element)));
}

/** Returns how a box with this computed `display` takes part in its parent's line. */
export function flowOf(display: string, replaced: boolean): number {
  if (display === "none" || display === "contents") return boxless;
  if (display === "inline" || display === "" || display.startsWith("ruby")) return replaced ? atomic : inline;
  return display.startsWith("inline") ? atomic : block;
}

/** Returns whether an element can take focus when it is shown: HTML's focusable areas, as far as they do not depend on layout. */
export function supportsFocus(node: AxElement): boolean {
  const { kind } = node;
  if (isFormControl(kind.tag)) return kind.focusable && !node.is(":disabled");
  return kind.focusable || (isDisclosure(node) && isFirstSummary(node.element));
}

/** Sets `focusable` and `interactive`, which depend on `hidden` and `role`. */
export function setInteraction(node: AxElement): void {
  const shown = (node.hidden & (notDisplayed | invisible | inert)) === 0;
  node.focusable = node.focusable && shown;
  node.interactive = shown && ((node.focusable && !node.kind.onlyScripted) || node.kind.acts || (node.role !== "" && isWidget(node.role)));
}

/** Returns whether an element is a `<summary>` that exposes its `<details>`' state. */
export function isDisclosure({ tag, parent }: AxElement): boolean {
  return tag === "summary" && parent?.tag === "details";
}

/** Only the first `<summary>` opens its `<details>`; others are ordinary content. */
function isFirstSummary(element: Element): boolean {
  return !matchesSelector(element, "summary ~ summary");
}
