import { attributeOf } from "../dom.js";
import { collapse } from "../text.js";
import { alternativeOf, joinAlternatives, type Visit } from "./names.js";
import type { AxElement } from "./node.js";

const labelable = new Set(["button", "input", "meter", "output", "progress", "select", "textarea"]);

/** The name that HTML or SVG markup gives: labels, alt, caption, legend, `<title>`, a button's value, a field's placeholder; "" for none. */
export function nativeNameOf(node: AxElement, visit: Visit): string {
  const { tag, element } = node;
  if (labelable.has(tag)) {
    const labels = node.scope.labelsOf(element);
    const text = labels.length === 0 ? "" : joinAlternatives(labels, visit, false);
    if (text !== "" || tag === "button" || tag === "select") return text;
    if (labels.length > 0 && tag === "input" && !isButton(element)) return "";
  }
  switch (tag) {
    case "input":
      return inputNameOf(element);
    case "textarea":
      return fieldNameOf(element);
    case "option":
    case "optgroup":
      return attributeOf(element, "label") ?? "";
    case "img":
    case "area":
      return attributeOf(element, "alt") ?? "";
    case "table":
      return childName(node, "caption", visit) || (attributeOf(element, "summary") ?? "");
    case "fieldset":
      return childName(node, "legend", visit);
    default:
      return tag.startsWith("svg:") ? svgNameOf(node) : "";
  }
}

function isButton(element: Element): boolean {
  return /^(button|submit|reset|image)$/i.test(attributeOf(element, "type") ?? "");
}

function inputNameOf(element: Element): string {
  switch (attributeOf(element, "type")?.toLowerCase()) {
    case "button":
      return attributeOf(element, "value") ?? "";
    case "submit":
      return attributeOf(element, "value") ?? "Submit";
    case "reset":
      return attributeOf(element, "value") ?? "Reset";
    case "image":
      return attributeOf(element, "alt") || attributeOf(element, "value") || attributeOf(element, "title") || "Submit";
    case "file":
      return "Choose File";
    case "checkbox":
    case "radio":
    case "range":
    case "color":
    case "hidden":
      return "";
    default:
      return fieldNameOf(element);
  }
}

function fieldNameOf(element: Element): string {
  return attributeOf(element, "title") || attributeOf(element, "placeholder") || attributeOf(element, "aria-placeholder") || "";
}

function childName(node: AxElement, tag: string, visit: Visit): string {
  const child = node.children?.find((each): each is AxElement => typeof each !== "string" && each.tag === tag);
  return child === undefined || visit.seen.has(child) ? "" : alternativeOf(child, visit, true);
}

function svgNameOf(node: AxElement): string {
  for (const child of node.children ?? []) {
    if (typeof child === "string" || child.tag !== "svg:title") continue;
    const text = collapse((child.children ?? []).filter((part) => typeof part === "string").join(""));
    if (text !== "") return text;
  }
  return node.tag === "svg:a" ? (attributeOf(node.element, "xlink:title") ?? "") : "";
}
