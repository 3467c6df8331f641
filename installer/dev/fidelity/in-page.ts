/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { SelectorPair, Truth, TruthElement } from "./browser.js";

// These functions run beside the page, where its scripts have changed nothing: each must be whole in itself. The page's form fields may have names
// of properties: those are read by `own`.

/** Cached between the calls: ids of elements, and the elements and roots of the last walk. */
interface WalkCache {
  ids: WeakMap<Element, number>;
  lastId: number;
  elements: Element[];
  roots: (Document | ShadowRoot)[];
  /** Where elements do not lead to their closed roots by themselves. */
  openClosedRoot: ((element: Element) => ShadowRoot | null) | undefined;
}

/** What Firefox reports of an element and of a document: its roots of controls are distinguished from those of pages. */
type FirefoxElement = Element & { openOrClosedShadowRoot: (ShadowRoot & { isUAWidget(): boolean }) | null };
type FirefoxDocument = Document & { nodePrincipal: { equals(other: unknown): boolean } };

/**
 * Walks the composed tree and measures its elements: shadow children below hosts, slotted nodes below slots, documents of readable frames below
 * frames.
 */
export function walkComposed(cache: WalkCache): Truth {
  const elements: TruthElement[] = [];
  const roots: { host: number }[] = [];
  const positions = new Map<Element, number>();
  const places = new Map<Element, number>();
  /** Where the documents of roots begin, in coordinates of the top document. */
  const origins: [left: number, top: number][] = [];
  cache.roots = [];
  cache.elements = [];

  function addRoot(root: Document | ShadowRoot, host: number, origin: [left: number, top: number]): void {
    roots.push({ host });
    cache.roots.push(root);
    origins.push(origin);
    const query = root.nodeType === 9 ? Document.prototype.querySelectorAll : DocumentFragment.prototype.querySelectorAll;
    query.call(root, "*").forEach((element, place) => void places.set(element, place));
    for (const child of childElements(root)) addElement(child, host, false);
  }

  function addElement(element: Element, parent: number, optional: boolean): void {
    const root = cache.roots.indexOf(Node.prototype.getRootNode.call(element) as Document | ShadowRoot);
    const origin = origins[root] ?? [0, 0];
    const measured = measure(element, origin);
    const position = elements.push({ ...identityOf(element), parent, root, place: places.get(element) ?? -1, optional, ...measured }) - 1;
    positions.set(element, position);
    cache.elements.push(element);
    const shadow = authorRootOf(element);
    if (shadow !== null) {
      addRoot(shadow, position, origin);
      for (const child of childElements(element)) if (!positions.has(child)) addElement(child, position, true);
      return;
    }
    const frame = frameDocumentOf(element);
    if (frame !== null) {
      const { borderLeftWidth, paddingLeft, borderTopWidth, paddingTop } = getComputedStyle(element);
      const [left, top] = measured.box;
      const inset = (one: string, other: string) => Number.parseFloat(one) + Number.parseFloat(other);
      addRoot(frame, position, [left + inset(borderLeftWidth, paddingLeft), top + inset(borderTopWidth, paddingTop)]);
      return;
    }
    const slot = own(element, "localName") === "slot" && "assignedNodes" in element ? (element as HTMLSlotElement) : undefined;
    if (slot !== undefined && slot.assignedNodes().length > 0)
      for (const child of slot.assignedElements()) addElement(child, position, false);
    else for (const child of childElements(element)) addElement(child, position, optional);
  }

  function own<Property extends keyof Element>(element: Node, property: Property): Element[Property] {
    return Reflect.get(Element.prototype, property, element);
  }

  function childElements(parent: Node): Element[] {
    return Array.from(own(parent, "childNodes")).filter((node): node is Element => own(node, "nodeType") === 1);
  }

  /** Null for the roots of the browser's own controls and of what SVG uses. */
  function authorRootOf(element: Element): ShadowRoot | null {
    if (own(element, "namespaceURI") !== "http://www.w3.org/1999/xhtml") return null;
    if (cache.openClosedRoot !== undefined) return own(element, "shadowRoot") ?? cache.openClosedRoot(element);
    const found = (element as FirefoxElement).openOrClosedShadowRoot;
    return found === null || found.isUAWidget() ? null : found;
  }

  /** Null where a page's own script would find nothing. */
  function frameDocumentOf(element: Element): Document | null {
    const inner = own(element, "localName") === "iframe" ? (element as HTMLIFrameElement).contentDocument : null;
    const isReadable = (owned: Document) =>
      !("nodePrincipal" in owned) || (owned as FirefoxDocument).nodePrincipal.equals((document as FirefoxDocument).nodePrincipal);
    return inner !== null && isReadable(inner) ? inner : null;
  }

  function identityOf(element: Element): { id: number; tag: string; label: string } {
    let id = cache.ids.get(element);
    if (id === undefined) {
      id = ++cache.lastId;
      cache.ids.set(element, id);
    }
    const word = (name: string) => (Element.prototype.getAttribute.call(element, name) ?? "").trim().split(/\s+/)[0] ?? "";
    const [ownId, ownClass, role, type] = [word("id"), word("class"), word("role"), word("type")];
    const parts = [ownId && `#${ownId}`, ownClass && `.${ownClass}`, role && `[role=${role}]`, type && `[type=${type}]`];
    const tag = own(element, "localName");
    return { id, tag, label: `${tag}${parts.join("")}` };
  }

  function measure(element: Element, [left, top]: readonly [number, number]): Pick<TruthElement, "box" | "rendered" | "text" | "markup"> {
    const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
    // Asking for the boxes of what is skipped makes the browser lay it out for the answer alone.
    const skipped = !Element.prototype.checkVisibility.call(element) && getComputedStyle(element).display !== "contents";
    const rendered = !skipped && Element.prototype.getClientRects.call(element).length > 0;
    return { box: [x + left, y + top, width, height], rendered, text: skipped ? "" : textOf(element), markup: hash(element.outerHTML) };
  }

  function textOf(element: Element): string {
    let text = "";
    if (own(element, "localName") === "details" && !element.hasAttribute("open")) return text;
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType !== Node.TEXT_NODE && child.nodeType !== Node.CDATA_SECTION_NODE) {
        if (child.nodeType === Node.ELEMENT_NODE) text += " ";
        continue;
      }
      range.selectNodeContents(child);
      if (range.getClientRects().length > 0) text += child.nodeValue ?? "";
    }
    return getComputedStyle(element).visibility === "visible" ? text : "";
  }

  function hash(markup: string): number {
    let value = markup.length;
    for (let i = 0; i < markup.length; i++) value = (Math.imul(value, 31) + markup.charCodeAt(i)) | 0;
    return value;
  }

  const range = document.createRange();
  addRoot(document, -1, [scrollX, scrollY]);
  return { elements, roots };
}

/** For each pair: does the selector find exactly the element within the element's own root? */
export function testSelectors(elements: readonly Element[], pairs: readonly SelectorPair[]): boolean[] {
  return pairs.map(({ element, selector }) => {
    const wanted = elements[element];
    if (wanted === undefined) return false;
    const root = Node.prototype.getRootNode.call(wanted);
    const query = root.nodeType === 9 ? Document.prototype.querySelectorAll : DocumentFragment.prototype.querySelectorAll;
    try {
      const found = query.call(root as Document & DocumentFragment, selector);
      return found.length === 1 && found[0] === wanted;
    } catch {
      // An invalid selector finds nothing.
      return false;
    }
  });
}

/** Inserts an element first in every fourth list of siblings, removes every fourth leaf and turns every fourth list around. */
export function disturbDocument(): void {
  const lists = Array.from(Document.prototype.querySelectorAll.call(document, "body *")).filter(
    (element) => element.children.length > 1 && element.closest("svg, math, select, table, iframe, noscript") === null,
  );
  lists.forEach((list, position) => {
    if (position % 4 === 0) list.prepend(document.createElement(list.firstElementChild?.localName === "li" ? "li" : "div"));
    if (position % 4 === 1)
      Array.from(list.children)
        .find((child) => child.children.length === 0)
        ?.remove();
    if (position % 4 === 2) list.append(...Array.from(list.children).reverse());
  });
}
