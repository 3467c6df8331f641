/** An entry of a sequence. */
export interface Weighted {
  readonly place: number;
  /** Tie-breaker, above 0. */
  readonly weight: number;
}

/**
 * Returns which entries belong to a longest increasing subsequence of `place`, the heaviest of several: those that stay in order.
 * O(n log n). Places must differ.
 */
export function heaviestIncreasing(row: readonly Weighted[]): boolean[] {
  const inOrder = row.map(() => false);
  if (row.every(({ place }, index) => index === 0 || place > (row[index - 1]?.place ?? -1))) return inOrder.fill(true);
  const ranks = new Map(
    [...row.keys()].sort((one, other) => (row[one]?.place ?? 0) - (row[other]?.place ?? 0)).map((at, rank) => [at, rank]),
  );
  const total = 1 + row.reduce((sum, { weight }) => sum + weight, 0);
  const best = new PrefixMaximum(row.length);
  const before: number[] = [];
  let last = -1;
  let most = 0;
  row.forEach(({ weight }, index) => {
    const rank = ranks.get(index) ?? 0;
    const found = best.below(rank);
    const value = found.value + 1 + weight / total;
    before[index] = found.index;
    best.put(rank, value, index);
    if (value > most) {
      most = value;
      last = index;
    }
  });
  for (let index = last; index >= 0; index = before[index] ?? -1) inOrder[index] = true;
  return inOrder;
}

/** A Fenwick tree: the highest value below a rank, in O(log n). */
class PrefixMaximum {
  private readonly values: Float64Array;
  private readonly holders: Int32Array;

  constructor(size: number) {
    this.values = new Float64Array(size + 1);
    this.holders = new Int32Array(size + 1).fill(-1);
  }

  below(rank: number): { value: number; index: number } {
    let value = 0;
    let index = -1;
    for (let at = rank; at > 0; at -= at & -at) {
      const here = this.values[at] ?? 0;
      if (here > value) {
        value = here;
        index = this.holders[at] ?? -1;
      }
    }
    return { value, index };
  }

  put(rank: number, value: number, index: number): void {
    for (let at = rank + 1; at < this.values.length; at += at & -at) {
      if (value <= (this.values[at] ?? 0)) continue;
      this.values[at] = value;
      this.holders[at] = index;
    }
  }
}
