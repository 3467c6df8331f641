/** How alike two elements are; 0 where they may not be joined. */
export type Score = (was: number, is: number) => number;

/** The pairs of two short lists that keep the order and are most alike together. */
export function bestInOrder(left: readonly number[], right: readonly number[], score: Score): [number, number][] {
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
  const chosen: [number, number][] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const own = scores[i * right.length + j] ?? 0;
    if (own > 0 && sum(i, j) === own + sum(i + 1, j + 1)) chosen.push([left[i++] ?? -1, right[j++] ?? -1]);
    else if (sum(i + 1, j) >= sum(i, j + 1)) i++;
    else j++;
  }
  return chosen;
}

const windowSize = 16;

/** For long lists: each takes the most alike of the next few that are left. */
export function nearInOrder(left: readonly number[], right: readonly number[], score: Score): [number, number][] {
  const chosen: [number, number][] = [];
  let from = 0;
  for (const was of left) {
    let best = -1;
    let most = 0;
    for (let j = from; j < Math.min(right.length, from + windowSize); j++) {
      const own = score(was, right[j] ?? -1);
      if (own > most) {
        most = own;
        best = j;
      }
      if (own === 1) break;
    }
    if (best < 0) continue;
    chosen.push([was, right[best] ?? -1]);
    from = best + 1;
  }
  return chosen;
}
