import { isWidget } from "./aria-roles.js";
import type { Attributes } from "./kind.js";
import { type AxElement, inert, invisible, notDisplayed } from "./node.js";

/** Tells whether an element can take focus when it is shown: HTML's focusable areas that depend on no layout. */
export function supportsFocus(node: AxElement): boolean {
  const { kind } = node;
  if (kind.field) return kind.focusable && !node.is(":disabled");
  return kind.focusable || (isDisclosure(node) && isFirstSummary(node.element));
}

/** The part of it that an element's attributes decide. */
export function takesFocus(tag: string, attributes: Attributes): boolean {
  if (isField(tag)) return attributes.get("type").trim().toLowerCase() !== "hidden";
  if ((tag === "a" || tag === "area" || tag === "svg:a") && (attributes.has("href") || attributes.has("xlink:href"))) return true;
  if ((tag === "audio" || tag === "video") && attributes.has("controls")) return true;
  if (/^\s*[-+]?\d/.test(attributes.get("tabindex"))) return true;
  return attributes.has("contenteditable") && attributes.get("contenteditable").trim().toLowerCase() !== "false";
}

/** Settles `focusable` and `interactive` once it is known how the element is hidden. */
export function decideInteraction(node: AxElement): void {
  const shown = (node.hidden & (notDisplayed | invisible | inert)) === 0;
  node.focusable = node.focusable && shown;
  node.interactive = shown && (node.focusable || (node.role !== "" && isWidget(node.role)));
}

export function isField(tag: string): boolean {
  return tag === "input" || tag === "button" || tag === "select" || tag === "textarea";
}

/** Tells whether the element opens a region that a person edits as rich text. */
export function isEditingHost(node: AxElement): boolean {
  return node.has("contenteditable") && node.word("contenteditable") !== "false";
}

/** A summary that tells whether its `<details>` is open. */
export function isDisclosure({ tag, parent }: AxElement): boolean {
  return tag === "summary" && parent?.tag === "details";
}

/** The summary that opens its `<details>`; others are ordinary content. */
export function isFirstSummary(element: Element): boolean {
  for (let sibling = element.previousElementSibling; sibling !== null; sibling = sibling.previousElementSibling) {
    if (sibling.localName === "summary") return false;
  }
  return true;
}
