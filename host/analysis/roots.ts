import { weaklyMemoized } from "../contract/memoized.js";
import type { NodeRoot } from "../contract/nodes.js";
import type { CaptureReader } from "../contract/reader.js";

/** The place in the capture's `roots` of the document, shadow root or frame that holds an element. */
export function rootOf(reader: CaptureReader, index: number): number {
  return tableOf(reader)[index] ?? 0;
}

/** The shadow roots and frames around an element, outermost first; empty for one that stands in the page's own document. */
export function rootPathOf(reader: CaptureReader, index: number): readonly NodeRoot[] {
  const { roots } = reader.capture.nodes;
  const path: NodeRoot[] = [];
  let root = roots[rootOf(reader, index)];
  while (root !== undefined && root.host >= 0) {
    path.push(root);
    const next = roots[rootOf(reader, root.host)];
    // A host inside its own root would never end.
    if (path.length > roots.length) break;
    root = next;
  }
  return path.reverse();
}

/** The index of the element that holds the shadow root or frame around an element; -1 for the page's own document. */
export function rootHostOf(reader: CaptureReader, index: number): number {
  return reader.capture.nodes.roots[rootOf(reader, index)]?.host ?? -1;
}

/** The root of each element, spread out of its runs once. */
const tableOf = weaklyMemoized((reader: CaptureReader): readonly number[] => {
  const { rootRuns, count } = reader.capture.nodes;
  const table = new Array<number>(count).fill(0);
  for (let run = 0; run < rootRuns.length; run += 2) table.fill(rootRuns[run + 1] ?? 0, rootRuns[run], rootRuns[run + 2] ?? count);
  return table;
});
