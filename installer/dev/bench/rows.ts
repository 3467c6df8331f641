/** One comparison within one run: our median, the bare one's median, their ratio, and what the ratio may be at most. */
export interface BenchRow {
  readonly name: string;
  readonly unit: "ms" | "MB" | "";
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  readonly bound?: number | undefined;
}

/** Two that are compared; both return milliseconds. */
export interface Pair {
  readonly ours: () => Promise<number>;
  readonly bare: () => Promise<number>;
}

/** Times both in turn, so that what the machine does beside us hits both. A tenth of the rounds more, at least one, warm both up before. */
export async function takeTurns(rounds: number, { ours, bare }: Pair): Promise<Record<keyof Pair, number[]>> {
  const times: Record<keyof Pair, number[]> = { ours: [], bare: [] };
  for (let round = -Math.max(1, Math.ceil(rounds / 10)); round < rounds; round++) {
    const [mine, other] = [await ours(), await bare()];
    if (round < 0) continue;
    times.ours.push(mine);
    times.bare.push(other);
  }
  return times;
}

/** What a person or an agent waits for: a row of the medians over 50 tries, and one of the 95th percentiles. */
export async function waits(name: string, bound: number, pair: Pair): Promise<BenchRow[]> {
  const times = await takeTurns(waitRounds, pair);
  const slow = { ours: [percentile95(times.ours)], bare: [percentile95(times.bare)] };
  return [toRow({ name: `${name}, p50`, bound, unit: "ms", ...times }), toRow({ name: `${name}, p95`, bound, unit: "ms", ...slow })];
}

/** Tries of what somebody waits for. */
export const waitRounds = 50;

export function percentile95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

/** A row of a figure that is a ratio already, or has no other beside it. */
export function figure(name: string, bound: number, ours: number): BenchRow {
  return toRow({ name, unit: "", bound, ours: [ours], bare: [1] });
}

/** A row from measurements of both. */
export function toRow(given: Omit<BenchRow, keyof Pair | "ratio"> & Record<keyof Pair, readonly number[]>): BenchRow {
  const [ours, bare] = [median(given.ours), median(given.bare)];
  return { ...given, ours: rounded(ours), bare: rounded(bare), ratio: rounded(ours / bare) };
}

/** Wall time of some work. */
export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? Number.NaN) + (sorted[sorted.length - 1 - middle] ?? Number.NaN)) / 2;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
