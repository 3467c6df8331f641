import { attributeOf } from "../dom.js";
import { isFirstSummary } from "./focus.js";
import type { ElementFacts } from "./index.js";
import { type AxElement, flow, hiddenBy } from "./node.js";

/** Elements whose own children a browser replaces by content of its own. */
const replaced = new Set(["video", "audio", "meter", "progress", "textarea", "iframe", "input", "img", "embed"]);

/** Never exposed whatever a style sheet says; areas are, though they have no box. */
const unexposed = new Set(
  (
    "head meta title link style script template noscript base param source track col colgroup svg:title svg:desc svg:metadata svg:defs " +
    "svg:symbol svg:clipPath svg:mask svg:pattern svg:marker svg:linearGradient svg:radialGradient svg:filter svg:style svg:script"
  ).split(" "),
);

const inlines = new Set(["inline", "ruby", "ruby-base", "ruby-text", "ruby-base-container", "ruby-text-container", ""]);

/** Bits of `hiddenBy` for an element, given how its parent is hidden. */
export function hiddenBits(node: AxElement, facts: ElementFacts, modal: Element | undefined): number {
  const { element, tag, parent, attributes } = node;
  const inherited = (parent === undefined ? node.scope.hidden : parent.hidden) & ~hiddenBy.invisible;
  let bits = inherited;
  if ((facts.display === "none" && tag !== "area") || unexposed.has(tag) || isReplaced(node)) bits |= hiddenBy.display;
  if (facts.visibility === "hidden" || facts.visibility === "collapse") bits |= hiddenBy.invisible;
  if (attributes.length > 0) {
    if (
      node.hasAria &&
      attributes.includes("aria-hidden") &&
      attributeOf(element, "aria-hidden") === "true" &&
      tag !== "html" &&
      tag !== "body"
    )
      bits |= hiddenBy.aria;
    if (attributes.includes("inert") && !tag.includes(":")) bits |= hiddenBy.inert;
  }
  if (modal !== undefined) {
    if (element === modal) bits &= ~hiddenBy.inert;
    else if (tag === "html") bits |= hiddenBy.inert;
  }
  return bits;
}

/** How the element's box stands among its neighbours' text. */
export function flowOf(display: string, tag: string): number {
  if (display === "none") return flow.none;
  if (display === "contents") return flow.contents;
  if (inlines.has(display)) return isReplacedInline(tag) ? flow.atomic : flow.inline;
  return display.startsWith("inline") ? flow.atomic : flow.block;
}

function isReplacedInline(tag: string): boolean {
  return (
    tag === "img" || tag === "svg:svg" || tag === "canvas" || tag === "video" || tag === "iframe" || tag === "object" || tag === "embed"
  );
}

/** Content that its parent element does not show: fallback content, and what a closed `<details>` folds away. */
function isReplaced({ element, tag, parent }: AxElement): boolean {
  if (parent === undefined) return false;
  if (replaced.has(parent.tag)) return true;
  if (parent.tag !== "details" || attributeOf(parent.element, "open") !== null) return false;
  return tag !== "summary" || !isFirstSummary(element);
}
