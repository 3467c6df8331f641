/** One tree of the page: the document, an open shadow root, or the document of a frame of the same origin. */
export interface Tree {
  readonly elements: readonly Element[];
  /** Over the local names in their order: two worlds that agree on it look at the same elements. */
  readonly print: number;
}

/**
 * All elements that the page's own scripts can reach, tree by tree: first the document's in document order, then those of each root that
 * hangs on one of them, in the order found. The order needs no layout and no slots, so that any two JavaScript worlds that share
 * the DOM arrive at the same one: an element's place in it names the element across worlds.
 */
export function treesOf(document: Document): Tree[] {
  const roots: ParentNode[] = [document];
  const trees: Tree[] = [];
  for (let next = 0; next < roots.length && next < 10_000; next++) {
    const root = roots[next];
    if (root !== undefined) trees.push(treeOf(root, roots));
  }
  return trees;
}

function treeOf(root: ParentNode, roots: ParentNode[]): Tree {
  const elements = [...root.querySelectorAll("*")];
  let print = elements.length;
  for (const element of elements) {
    const { localName } = element;
    for (let i = 0; i < localName.length; i++) print = (print * 31 + localName.charCodeAt(i)) | 0;
    const { shadowRoot } = element;
    if (shadowRoot) roots.push(shadowRoot);
    else if (localName === "iframe" || localName === "frame") {
      const inner = frameDocument(element);
      if (inner) roots.push(inner);
    }
  }
  return { elements, print };
}

function frameDocument(element: Element): Document | null {
  return "contentDocument" in element ? (element as HTMLIFrameElement).contentDocument : null;
}
