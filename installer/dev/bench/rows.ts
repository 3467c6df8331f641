/** One comparison within one run: our median, the bare one's median, their ratio, and what the ratio may be at most. */
export interface BenchRow {
  readonly name: string;
  readonly unit: "ms" | "MB";
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  readonly bound: number;
}

export interface Comparison<T> {
  readonly name: string;
  readonly bound: number;
  /** Measured rounds; a tenth more, at least one, warm both up before. */
  readonly rounds: number;
  readonly ours: () => Promise<T>;
  readonly bare: () => Promise<T>;
}

/** Times both in turn, so that what the machine does beside us hits both, and compares the medians. */
export function compare({ ours, bare, ...others }: Comparison<unknown>): Promise<BenchRow> {
  return compareTimes({ ...others, ours: () => millisecondsOf(ours), bare: () => millisecondsOf(bare) });
}

/** As `compare`, of two who measure themselves: both return milliseconds. */
export async function compareTimes(comparison: Comparison<number>): Promise<BenchRow> {
  const { name, bound } = comparison;
  return toRow({ name, bound, unit: "ms", ...(await takeTurns(comparison)) });
}

/** What a person or an agent waits for, of two who measure themselves: a row of the medians over 50 tries, and one of the 95th percentiles. */
export async function waits(name: string, bound: number, both: Pick<Comparison<number>, "ours" | "bare">): Promise<BenchRow[]> {
  const times = await takeTurns({ rounds: waitRounds, ...both });
  const slow = { ours: [percentile95(times.ours)], bare: [percentile95(times.bare)] };
  return [toRow({ name: `${name}, p50`, bound, unit: "ms", ...times }), toRow({ name: `${name}, p95`, bound, unit: "ms", ...slow })];
}

/** Tries of what somebody waits for. */
const waitRounds = 50;

/** Times of what has nothing beside it, as `waits` takes them. */
export async function timesOf(ours: (turn: number) => Promise<number>): Promise<number[]> {
  let turn = 0;
  return (await takeTurns({ rounds: waitRounds, ours: () => ours(turn++), bare: async () => 0 })).ours;
}

export function percentile95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

async function takeTurns({ rounds, ours, bare }: Pick<Comparison<number>, "rounds" | "ours" | "bare">) {
  const times: Record<"ours" | "bare", number[]> = { ours: [], bare: [] };
  for (let round = -Math.max(1, Math.ceil(rounds / 10)); round < rounds; round++) {
    const [mine, other] = [await ours(), await bare()];
    if (round < 0) continue;
    times.ours.push(mine);
    times.bare.push(other);
  }
  return times;
}

/** A row of a figure that is a ratio already, or has no other beside it. */
export function figure(name: string, bound: number, ours: number): BenchRow {
  return toRow({ name, unit: "ms", bound, ours: [ours], bare: [1] });
}

/** A row from measurements of both. */
export function toRow({
  name,
  bound,
  unit,
  ours,
  bare,
}: Pick<BenchRow, "name" | "bound" | "unit"> & Record<"ours" | "bare", readonly number[]>): BenchRow {
  const [mine, other] = [median(ours), median(bare)];
  return { name, unit, ours: rounded(mine), bare: rounded(other), ratio: rounded(mine / other), bound };
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
