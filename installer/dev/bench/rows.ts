/** One comparison within one run: our median, the bare one's median, their ratio, and what the ratio may be at most. */
export interface Row {
  readonly name: string;
  readonly unit: "ms" | "MB";
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  readonly bound: number;
}

export interface Comparison {
  readonly name: string;
  readonly bound: number;
  /** Measured rounds; a tenth more, at least one, warm both up before. */
  readonly rounds: number;
  readonly ours: () => Promise<unknown>;
  readonly bare: () => Promise<unknown>;
  /** Runs after each round, untimed. */
  readonly between?: () => Promise<unknown>;
}

/** Times both in turn, so that what the machine does beside us hits both, and compares the medians. */
export async function compare({ name, bound, rounds, ours, bare, between }: Comparison): Promise<Row> {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = -Math.max(1, Math.ceil(rounds / 10)); round < rounds; round++) {
    const [mine, other] = [await millisecondsOf(ours), await millisecondsOf(bare)];
    await between?.();
    if (round < 0) continue;
    times.ours.push(mine);
    times.bare.push(other);
  }
  return toRow({ name, bound, unit: "ms", ours: times.ours, bare: times.bare });
}

/** A row from measurements of both. */
export function toRow({
  name,
  bound,
  unit,
  ours,
  bare,
}: Pick<Row, "name" | "bound" | "unit"> & Record<"ours" | "bare", readonly number[]>): Row {
  const [mine, other] = [median(ours), median(bare)];
  return { name, unit, ours: rounded(mine), bare: rounded(other), ratio: rounded(mine / other), bound };
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? Number.NaN) + (sorted[sorted.length - 1 - middle] ?? Number.NaN)) / 2;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
