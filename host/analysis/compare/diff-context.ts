import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { heaviestIncreasing } from "./increasing-subsequence.js";
import { Interner, indexCapture, type Matching } from "./indexed-capture.js";
import { matchElements } from "./match-elements.js";

/** One difference of an element: values as captured, empty for none; `present` for an attribute without a value. */
export interface Change {
  readonly property: string;
  readonly before: string;
  readonly after: string;
}

/** Two matched captures, for the searches of differences. `dst` is an index in the newer capture. */
export interface DiffContext {
  readonly matching: Matching;
  readonly older: CaptureReader;
  readonly newer: CaptureReader;
  /** Roots of inserted and deleted subtrees. */
  readonly added: readonly number[];
  readonly removed: readonly number[];
  /** It changed its parent, or its order among the siblings that stayed. */
  isMoved(dst: number): boolean;
  /** It or an ancestor has another parent, or is new. */
  isRelocated(dst: number): boolean;
}

/** An element in both captures: in the older (source) and in the newer (destination). */
export interface MatchedPair {
  readonly src: CapturedElement;
  readonly dst: CapturedElement;
}

export function diffContextOf(before: CaptureReader, after: CaptureReader): DiffContext {
  const interner = new Interner();
  const matching = matchElements(indexCapture(before, interner), indexCapture(after, interner));
  const { older, newer } = matching;
  const [lastSrc, lastDst] = [...matching].reduce(([src, dst], pair) => [Math.max(src, pair[0]), Math.max(dst, pair[1])], [0, 0]);
  const wasRead = readBehind(before, lastDst);
  const isRead = readBehind(after, lastSrc);
  const added = [...newer.tag.keys()].filter((dst) => matching.olderOf(dst) < 0 && matching.isRoot(newer, dst) && wasRead(dst));
  const removed = [...older.tag.keys()].filter((src) => matching.newerOf(src) < 0 && matching.isRoot(older, src) && isRead(src));
  const sameParent = [...newer.tag.keys()].map((dst) => keepsParent(matching, dst));
  const reordered = reorderedOf(matching, sameParent);
  const isMoved = (dst: number) => matching.olderOf(dst) >= 0 && (sameParent[dst] === false || reordered.has(dst));
  const relocated: boolean[] = [];
  for (let dst = 0; dst < newer.count; dst++) {
    const parent = newer.tree.parents[dst] ?? -1;
    relocated[dst] = sameParent[dst] === false || (parent >= 0 && relocated[parent] === true);
  }
  return {
    matching,
    older: before,
    newer: after,
    added,
    removed,
    isMoved,
    isRelocated: (dst) => relocated[dst] === true,
  };
}

/** Whether a capture would have what stands in the other one: of a page that was read in part nothing is known behind the last that both have. */
function readBehind({ capture }: CaptureReader, last: number): (index: number) => boolean {
  const isPart = capture.holes.some(({ kind }) => kind === "truncated");
  return (index) => !isPart || index < last;
}

function keepsParent(matching: Matching, dst: number): boolean {
  const src = matching.olderOf(dst);
  if (src < 0) return false;
  const parent = matching.newer.tree.parents[dst] ?? -1;
  return parent < 0 || matching.olderOf(parent) === (matching.older.tree.parents[src] ?? -1);
}

/** Children that changed their order among those that stayed; those that insertions and deletions displaced have not. */
function reorderedOf(matching: Matching, sameParent: readonly boolean[]): Set<number> {
  const reordered = new Set<number>();
  for (const [, parent] of matching) {
    const stayed = matching.newer.tree.children(parent).filter((dst) => sameParent[dst] === true);
    const inOrder = heaviestIncreasing(stayed.map((dst) => ({ place: matching.olderOf(dst), weight: matching.newer.tree.end(dst) - dst })));
    stayed.forEach((dst, index) => {
      if (inOrder[index] !== true) reordered.add(dst);
    });
  }
  return reordered;
}
