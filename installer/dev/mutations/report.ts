import { aligned } from "../table.js";
import { kinds } from "./actions.js";
import type { PageResult } from "./run.js";
import { madeOf, shareOf } from "./score.js";

/** A line a page, and one for all: for each kind precision and recall in per cent, and how many mutations were made. */
export function tableOf(results: readonly PageResult[]): string {
  const total: PageResult = {
    page: "total",
    elements: results.reduce((elements, result) => elements + result.elements, 0),
    scores: results.flatMap(({ scores }) => scores),
    idle: results.flatMap(({ idle }) => idle),
    slowest: Math.max(0, ...results.map(({ slowest }) => slowest)),
  };
  const lines = [...results, total].map(({ page, elements, scores, idle, slowest }) => {
    const shares = kinds.map((kind) => `${percent(shareOf(scores, kind, "wrong"))}/${percent(shareOf(scores, kind, "missing"))}`);
    return [page, elements, ...shares, idle.length, slowest.toFixed(0)];
  });
  return aligned([
    ["page", "elements", ...kinds.map((kind) => `${kind} P/R`), "idle rows", "slowest ms"],
    ...lines,
    ["mutations", "", ...kinds.map((kind) => madeOf(total.scores, kind)), "", ""],
  ]);
}

function percent(share: number): string {
  return String(Math.floor(share * 1_000) / 10);
}

const longest = 320;

/** Each row that was wrong or missing. */
export function missesOf(results: readonly PageResult[]): string {
  return results
    .flatMap(({ page, scores, idle }) => [
      ...scores.flatMap(({ kind, outcome, detail }) => (outcome === "right" ? [] : [`${page}  ${kind} ${outcome}: ${detail}`])),
      ...idle.map((row) => `${page}  without any change: ${row}`),
    ])
    .map((line) => (line.length <= longest ? line : `${line.slice(0, longest)}…`))
    .join("\n");
}
