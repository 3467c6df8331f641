import { aligned } from "../fidelity/report.js";
import { kinds } from "./actions.js";
import type { PageResult } from "./run.js";
import { type Counts, precisionOf, recallOf, sum } from "./score.js";

/** A line a page, and one for all: for each kind precision and recall in per cent, and how many mutations were made. */
export function tableOf(results: readonly PageResult[]): string {
  const head = ["page", "elements", ...kinds.map((kind) => `${kind} P/R`), "idle rows", "slowest ms"];
  const lines = results.map((result) => lineOf(result.page, result.elements, result.counts, result.idle.length, result.slowest));
  const all = sum(results.map(({ counts }) => counts));
  const total = (of: (result: PageResult) => number) => results.reduce((one, result) => one + of(result), 0);
  lines.push(
    lineOf(
      "total",
      total(({ elements }) => elements),
      all,
      total(({ idle }) => idle.length),
      Math.max(0, ...results.map(({ slowest }) => slowest)),
    ),
  );
  lines.push(["mutations", "", ...kinds.map((kind) => String(all[kind].made)), "", ""]);
  return aligned([head, ...lines]);
}

function lineOf(page: string, elements: number, counts: Counts, idle: number, slowest: number): string[] {
  const cells = kinds.map((kind) => `${percent(precisionOf(counts[kind]))}/${percent(recallOf(counts[kind]))}`);
  return [page, String(elements), ...cells, String(idle), slowest.toFixed(0)];
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
