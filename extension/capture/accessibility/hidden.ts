import { isFirstSummary } from "./focus.js";
import type { ElementFacts } from "./index.js";
import { type AxElement, ariaHidden, atomic, block, boxless, inert, inline, invisible, notDisplayed } from "./node.js";
import { wordSet } from "./words.js";

/** Elements whose own children a browser replaces by content of its own. */
const replacing = wordSet("video audio meter progress textarea iframe input img embed");

/** Parts of pictures that are drawn elsewhere or not at all, whatever their style says. */
const undrawn = /^svg:(title|style|script|desc|metadata|defs|symbol|clipPath|mask|pattern|marker|filter|.+Gradient)$/;

const replaced = wordSet("img svg:svg canvas video iframe object embed");

/** Bits for the ways in which an element is hidden, given how its parent is. */
export function hiddenBits(node: AxElement, facts: ElementFacts): number {
  const { tag, parent, scope } = node;
  let bits = (parent ?? scope).hidden & ~invisible;
  const isSvg = tag.startsWith("svg:");
  // Areas have no box, and are links all the same.
  if ((facts.display === "none" && tag !== "area") || (isSvg && undrawn.test(tag)) || isFolded(node)) bits |= notDisplayed;
  if (facts.visibility === "hidden" || facts.visibility === "collapse") bits |= invisible;
  if (node.aria && node.get("aria-hidden") === "true" && tag !== "html" && tag !== "body") bits |= ariaHidden;
  if (!isSvg && node.has("inert")) bits |= inert;
  if (scope.modal !== undefined) {
    if (tag === "html") bits |= inert;
    if (node.element === scope.modal) bits &= ~inert;
  }
  return bits;
}

/** How the element's box stands among its neighbours' text. */
export function flowOf(display: string, tag: string): number {
  if (display === "none" || display === "contents") return boxless;
  if (display === "inline" || display === "" || display.startsWith("ruby")) return replaced.has(tag) ? atomic : inline;
  return display.startsWith("inline") ? atomic : block;
}

/** Content that its parent element does not show: fallback content, and what a closed `<details>` folds away. */
function isFolded({ element, tag, parent }: AxElement): boolean {
  if (parent === undefined) return false;
  if (replacing.has(parent.tag)) return true;
  return parent.tag === "details" && !parent.has("open") && !(tag === "summary" && isFirstSummary(element));
}
