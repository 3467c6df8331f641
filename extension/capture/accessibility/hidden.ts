import { isFirstSummary } from "./focus.js";
import type { ElementFacts } from "./index.js";
import { type AxElement, ariaHidden, atomic, block, boxless, inert, inline, invisible, notDisplayed } from "./node.js";

/** Bits for the ways in which an element is hidden, given how its parent is. */
export function hiddenBits(node: AxElement, facts: ElementFacts): number {
  const { kind, tag, parent, scope } = node;
  let bits = (parent ?? scope).hidden & ~invisible;
  // Areas have no box, and are links all the same.
  if ((facts.display === "none" && tag !== "area") || kind.undrawn || (parent?.kind.folds === true && isFolded(node, parent)))
    bits |= notDisplayed;
  if (facts.visibility === "hidden" || facts.visibility === "collapse") bits |= invisible;
  if (kind.ariaHidden) bits |= ariaHidden;
  if (kind.inert) bits |= inert;
  if (scope.modal !== undefined) {
    if (tag === "html") bits |= inert;
    if (node.element === scope.modal) bits &= ~inert;
  }
  return bits;
}

/** How the element's box stands among its neighbours' text. */
export function flowOf(display: string, replaced: boolean): number {
  if (display === "none" || display === "contents") return boxless;
  if (display === "inline" || display === "" || display.startsWith("ruby")) return replaced ? atomic : inline;
  return display.startsWith("inline") ? atomic : block;
}

/** Content that its parent element does not show: fallback content, and what a closed `<details>` folds away. */
function isFolded({ element, tag }: AxElement, parent: AxElement): boolean {
  return parent.tag !== "details" || (!parent.has("open") && !(tag === "summary" && isFirstSummary(element)));
}
