// Members are taken from the prototypes once: forms and documents answer to the names of their controls first (`<input name="lastChild">`),
// and a page may have put its own functions in a member's place on single objects.
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
const inputValue = getter<string>(HTMLInputElement.prototype, "value");
const areaValue = getter<string>(HTMLTextAreaElement.prototype, "value");
const { createRange, querySelectorAll: queryDocument } = Document.prototype;
const { querySelectorAll: queryFragment } = DocumentFragment.prototype;
const { getAttribute, getAttributeNames, getBoundingClientRect, getClientRects, matches } = element;
const { getComputedStyle } = globalThis;
const { assignedNodes } = HTMLSlotElement.prototype;

export const nodeTypeOf = (of: Node): number => nodeType.call(of);
export const firstChildOf = (of: Node): Node | null => firstChild.call(of);
export const nextSiblingOf = (of: Node): Node | null => nextSibling.call(of);
export const dataOf = (of: Node): string => data.call(of);
export const localNameOf = (of: Element): string => localName.call(of);
export const namespaceOf = (of: Element): string | null => namespaceURI.call(of);
export const openRootOf = (of: Element): ShadowRoot | null => shadowRoot.call(of);
export const isSlottedText = (of: Node): boolean => slotOfText.call(of) !== null;
export const isSlotted = (of: Element): boolean => slotOfElement.call(of) !== null;
export const attributeOf = (of: Element, name: string): string | null => getAttribute.call(of, name);
export const attributeNamesOf = (of: Element): string[] => getAttributeNames.call(of);
export const rectOf = (of: Element): DOMRect => getBoundingClientRect.call(of);
export const scrollWidthOf = (of: Element): number => scrollWidth.call(of);
export const scrollHeightOf = (of: Element): number => scrollHeight.call(of);
export const hasBoxes = (of: Element): boolean => getClientRects.call(of).length > 0;
/** Works for elements of frames too: a style is always that of the element's own document (CSSOM). */
export const computedStyleOf = (of: Element, pseudo?: string): CSSStyleDeclaration => getComputedStyle(of, pseudo);
export const assignedTo = (slot: HTMLSlotElement): Node[] => assignedNodes.call(slot);
export const matchesSelector = (of: Element, selector: string): boolean => matches.call(of, selector);

/** What stands in an input or a text area now; "" for all else, elements of these names in other namespaces too. */
export function valueOfField(element: Element, tag: string): string {
  if (namespaceOf(element) !== "http://www.w3.org/1999/xhtml") return "";
  return tag === "input" ? inputValue.call(element) : tag === "textarea" ? areaValue.call(element) : "";
}

/** All elements of a document or shadow root that fit a selector; works for a document whose own member is covered by a named image. */
export function queryAll(root: Document | ShadowRoot, selector: string): NodeListOf<Element> {
  return (nodeTypeOf(root) === 9 ? queryDocument : queryFragment).call(root, selector);
}

/** Where a text node's letters stand. */
export function textRectOf(text: Node): DOMRect {
  const range = createRange.call(ownerDocument.call(text) as Document);
  range.selectNodeContents(text);
  return range.getBoundingClientRect();
}

/** What a document says of itself, also where a form, image or object of that name covers it. */
export function ofDocument<Name extends keyof Document>(document: Document, name: Name): Document[Name] {
  return Reflect.get(Document.prototype, name, document) as Document[Name];
}

/** The same of what documents and shadow roots have alike; nothing covers a shadow root's. */
export function ofRoot<Name extends keyof DocumentOrShadowRoot>(root: Document | ShadowRoot, name: Name): DocumentOrShadowRoot[Name] {
  return nodeTypeOf(root) === 9 ? ofDocument(root as Document, name) : root[name];
}

/** The document of an iframe when it may be read; null for a foreign one. Frames, objects and embeds have getters of their own. */
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
