import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleCapture } from "../contract/testing/sample.js";
import { openStore } from "./store.js";
import { temporaryFolder } from "./testing/temporary.js";

/** Ratios within one run, interleaved, each the median of several; machines differ and so do their moods. */
const rounds = 9;

async function filledRoot(count: number): Promise<string> {
  const root = await temporaryFolder();
  await mkdir(join(root, ".svc/captures"), { recursive: true });
  for (let n = 0; n < count; n++) {
    const capture = sampleCapture({
      url: `http://localhost:5173/page-${n % 50}`,
      capturedAt: new Date(1_700_000_000_000 + n * 1_000).toISOString(),
    });
    await writeFile(join(root, ".svc/captures", `c-${n}.json`), JSON.stringify(capture));
  }
  await (await openStore(root)).captures.count();
  return root;
}

async function timed(fn: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await fn();
  return performance.now() - start;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("10,000 captures: a list costs no more than reading a prepared index, the first answer hardly more than with 100", {
  timeout: 120_000,
}, async () => {
  const [many, few] = [await filledRoot(10_000), await filledRoot(100)];
  const rows = (await (await openStore(many)).captures.entries()).map(({ openIds: _open, resolvedIds: _resolved, ...row }) =>
    JSON.stringify(row),
  );
  const prepared = join(many, "prepared.jsonl");
  await writeFile(prepared, rows.join("\n"));
  const readPrepared = async () => (await readFile(prepared, "utf8")).split("\n").map((line): unknown => JSON.parse(line));
  const first = async (root: string) => (await openStore(root)).captures.list();
  const all = async () => {
    const store = await openStore(many);
    for (let cursor: string | undefined; ; ) {
      const { nextCursor } = await store.captures.list({ limit: 200, cursor });
      if (nextCursor === undefined) return;
      cursor = nextCursor;
    }
  };
  const byUrl = async () => (await openStore(many)).captures.list({ url: "http://localhost:5173/page-7" });
  const times: Record<string, number[]> = { prepared: [], few: [], many: [], all: [], byUrl: [] };
  for (let round = 0; round < rounds; round++) {
    times["prepared"]?.push(await timed(readPrepared));
    times["few"]?.push(await timed(() => first(few)));
    times["many"]?.push(await timed(() => first(many)));
    times["all"]?.push(await timed(all));
    times["byUrl"]?.push(await timed(byUrl));
  }
  const medians = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
  const { prepared: base = 1, few: small = 1, many: first10k = 1, byUrl: filtered = 1, all: whole = 1 } = medians;
  const ratios = { list: first10k / base, filtered: filtered / base, whole: whole / base, open: first10k / small };
  console.info("store speed, milliseconds and ratios", medians, ratios);
  expect(ratios.list).toBeLessThan(2);
  expect(ratios.filtered).toBeLessThan(2);
  expect(ratios.open).toBeLessThan(2);
});
