/** The element's shadow root, closed ones too; null when it has none. Chrome has a function of its own for it, Firefox a member of elements. */
export function openClosedRoot(element: Element): ShadowRoot | null {
  const { chrome } = globalThis as { chrome?: { dom?: { openOrClosedShadowRoot?(element: Element): ShadowRoot | null } } };
  // Chrome throws for elements that can have no root, such as those of SVG.
  if (chrome?.dom?.openOrClosedShadowRoot !== undefined)
    return element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : null;
  return (element as { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot ?? null;
}

/** What an element holds beside its children: the document of a frame of the same site, or a shadow root. */
export function innerRoot(element: Element): Document | ShadowRoot | null {
  return element.localName === "iframe" ? (element as HTMLIFrameElement).contentDocument : openClosedRoot(element);
}
