import { aligned } from "../table.js";
import { kinds } from "./actions.js";
import type { PageResult } from "./run.js";
import { precisionOf, recallOf, sum } from "./score.js";

/** A line a page, and one for all: for each kind precision and recall in per cent, and how many mutations were made. */
export function tableOf(results: readonly PageResult[]): string {
  const total = {
    page: "total",
    elements: results.reduce((elements, result) => elements + result.elements, 0),
    counts: sum(results.map(({ counts }) => counts)),
    idle: results.flatMap(({ idle }) => idle),
    slowest: Math.max(0, ...results.map(({ slowest }) => slowest)),
  };
  const lines = [...results, total].map(({ page, elements, counts, idle, slowest }) => {
    const shares = kinds.map((kind) => `${percent(precisionOf(counts[kind]))}/${percent(recallOf(counts[kind]))}`);
    return [page, elements, ...shares, idle.length, slowest.toFixed(0)];
  });
  const made = kinds.map((kind) => total.counts[kind].made);
  return aligned([
    ["page", "elements", ...kinds.map((kind) => `${kind} P/R`), "idle rows", "slowest ms"],
    ...lines,
    ["mutations", "", ...made, "", ""],
  ]);
}

function percent(share: number): string {
  return String(Math.floor(share * 1_000) / 10);
}

const longest = 320;

/** Each row that was wrong or missing. */
export function missesOf(results: readonly PageResult[]): string {
  return results
    .flatMap(({ page, misses, idle }) => [
      ...misses.map(({ kind, wrong, detail }) => `${page}  ${kind} ${wrong}: ${detail}`),
      ...idle.map((row) => `${page}  without any change: ${row}`),
    ])
    .map((line) => (line.length <= longest ? line : `${line.slice(0, longest)}…`))
    .join("\n");
}
