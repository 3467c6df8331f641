// A form or document answers to names of its controls before its own members (`<input name="getAttribute">`), so members are taken from the prototypes.
const proto = Element.prototype;
const localNameGetter = getterOf(proto, "localName");
const namespaceGetter = getterOf(proto, "namespaceURI");

const nodeTypeGetter = getterOf(Node.prototype, "nodeType");
const controlGetter = getterOf(HTMLLabelElement.prototype, "control");

/** The value of an attribute, null where there is none, whatever the page's controls are called. */
export function attributeOf(element: Element, name: string): string | null {
  return proto.getAttribute.call(element, name);
}

/** Names of all attributes, in document order. */
export function attributeNamesOf(element: Element): string[] {
  return proto.getAttributeNames.call(element);
}

export function matches(element: Element, selector: string): boolean {
  return proto.matches.call(element, selector);
}

/** `a` for HTML, `svg:a` for SVG, `math:mi` for MathML, `?` for an element of any other language. */
export function tagOf(element: Element): string {
  const name = String(localNameGetter.call(element));
  const namespace = namespaceGetter.call(element);
  if (namespace === "http://www.w3.org/1999/xhtml") return name;
  if (namespace === "http://www.w3.org/2000/svg") return `svg:${name}`;
  return namespace === "http://www.w3.org/1998/Math/MathML" ? `math:${name}` : "?";
}

export function queryAll(scope: Document | ShadowRoot, selector: string): NodeListOf<Element> {
  return ownerOf(scope).querySelectorAll.call(scope, selector);
}

export function elementById(scope: Document | ShadowRoot, id: string): Element | null {
  return ownerOf(scope).getElementById.call(scope, id);
}

/** What a `<label>` labels; null for nothing. Works for elements of frames, whose classes are others. */
export function controlOf(label: Element): Element | null {
  return tagOf(label) === "label" ? (controlGetter.call(label) as Element | null) : null;
}

function ownerOf(scope: Document | ShadowRoot): Document | DocumentFragment {
  return nodeTypeGetter.call(scope) === 9 ? Document.prototype : DocumentFragment.prototype;
}

/** The words of a space-separated attribute. */
export function wordsOf(value: string | null): string[] {
  return value === null ? [] : value.split(/[\t\n\f\r ]+/).filter((word) => word !== "");
}

/** White space as HTML counts it becomes single spaces, none at the ends; a no-break space stays. */
export function collapse(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, " ").replace(/^ | $/g, "");
}

function getterOf(owner: object, name: string): () => unknown {
  const getter = Object.getOwnPropertyDescriptor(owner, name)?.get;
  if (getter === undefined) throw new Error(`the platform has no ${name} on elements`);
  return getter;
}
