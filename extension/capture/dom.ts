import { isBlank } from "./text.js";

// Members are read through their prototypes' getters: named elements shadow the members of forms and documents (DOM clobbering, as in
// `<input name="lastChild">`), and a page may have overwritten members of single objects.
const node = Node.prototype;
const element = Element.prototype;

const nodeType = getter<number>(node, "nodeType");
const firstChild = getter<Node | null>(node, "firstChild");
const nextSibling = getter<Node | null>(node, "nextSibling");
const data = getter<string>(CharacterData.prototype, "data");
const localName = getter<string>(element, "localName");
const namespaceURI = getter<string | null>(element, "namespaceURI");
const shadowRoot = getter<ShadowRoot | null>(element, "shadowRoot");
const slotOfElement = getter<HTMLSlotElement | null>(element, "assignedSlot");
const slotOfText = getter<HTMLSlotElement | null>(Text.prototype, "assignedSlot");
const frameDocument = getter<Document | null>(HTMLIFrameElement.prototype, "contentDocument");
const scrollWidth = getter<number>(element, "scrollWidth");
const scrollHeight = getter<number>(element, "scrollHeight");
const ownerDocument = getter<Document | null>(node, "ownerDocument");
const parentElement = getter<Element | null>(node, "parentElement");
const styles = new Map([
  ["http://www.w3.org/1999/xhtml", getter<CSSStyleDeclaration>(HTMLElement.prototype, "style")],
  ["http://www.w3.org/2000/svg", getter<CSSStyleDeclaration>(SVGElement.prototype, "style")],
]);
const inputValue = getter<string>(HTMLInputElement.prototype, "value");
const areaValue = getter<string>(HTMLTextAreaElement.prototype, "value");
const labelControl = getter<HTMLElement | null>(HTMLLabelElement.prototype, "control");
const { createRange, getElementById: idInDocument, querySelectorAll: queryDocument } = Document.prototype;
const { getElementById: idInFragment, querySelectorAll: queryFragment } = DocumentFragment.prototype;
const { getAttribute, getAttributeNames, getBoundingClientRect, getClientRects, matches } = element;
const { getRootNode } = node;
const { getAnimations } = element;
const { getComputedStyle } = globalThis;
const { assignedNodes } = HTMLSlotElement.prototype;

const html = "http://www.w3.org/1999/xhtml";
const tagPrefixes = new Map([
  ["http://www.w3.org/2000/svg", "svg:"],
  ["http://www.w3.org/1998/Math/MathML", "math:"],
]);

export const nodeTypeOf = (of: Node): number => nodeType.call(of);
export const firstChildOf = (of: Node): Node | null => firstChild.call(of);
export const nextSiblingOf = (of: Node): Node | null => nextSibling.call(of);
export const dataOf = (of: Node): string => data.call(of);
export const localNameOf = (of: Element): string => localName.call(of);
export const namespaceOf = (of: Element): string | null => namespaceURI.call(of);
export const openRootOf = (of: Element): ShadowRoot | null => shadowRoot.call(of);
export const isSlottedText = (of: Node): boolean => slotOfText.call(of) !== null;
export const slotOf = (of: Element): HTMLSlotElement | null => slotOfElement.call(of);
export const isSlotted = (of: Element): boolean => slotOf(of) !== null;
export const parentElementOf = (of: Element): Element | null => parentElement.call(of);
export const rootNodeOf = (of: Element): Node => getRootNode.call(of);
export const documentOf = (of: Node): Document => (nodeTypeOf(of) === 9 ? (of as Document) : (ownerDocument.call(of) as Document));
export const animationsOf = (of: Element): Animation[] => getAnimations.call(of);
export const attributeOf = (of: Element, name: string): string | null => getAttribute.call(of, name);
export const attributeNamesOf = (of: Element): string[] => getAttributeNames.call(of);
export const rectOf = (of: Element): DOMRect => getBoundingClientRect.call(of);
export const scrollWidthOf = (of: Element): number => scrollWidth.call(of);
export const scrollHeightOf = (of: Element): number => scrollHeight.call(of);
export const hasBoxes = (of: Element): boolean => getClientRects.call(of).length > 0;
/** Also for elements of frames: the style is resolved in the element's own document (CSSOM). */
export const computedStyleOf = (of: Element, pseudo?: string): CSSStyleDeclaration => getComputedStyle(of, pseudo);
export const assignedTo = (slot: HTMLSlotElement): Node[] => assignedNodes.call(slot);
export const matchesSelector = (of: Element, selector: string): boolean => matches.call(of, selector);

/** Returns `a` for HTML, `svg:a` for SVG, `math:mi` for MathML, `?` for an element of any other language. */
export function tagOf(element: Element, name = localNameOf(element)): string {
  const namespace = namespaceOf(element);
  if (namespace === html) return name;
  const prefix = tagPrefixes.get(namespace ?? "");
  return prefix === undefined ? "?" : prefix + name;
}

/** Returns the child nodes as an array. */
export function childNodesOf(parent: Node): Node[] {
  const found: Node[] = [];
  for (let child = firstChildOf(parent); child !== null; child = nextSiblingOf(child)) found.push(child);
  return found;
}

/** Returns the text nodes among the children that are not blank. */
export function textNodesOf(parent: Node): Node[] {
  return childNodesOf(parent).filter((child) => nodeTypeOf(child) === 3 && !isBlank(dataOf(child)));
}

/** Returns the control of a `<label>`; null for none. */
export function labeledControlOf(label: Element): Element | null {
  return tagOf(label) === "label" ? labelControl.call(label) : null;
}

/** Returns the current value of an input or text area; "" for other elements, including those of other namespaces. */
export function valueOfField(element: Element, tag: string): string {
  if (namespaceOf(element) !== html) return "";
  return tag === "input" ? inputValue.call(element) : tag === "textarea" ? areaValue.call(element) : "";
}

/** Returns the declarations of an element's `style` attribute; undefined for elements of other languages. */
export function inlineStyleOf(element: Element): CSSStyleDeclaration | undefined {
  return styles.get(namespaceOf(element) ?? "")?.call(element);
}

/** Returns all elements of a document or shadow root that match a selector. */
export function queryAll(root: Document | ShadowRoot, selector: string): NodeListOf<Element> {
  return (nodeTypeOf(root) === 9 ? queryDocument : queryFragment).call(root, selector);
}

export function elementById(root: Document | ShadowRoot, id: string): Element | null {
  return (nodeTypeOf(root) === 9 ? idInDocument : idInFragment).call(root, id);
}

/** Returns the rectangle around a text node's rendered text. */
export function textRectOf(text: Node): DOMRect {
  const range = createRange.call(ownerDocument.call(text) as Document);
  range.selectNodeContents(text);
  return range.getBoundingClientRect();
}

/** Reads a document's member, even where a form, image or object of that name shadows it. */
export function ofDocument<Name extends keyof Document>(document: Document, name: Name): Document[Name] {
  return Reflect.get(Document.prototype, name, document) as Document[Name];
}

/** Reads a member that documents and shadow roots share; a shadow root's cannot be shadowed. */
export function ofRoot<Name extends keyof DocumentOrShadowRoot>(root: Document | ShadowRoot, name: Name): DocumentOrShadowRoot[Name] {
  return nodeTypeOf(root) === 9 ? ofDocument(root as Document, name) : root[name];
}

/** Returns the document of a frame; null for one of another origin. */
export function documentOfFrame(frame: Element, tag: string): Document | null {
  if (tag === "iframe") return frameDocument.call(frame);
  const owner = tag === "frame" ? HTMLFrameElement.prototype : HTMLObjectElement.prototype;
  return getter<Document | null>(owner, "contentDocument").call(frame);
}

function getter<Value>(owner: object, name: string): (this: unknown) => Value {
  const get = Object.getOwnPropertyDescriptor(owner, name)?.get;
  if (get === undefined) throw new Error(`this browser has no ${name}`);
  return get as (this: unknown) => Value;
}
