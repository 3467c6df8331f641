import { isBlank } from "./text.js";

// Members are read through their prototypes' getters: named elements shadow the members of forms and documents (DOM clobbering, as in
// `<input name="lastChild">`), and a page may have overwritten members of single objects.
const node = Node.prototype;
const element = Element.prototype;

export const nodeTypeOf = getter<Node, number>(node, "nodeType");
export const firstChildOf = getter<Node, Node | null>(node, "firstChild");
export const firstElementChildOf = getter<Element, Element | null>(Element.prototype, "firstElementChild");
export const nextSiblingOf = getter<Node, Node | null>(node, "nextSibling");
export const previousElementOf = getter<Element, Element | null>(element, "previousElementSibling");
export const parentElementOf = getter<Element, Element | null>(node, "parentElement");
export const textContentOf = getter<Node, string | null>(node, "textContent");
export const dataOf = getter<Node, string>(CharacterData.prototype, "data");
export const localNameOf = getter<Element, string>(element, "localName");
export const namespaceOf = getter<Element, string | null>(element, "namespaceURI");
export const openRootOf = getter<Element, ShadowRoot | null>(element, "shadowRoot");
export const scrollWidthOf = getter<Element, number>(element, "scrollWidth");
export const scrollHeightOf = getter<Element, number>(element, "scrollHeight");
export const offsetWidthOf = getter<Element, number>(HTMLElement.prototype, "offsetWidth");
export const offsetHeightOf = getter<Element, number>(HTMLElement.prototype, "offsetHeight");
export const rootNodeOf = (of: Node): Node => node.getRootNode.call(of);
export const containsNode: (of: Node, other: Node | null) => boolean = unbound(node.contains);
export const elementAtPoint: (of: Document, x: number, y: number) => Element | null = unbound(Document.prototype.elementFromPoint);
export const attributeOf: (of: Element, name: string) => string | null = unbound(element.getAttribute);
export const attributeNamesOf: (of: Element) => string[] = unbound(element.getAttributeNames);
export const rectOf: (of: Element) => DOMRect = unbound(element.getBoundingClientRect);
export const matchesSelector: (of: Element, selector: string) => boolean = unbound(element.matches);
export const assignedTo: (slot: Element) => Node[] = unbound(HTMLSlotElement.prototype.assignedNodes);
/** Also for elements of frames: the style is resolved in the element's own document (CSSOM). */
export const { getComputedStyle: computedStyleOf } = globalThis;

/** An element of any kind: those of a frame are of another window's classes. */
export interface AnyElement extends Element {
  readonly contentDocument?: Document | null;
  readonly sheet?: CSSStyleSheet | null;
  readonly validity?: ValidityState;
}

const ownerDocument = getter<Node, Document | null>(node, "ownerDocument");
const htmlStyle = getter<Element, CSSStyleDeclaration>(HTMLElement.prototype, "style");
const svgStyle = getter<Element, CSSStyleDeclaration>(SVGElement.prototype, "style");
const slotOfElement = getter<Node, HTMLSlotElement | null>(element, "assignedSlot");
const slotOfText = getter<Node, HTMLSlotElement | null>(Text.prototype, "assignedSlot");
const inputValue = getter<Element, string>(HTMLInputElement.prototype, "value");
const areaValue = getter<Element, string>(HTMLTextAreaElement.prototype, "value");
/** The text of a text area before anybody typed. */
export const defaultOfArea = getter<Element, string>(HTMLTextAreaElement.prototype, "defaultValue");
const labelControl = getter<Element, HTMLElement | null>(HTMLLabelElement.prototype, "control");
const { createRange, getElementById: idInDocument, querySelectorAll: queryDocument } = Document.prototype;
const { getElementById: idInFragment, querySelectorAll: queryFragment } = DocumentFragment.prototype;
const clientRectsOf: (of: Element) => DOMRectList = unbound(element.getClientRects);

export const htmlNamespace = "http://www.w3.org/1999/xhtml";
const tagPrefixes = new Map([
  ["http://www.w3.org/2000/svg", "svg:"],
  ["http://www.w3.org/1998/Math/MathML", "math:"],
]);

// Not by instanceof: nodes of a frame are of another window's classes.
export const isHtml = (of: Element): boolean => namespaceOf(of) === htmlNamespace;
export const isElement = (of: Node): of is Element => nodeTypeOf(of) === 1;
export const isDocument = (of: Node): of is Document => nodeTypeOf(of) === 9;
/** Effects of a frame's elements are of another window's class. */
export const isKeyframes = (effect: AnimationEffect | null): effect is KeyframeEffect => effect !== null && "getKeyframes" in effect;
export const isShadowRoot = (of: Node): of is ShadowRoot => nodeTypeOf(of) === 11 && "host" in of;

/** Returns the document of a node; a document itself. */
export function documentOf(of: Node): Document {
  const owner = isDocument(of) ? of : ownerDocument(of);
  if (owner === null) throw new Error("no document");
  return owner;
}

/** Returns the window of a document that is shown. Throws TypeError for another. */
export function windowOf(document: Document): Window & typeof globalThis {
  const view = ofDocument(document, "defaultView");
  if (view === null) throw new TypeError("no window");
  return view;
}
export const hasBoxes = (of: Element): boolean => clientRectsOf(of).length > 0;

export function animationsIn(root: Document | ShadowRoot): Animation[] {
  return (isDocument(root) ? Document : ShadowRoot).prototype.getAnimations.call(root);
}

/** Returns the CSS name of a property that script names: `backgroundColor`. */
export function cssName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the slot of an element or text; null for none, and for one of a closed root. */
export function slotOf(of: Node): HTMLSlotElement | null {
  const type = nodeTypeOf(of);
  if (type === 1) return slotOfElement(of);
  return type === 3 || type === 4 ? slotOfText(of) : null;
}

/** Returns the host of the shadow tree that a node is in, or whose root it is; undefined for none. */
export function hostOf(of: Node): Element | undefined {
  const root = rootNodeOf(of);
  return isShadowRoot(root) ? root.host : undefined;
}

/** Returns `a` for HTML, `svg:a` for SVG, `math:mi` for MathML, `?` for an element of any other language. */
export function tagOf(element: Element, name = localNameOf(element)): string {
  if (isHtml(element)) return name;
  const prefix = tagPrefixes.get(namespaceOf(element) ?? "");
  return prefix === undefined ? "?" : prefix + name;
}

export function childNodesOf(parent: Node): Node[] {
  const found: Node[] = [];
  for (let child = firstChildOf(parent); child !== null; child = nextSiblingOf(child)) found.push(child);
  return found;
}

/** Returns the text nodes among the children that are not blank. */
export function textNodesOf(parent: Node): Node[] {
  return childNodesOf(parent).filter((child) => nodeTypeOf(child) === 3 && !isBlank(dataOf(child)));
}

export function labeledControlOf(label: Element): Element | null {
  return tagOf(label) === "label" ? labelControl(label) : null;
}

/** Returns the current value of an input or text area; "" for other elements, including those of other namespaces. */
export function valueOfField(element: Element, tag: string): string {
  if (!isHtml(element)) return "";
  return tag === "input" ? inputValue(element) : tag === "textarea" ? areaValue(element) : "";
}

const labelledBy = findGetter(element, "ariaLabelledByElements");

/** The elements that `aria-labelledby` or a script (ARIAMixin) names; none where the browser has no such property. */
export const labelledByOf = (of: Element): Element[] => labelledBy?.call(of) ?? [];

const editContext = findGetter(HTMLElement.prototype, "editContext");

/** The text that a script keeps for an element in an EditContext; "" for none, and where the browser has no such thing. */
export function scriptedTextOf(element: Element): string {
  const context: unknown = isHtml(element) ? editContext?.call(element) : undefined;
  return typeof context === "object" && context !== null && "text" in context ? String(context.text) : "";
}

/** Returns the declarations of an element's `style` attribute; undefined for elements of other languages. */
export function inlineStyleOf(element: Element): CSSStyleDeclaration | undefined {
  if (isHtml(element)) return htmlStyle(element);
  return tagOf(element).startsWith("svg:") ? svgStyle(element) : undefined;
}

export function queryAll(root: Document | ShadowRoot, selector: "slot"): NodeListOf<HTMLSlotElement>;
export function queryAll(root: Document | ShadowRoot, selector: string): NodeListOf<Element>;
export function queryAll(root: Document | ShadowRoot, selector: string): NodeListOf<Element> {
  return (nodeTypeOf(root) === 9 ? queryDocument : queryFragment).call(root, selector);
}

export function elementById(root: Document | ShadowRoot, id: string): Element | null {
  return (nodeTypeOf(root) === 9 ? idInDocument : idInFragment).call(root, id);
}

export function textRectOf(text: Node): DOMRect {
  const range = createRange.call(documentOf(text));
  range.selectNodeContents(text);
  return range.getBoundingClientRect();
}

/** Reads a document's member, even where a form, image or object of that name shadows it. */
export function ofDocument<Name extends keyof Document>(document: Document, name: Name): Document[Name] {
  return Reflect.get(Document.prototype, name, document);
}

/** Reads a member that documents and shadow roots share; a shadow root's cannot be shadowed. */
export function ofRoot<Name extends keyof DocumentOrShadowRoot>(root: Document | ShadowRoot, name: Name): DocumentOrShadowRoot[Name] {
  return isDocument(root) ? ofDocument(root, name) : root[name];
}

/** Returns the document of a frame; null for one of another origin. */
export function documentOfFrame(frame: Element, tag: string): Document | null {
  const owner = tag === "iframe" ? HTMLIFrameElement : tag === "frame" ? HTMLFrameElement : HTMLObjectElement;
  return getter<Element, Document | null>(owner.prototype, "contentDocument")(frame);
}

// Without side effects, for the bundler: scripts that share this file have what they use of it.
/** Returns the getter of a prototype's member as a function of the object. */
/* @__NO_SIDE_EFFECTS__ */
function getter<Of, Value>(owner: object, name: string): (of: Of) => Value {
  const get = findGetter(owner, name);
  if (get === undefined) throw new Error(`this browser has no ${name}`);
  return unbound(get);
}

/** Returns undefined where the browser has no such member. */
/* @__NO_SIDE_EFFECTS__ */
function findGetter(owner: object, name: string) {
  return Object.getOwnPropertyDescriptor(owner, name)?.get;
}

/** Returns a method as a function of the object. */
/* @__NO_SIDE_EFFECTS__ */
function unbound<Of, Values extends readonly unknown[], Value>(method: (...values: Values) => Value): (of: Of, ...values: Values) => Value {
  return Function.prototype.call.bind(method);
}
