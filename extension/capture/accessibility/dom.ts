import { localNameOf, namespaceOf, nodeTypeOf } from "../dom.js";

const control = Object.getOwnPropertyDescriptor(HTMLLabelElement.prototype, "control")?.get;

/** `a` for HTML, `svg:a` for SVG, `math:mi` for MathML, `?` for an element of any other language. */
export function tagOf(element: Element): string {
  const name = localNameOf(element);
  const namespace = namespaceOf(element);
  if (namespace === "http://www.w3.org/1999/xhtml") return name;
  if (namespace === "http://www.w3.org/2000/svg") return `svg:${name}`;
  return namespace === "http://www.w3.org/1998/Math/MathML" ? `math:${name}` : "?";
}

export function elementById(scope: Document | ShadowRoot, id: string): Element | null {
  const owner = nodeTypeOf(scope) === 9 ? Document.prototype : DocumentFragment.prototype;
  return owner.getElementById.call(scope, id);
}

/** What a `<label>` labels; null for nothing. Works for elements of frames, whose classes are others. */
export function controlOf(label: Element): Element | null {
  return tagOf(label) === "label" ? (control?.call(label) as Element | null) : null;
}

/** The words of a space-separated attribute. */
export function wordsOf(value: string | null): string[] {
  return value === null ? [] : value.split(/[\t\n\f\r ]+/).filter((word) => word !== "");
}
