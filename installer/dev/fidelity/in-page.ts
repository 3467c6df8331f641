/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// These functions run in the page: each must be whole in itself.

export interface Measured {
  readonly box: [number, number, number, number];
  /** From the box to where a frame's document begins. */
  readonly inset: [number, number];
  readonly rendered: boolean;
  readonly text: string;
  /** Equal for elements whose markup is the same. */
  readonly markup: number;
}

/** Boxes and own rendered text of all elements of a root, in tree order. */
export function measureRoot(root: Document | ShadowRoot): Measured[] {
  const query = root.nodeType === 9 ? Document.prototype.querySelectorAll : DocumentFragment.prototype.querySelectorAll;
  const range = document.createRange();
  // Frames have constructors of their own.
  const view = ("defaultView" in root ? root : root.ownerDocument).defaultView ?? window;
  function textOf(element: Element): string {
    let text = "";
    if (element instanceof view.HTMLDetailsElement && !element.open) return text;
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
  return Array.from(query.call(root, "*"), (element) => {
    const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
    const frame = element instanceof view.HTMLIFrameElement ? getComputedStyle(element) : undefined;
    const inset: [number, number] =
      frame === undefined
        ? [0, 0]
        : [
            Number.parseFloat(frame.borderLeftWidth) + Number.parseFloat(frame.paddingLeft),
            Number.parseFloat(frame.borderTopWidth) + Number.parseFloat(frame.paddingTop),
          ];
    // Asking for the boxes of what is skipped makes the browser lay it out for the answer alone.
    const skipped = !Element.prototype.checkVisibility.call(element) && getComputedStyle(element).display !== "contents";
    const rendered = !skipped && Element.prototype.getClientRects.call(element).length > 0;
    return { box: [x, y, width, height], inset, rendered, text: skipped ? "" : textOf(element), markup: hash(element.outerHTML) };
  });
}

/** For each `[place, selector]`: does the selector find exactly the element at that place of the root? */
export function testSelectors(root: Document | ShadowRoot, pairs: [number, string][]): boolean[] {
  const query = root.nodeType === 9 ? Document.prototype.querySelectorAll : DocumentFragment.prototype.querySelectorAll;
  const all = query.call(root, "*");
  return pairs.map(([place, selector]) => {
    try {
      const found = query.call(root, selector);
      return found.length === 1 && found[0] === all[place];
    } catch {
      // An invalid selector finds nothing.
      return false;
    }
  });
}

/** Inserts an element first in every fourth list of siblings, removes every fourth leaf and turns every fourth list around. */
export function disturbRoot(root: Document | ShadowRoot): void {
  const query = root.nodeType === 9 ? Document.prototype.querySelectorAll : DocumentFragment.prototype.querySelectorAll;
  const owner = document;
  const lists = Array.from(query.call(root, "body *")).filter(
    (element) => element.children.length > 1 && element.closest("svg, math, select, table, iframe, noscript") === null,
  );
  lists.forEach((list, position) => {
    if (position % 4 === 0) list.prepend(owner.createElement(list.firstElementChild?.localName === "li" ? "li" : "div"));
    if (position % 4 === 1)
      Array.from(list.children)
        .find((child) => child.children.length === 0)
        ?.remove();
    if (position % 4 === 2) list.append(...Array.from(list.children).reverse());
  });
}
