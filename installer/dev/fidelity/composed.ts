/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// These functions run beside the page, where its scripts have changed nothing. Its form fields may have names of properties: those are read by `own`.

/** An element as the walk finds it; `measureRoot` finds the rest by its root and place. */
export interface WalkedElement {
  readonly id: number;
  readonly parent: number;
  readonly tag: string;
  readonly label: string;
  readonly root: number;
  readonly place: number;
  readonly optional: boolean;
}

export interface WalkedRoot {
  readonly host: number;
  readonly kind: "document" | "shadow";
}

/** Cached between the calls: ids of elements, and the roots of the last walk. */
interface WalkCache {
  ids: WeakMap<Element, number>;
  lastId: number;
  roots: (Document | ShadowRoot)[];
  /** Where elements do not lead to their closed roots by themselves. */
  openClosedRoot: ((element: Element) => ShadowRoot | null) | undefined;
}

/** What Firefox reports of an element and of a document: its roots of controls are distinguished from those of pages. */
type FirefoxElement = Element & { openOrClosedShadowRoot: (ShadowRoot & { isUAWidget(): boolean }) | null };
type FirefoxDocument = Document & { nodePrincipal: { equals(other: unknown): boolean } };

/** Walks the composed tree: shadow children below hosts, slotted nodes below slots, documents of readable frames below frames. */
export function walkComposed(cache: WalkCache): { elements: WalkedElement[]; roots: WalkedRoot[]; scroll: [number, number] } {
  const elements: WalkedElement[] = [];
  const roots: WalkedRoot[] = [];
  const positions = new Map<Element, number>();
  const places = new Map<Element, number>();
  const rootOf = new Map<Document | ShadowRoot, number>();
  cache.roots = [];

  function addRoot(root: Document | ShadowRoot, host: number, parent: number): void {
    const kind = root.nodeType === 9 ? "document" : "shadow";
    rootOf.set(root, roots.push({ host, kind }) - 1);
    cache.roots.push(root);
    const query = kind === "document" ? Document.prototype.querySelectorAll : DocumentFragment.prototype.querySelectorAll;
    query.call(root, "*").forEach((element, place) => void places.set(element, place));
    for (const child of childElements(root)) addElement(child, parent, false);
  }

  function addElement(element: Element, parent: number, optional: boolean): void {
    const root = rootOf.get(Node.prototype.getRootNode.call(element) as Document | ShadowRoot) ?? -1;
    const position = elements.push({ ...identityOf(element), parent, root, place: places.get(element) ?? -1, optional }) - 1;
    positions.set(element, position);
    const shadow = authorRootOf(element);
    if (shadow !== null) {
      addRoot(shadow, position, position);
      for (const child of childElements(element)) if (!positions.has(child)) addElement(child, position, true);
      return;
    }
    const frame = frameDocumentOf(element);
    if (frame !== null) {
      addRoot(frame, position, position);
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

  addRoot(document, -1, -1);
  return { elements, roots, scroll: [scrollX, scrollY] };
}
