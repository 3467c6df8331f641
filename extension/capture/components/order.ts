import { documentOfFrame, localNameOf, openRootOf, queryAll } from "../dom.js";

/** One tree of the page: the document, an open shadow root, or the document of a frame of the same origin. */
export interface Tree {
  readonly elements: readonly Element[];
  /** Over the local names in their order: two worlds that agree on it look at the same elements. */
  readonly print: number;
}

/** All elements that scripts can reach, tree by tree. Without layout and slots, all worlds of one DOM arrive at the same order. */
export function treesOf(document: Document): Tree[] {
  const roots: (Document | ShadowRoot)[] = [document];
  const trees: Tree[] = [];
  // Grows as roots are found.
  for (const root of roots) {
    if (trees.length === 10_000) break;
    const elements = [...queryAll(root, "*")];
    let print = elements.length;
    for (const element of elements) {
      const tag = localNameOf(element);
      for (let i = 0; i < tag.length; i++) print = (print * 31 + tag.charCodeAt(i)) | 0;
      const inner = tag === "iframe" || tag === "frame" ? documentOfFrame(element, tag) : openRootOf(element);
      if (inner !== null) roots.push(inner);
    }
    trees.push({ elements, print });
  }
  return trees;
}
