import { groupBy } from "../../../host/contract/group-by.js";

/** What both sides know of an element. */
export interface Aligned {
  readonly parent: number;
  readonly tag: string;
}

/**
 * Joins two trees in document order: returns for each of `ours` the position of the same element in `theirs`, -1 for none. Children are
 * matched in order, each child at most once, so that an element missing on one side costs no other.
 */
export function alignTrees(ours: readonly Aligned[], theirs: readonly Aligned[]): number[] {
  const joined = ours.map(() => -1);
  const ourChildren = childrenOf(ours);
  const theirChildren = childrenOf(theirs);
  const work: [number, number][] = [[-1, -1]];
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    const left = ourChildren.get(pair[0]) ?? [];
    const right = theirChildren.get(pair[1]) ?? [];
    for (const [one, other] of matchLists(left, right, (a, b) => ours[a]?.tag === theirs[b]?.tag)) {
      joined[one] = other;
      work.push([one, other]);
    }
  }
  return joined;
}

function childrenOf(tree: readonly Aligned[]): ReadonlyMap<number, number[]> {
  return groupBy(tree.keys(), (index) => tree[index]?.parent);
}

/** Longest common subsequence of what differs; lists that agree cost one pass. */
function matchLists(left: readonly number[], right: readonly number[], same: (a: number, b: number) => boolean): [number, number][] {
  const pairs: [number, number][] = [];
  let start = 0;
  let ends = 0;
  const shorter = Math.min(left.length, right.length);
  while (start < shorter && same(left[start] ?? -1, right[start] ?? -1)) start++;
  while (ends < shorter - start && same(left.at(-1 - ends) ?? -1, right.at(-1 - ends) ?? -1)) ends++;
  for (let i = 0; i < start; i++) pairs.push([left[i] ?? -1, right[i] ?? -1]);
  for (let i = 1; i <= ends; i++) pairs.push([left.at(-i) ?? -1, right.at(-i) ?? -1]);
  return [...pairs, ...longestCommon(left.slice(start, left.length - ends), right.slice(start, right.length - ends), same)];
}

function longestCommon(left: readonly number[], right: readonly number[], same: (a: number, b: number) => boolean): [number, number][] {
  const width = right.length + 1;
  const lengths = new Int32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const skip = Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
      lengths[i * width + j] = same(left[i] ?? -1, right[j] ?? -1) ? 1 + (lengths[(i + 1) * width + j + 1] ?? 0) : skip;
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const one = left[i] ?? -1;
    const other = right[j] ?? -1;
    if (same(one, other)) {
      pairs.push([one, other]);
      i++;
      j++;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}
