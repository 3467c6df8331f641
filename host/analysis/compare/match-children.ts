import { heaviestIncreasing } from "./increasing-subsequence.js";
import { type IndexPair, type Matching, uniquePairs } from "./indexed-capture.js";
import { type ContentVotes, similarityOf } from "./similarity.js";

export interface MatchOptions {
  readonly votes: ContentVotes;
  /** Also matches elements by nothing but their tag and position. */
  readonly byPosition: boolean;
}

// Thresholds: with them `npm run mutations` finds every mutation of the fixtures and of real pages (precision and recall 100 of 100).
/** Content must agree in so much for elements to be matched by it. */
const minSimilarity = 0.4;
/** Of a pair that has nothing but its position. */
const leastWeight = 0.02;
/** Longer gaps are aligned greedily. */
const maxTableCells = 10_000;
const greedyWindow = 16;

/** Matches the unmatched children of two matched elements, by the strongest evidence first. Returns the new pairs. */
export function matchChildren(matching: Matching, src: number, dst: number, options: MatchOptions): IndexPair[] {
  const { older, newer } = matching;
  const start = matching.size;
  const left = older.tree.children(src).filter((child) => matching.newerOf(child) < 0);
  const right = newer.tree.children(dst).filter((child) => matching.olderOf(child) < 0);
  matchEnds(matching, left, right);
  if (left.length === 0 || right.length === 0) return matching.since(start);
  matchCandidates(matching, left, right, options);
  for (const gap of gapsBetweenAnchors(matching, older.tree.children(src), newer.tree.children(dst))) matchGap(matching, ...gap, options);
  if (options.byPosition) {
    // One of a tag is left on each side, wherever in the list: it changed, and siblings moved past it.
    const rest = [left.filter((one) => matching.newerOf(one) < 0), right.filter((other) => matching.olderOf(other) < 0)] as const;
    for (const [one, other] of uniquePairs([older.tag, newer.tag], ...rest))
      if (isOnlyCandidate(matching, one, other, options)) matching.add(one, other);
  }
  return matching.since(start);
}

/** Matches the common prefix and suffix, and takes them out of the lists: most lists have one change in the middle. */
function matchEnds(matching: Matching, left: number[], right: number[]): void {
  const { older, newer } = matching;
  const isEqual = (one: number | undefined, other: number | undefined) => older.subtree[one ?? -1] === newer.subtree[other ?? -1];
  const shorter = Math.min(left.length, right.length);
  let prefix = 0;
  while (prefix < shorter && isEqual(left[prefix], right[prefix])) prefix++;
  let suffix = 0;
  while (suffix < shorter - prefix && isEqual(left.at(-1 - suffix), right.at(-1 - suffix))) suffix++;
  const ends = (list: number[]) => {
    const last = list.splice(list.length - suffix, suffix);
    return [...list.splice(0, prefix), ...last];
  };
  const others = ends(right);
  for (const [place, src] of ends(left).entries()) matching.add(src, others[place] ?? -1);
}

function matchCandidates(matching: Matching, left: readonly number[], right: readonly number[], { votes }: MatchOptions): void {
  const allowed = new Set(right);
  for (const src of left) {
    const candidate = votes[src];
    if (candidate === undefined || candidate.share < minSimilarity || !allowed.has(candidate.partner)) continue;
    if (matching.areUnmatched(src, candidate.partner)) matching.add(src, candidate.partner);
  }
}

/** Whether two elements are similar enough to be matched where each side has one. */
function isOnlyCandidate(matching: Matching, src: number, dst: number, options: MatchOptions): boolean {
  const { older, newer } = matching;
  const isSameKind = older.tag[src] === newer.tag[dst] && older.attributes[src] === newer.attributes[dst];
  return isSameKind || similarityOf(matching, src, dst, options.votes) >= minSimilarity;
}

/** The weight of a pair in an alignment; 0 where it may not be matched. */
function alignmentScore(matching: Matching, src: number, dst: number, options: MatchOptions): number {
  const { older, newer } = matching;
  const score = similarityOf(matching, src, dst, options.votes);
  if (score >= minSimilarity) return score;
  return options.byPosition && older.tag[src] === newer.tag[dst] ? score + leastWeight : 0;
}

/** The unmatched children between matched ones in the same order (the anchors: the heaviest increasing subsequence). */
function gapsBetweenAnchors(matching: Matching, left: readonly number[], right: readonly number[]): [number[], number[]][] {
  const places = new Map(right.map((index, place) => [index, place]));
  const matched = left.filter((src) => places.has(matching.newerOf(src)));
  const placeOf = (src: number) => places.get(matching.newerOf(src)) ?? -1;
  const isAnchor = heaviestIncreasing(matched.map((src) => ({ place: placeOf(src), weight: matching.older.tree.end(src) - src })));
  const anchors = new Set(matched.filter((_, index) => isAnchor[index]));
  const gaps: [number[], number[]][] = [];
  let gap: [number[], number[]] = [[], []];
  let next = 0;
  const closeAt = (place: number) => {
    for (; next < place; next++) if (matching.olderOf(right[next] ?? -1) < 0) gap[1].push(right[next] ?? -1);
    if (gap[0].length > 0 && gap[1].length > 0) gaps.push(gap);
    gap = [[], []];
  };
  for (const src of left) {
    if (anchors.has(src)) {
      closeAt(placeOf(src));
      next++;
    } else if (matching.newerOf(src) < 0) gap[0].push(src);
  }
  closeAt(right.length);
  return gaps;
}

function matchGap(matching: Matching, left: readonly number[], right: readonly number[], options: MatchOptions): void {
  const score = (src: number, dst: number) => alignmentScore(matching, src, dst, options);
  const align = left.length * right.length <= maxTableCells ? alignOptimally : alignGreedily;
  for (const [src, dst] of align(left, right, score)) matching.add(src, dst);
}

type Align = (left: readonly number[], right: readonly number[], score: (src: number, dst: number) => number) => IndexPair[];

/** Sequence alignment by dynamic programming (Needleman–Wunsch, gaps cost nothing): the pairs in order whose scores have the highest sum. O(n·m). */
const alignOptimally: Align = (left, right, score) => {
  const width = right.length + 1;
  const sums = new Float64Array((left.length + 1) * width);
  const scores = new Float64Array(left.length * right.length);
  const sum = (i: number, j: number) => sums[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const own = score(left[i] ?? -1, right[j] ?? -1);
      scores[i * right.length + j] = own;
      sums[i * width + j] = Math.max(sum(i + 1, j), sum(i, j + 1), own > 0 ? own + sum(i + 1, j + 1) : 0);
    }
  }
  const chosen: IndexPair[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const own = scores[i * right.length + j] ?? 0;
    if (own > 0 && sum(i, j) === own + sum(i + 1, j + 1)) chosen.push([left[i++] ?? -1, right[j++] ?? -1]);
    else if (sum(i + 1, j) >= sum(i, j + 1)) i++;
    else j++;
  }
  return chosen;
};

/** For long lists: each takes the best of the next few that are left. */
const alignGreedily: Align = (left, right, score) => {
  const chosen: IndexPair[] = [];
  let from = 0;
  for (const src of left) {
    let best = -1;
    let most = 0;
    for (let j = from; j < Math.min(right.length, from + greedyWindow); j++) {
      const own = score(src, right[j] ?? -1);
      if (own > most) {
        most = own;
        best = j;
      }
      if (own === 1) break;
    }
    if (best < 0) continue;
    chosen.push([src, right[best] ?? -1]);
    from = best + 1;
  }
  return chosen;
};
