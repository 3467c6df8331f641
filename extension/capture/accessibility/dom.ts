import { localNameOf, namespaceOf, nodeTypeOf } from "../dom.js";

const control = Object.getOwnPropertyDescriptor(HTMLLabelElement.prototype, "control")?.get;
const html = "http://www.w3.org/1999/xhtml";
const prefixes = new Map([
  ["http://www.w3.org/2000/svg", "svg:"],
  ["http://www.w3.org/1998/Math/MathML", "math:"],
]);

/** `a` for HTML, `svg:a` for SVG, `math:mi` for MathML, `?` for an element of any other language. */
export function tagOf(element: Element, name = localNameOf(element)): string {
  const namespace = namespaceOf(element);
  if (namespace === html) return name;
  const prefix = prefixes.get(namespace ?? "");
  return prefix === undefined ? "?" : prefix + name;
}

export function elementById(scope: Document | ShadowRoot, id: string): Element | null {
  const owner = nodeTypeOf(scope) === 9 ? Document.prototype : DocumentFragment.prototype;
  return owner.getElementById.call(scope, id);
}

/** What a `<label>` labels; null for nothing. Works for elements of frames, whose classes are others. */
export function controlOf(label: Element): Element | null {
  return tagOf(label) === "label" ? (control?.call(label) as Element | null) : null;
}
