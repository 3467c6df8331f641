export interface Weighted {
  readonly place: number;
  /** Tie-breaker, above 0. */
  readonly weight: number;
}

/** Which entries belong to the heaviest longest increasing subsequence of `place`, whose values differ: patience sorting, O(n log n). */
export function heaviestIncreasing(row: readonly Weighted[]): boolean[] {
  const total = 1 + row.reduce((sum, { weight }) => sum + weight, 0);
  /** Last entries of the best subsequences so far, in rising order of place and of value. */
  const ends: { readonly place: number; readonly value: number; readonly index: number }[] = [];
  const before: number[] = [];
  row.forEach(({ place, weight }, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.place ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    const previous = ends[low - 1];
    before[index] = previous?.index ?? -1;
    const value = (previous?.value ?? 0) + 1 + weight / total;
    let worse = 0;
    while ((ends[low + worse]?.value ?? value) < value) worse++;
    ends.splice(low, worse, { place, value, index });
  });
  const inOrder = row.map(() => false);
  for (let index = ends.at(-1)?.index ?? -1; index >= 0; index = before[index] ?? -1) inOrder[index] = true;
  return inOrder;
}
