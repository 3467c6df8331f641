import { collapse } from "../text.js";
import { elementById } from "./dom.js";
import { isField } from "./focus.js";
import { alternativeOf, joinAlternatives, type Visit } from "./names.js";
import { type AxElement, elementsOf } from "./node.js";

/** The name that HTML or SVG markup gives: labels, alt, caption, legend, `<title>`, a button's value, a field's placeholder; "" for none. */
export function nativeNameOf(node: AxElement, visit: Visit): string {
  const { tag } = node;
  if (isField(tag) || /^(meter|output|progress)$/.test(tag)) {
    const labels = node.scope.labelsOf(node.element);
    const text = joinAlternatives(labels, visit, false);
    if (text !== "") return text;
    if (labels.length > 0 && tag === "input" && !/^(button|submit|reset|image)$/.test(node.word("type"))) return "";
  }
  switch (tag) {
    case "input":
      return inputNameOf(node);
    case "textarea":
      return fieldNameOf(node);
    case "option":
    case "optgroup":
      return node.get("label");
    case "img":
    case "area":
      return node.get("alt");
    case "table":
      return childName(node, "caption", visit) || node.get("summary");
    case "fieldset":
      return childName(node, "legend", visit);
    case "svg:use":
      return svgNameOf(node) || usedNameOf(node, visit);
    default:
      return tag.startsWith("svg:") ? svgNameOf(node) : "";
  }
}

function inputNameOf(node: AxElement): string {
  const type = node.word("type");
  switch (type) {
    case "button":
    case "submit":
    case "reset":
      if (node.has("value") || type === "button") return node.get("value");
      return type === "submit" ? "Submit" : "Reset";
    case "image":
      return node.get("alt") || node.get("value") || node.get("title") || "Submit";
    case "file":
      return node.has("multiple") ? "Choose Files" : "Choose File";
    default:
      if (/^(date|datetime-local|month|time|week)$/.test(type)) return node.get("title");
      return /^(checkbox|radio|range|color|hidden)$/.test(type) ? "" : fieldNameOf(node);
  }
}

function fieldNameOf(node: AxElement): string {
  return node.get("title") || node.get("placeholder") || node.get("aria-placeholder");
}

function childName(node: AxElement, tag: string, visit: Visit): string {
  const child = elementsOf(node).find((each) => each.tag === tag);
  return child === undefined || visit.seen.has(child) ? "" : alternativeOf(child, visit, true);
}

/** A picture's part that is drawn again adds its own name to the names of what shows it. */
function usedNameOf(node: AxElement, visit: Visit): string {
  const used = elementById(node.scope.scope, (node.get("href") || node.get("xlink:href")).slice(1));
  return used === null ? "" : joinAlternatives([used], visit, true);
}

function svgNameOf(node: AxElement): string {
  for (const { tag, children = [] } of elementsOf(node)) {
    const text = tag === "svg:title" ? collapse(children.filter((part) => typeof part === "string").join("")) : "";
    if (text !== "") return text;
  }
  return node.tag === "svg:a" ? node.get("xlink:title") : "";
}
