import { attributeOf, matchesSelector } from "../dom.js";
import { isWidget } from "./aria-roles.js";
import { type AxElement, hiddenBy } from "./node.js";

/** Tells whether an element can take focus when it is shown: HTML's focusable areas that depend on no layout. */
export function supportsFocus({ element, tag, attributes, parent }: AxElement): boolean {
  switch (tag) {
    case "button":
    case "select":
    case "textarea":
      return !matchesSelector(element, ":disabled");
    case "input":
      return attributeOf(element, "type")?.toLowerCase() !== "hidden" && !matchesSelector(element, ":disabled");
    case "summary":
      if (parent?.tag === "details" && isFirstSummary(element)) return true;
      break;
    case "a":
    case "area":
    case "svg:a":
      if (attributes.includes("href") || attributes.includes("xlink:href")) return true;
      break;
    case "audio":
    case "video":
      if (attributes.includes("controls")) return true;
      break;
    default:
  }
  if (attributes.length === 0) return false;
  return (attributes.includes("tabindex") && isInteger(attributeOf(element, "tabindex"))) || isEditingHost(element, attributes);
}

/** Settles `focusable` and `interactive` once it is known how the element is hidden. */
export function decideInteraction(node: AxElement): void {
  const shown = (node.hidden & (hiddenBy.display | hiddenBy.invisible | hiddenBy.inert)) === 0;
  node.focusable = node.focusable && shown;
  node.interactive = shown && (node.focusable || isWidget(node.role));
}

/** Tells whether the element opens a region that a person edits as rich text. */
export function isEditingHost(element: Element, attributes: readonly string[]): boolean {
  return attributes.includes("contenteditable") && attributeOf(element, "contenteditable")?.toLowerCase() !== "false";
}

/** A summary that tells whether its `<details>` is open. */
export function isDisclosure({ tag, parent }: AxElement): boolean {
  return tag === "summary" && (parent?.tag === "details" || (parent?.tag === "slot" && parent.parent?.tag === "details"));
}

/** The summary that opens its `<details>`; others are ordinary content. */
export function isFirstSummary(element: Element): boolean {
  for (let sibling = element.previousElementSibling; sibling !== null; sibling = sibling.previousElementSibling) {
    if (sibling.localName === "summary") return false;
  }
  return true;
}

function isInteger(value: string | null): boolean {
  return value !== null && /^[\t\n\f\r ]*[-+]?\d/.test(value);
}
