import { groupBy } from "../../../host/contract/group-by.js";
import { aligned } from "../table.js";
import type { Difference } from "./measure.js";
import type { PageMeasures } from "./page-measures.js";

/** Figures of some pages as one: by measure the share that agrees, 0 to 1, and how much does not. */
export function totalOf(pages: readonly PageMeasures[], page = "total") {
  const sum = (of: (page: PageMeasures) => number) => pages.reduce((all, one) => all + of(one), 0);
  const elements = sum((one) => one.elements);
  const tallies = [
    ...groupBy(
      pages.flatMap((one) => one.tallies),
      ({ measure }) => measure,
    ),
  ].map(([measure, list]) => {
    const [right, total] = [list.reduce((all, one) => all + one.right, 0), list.reduce((all, one) => all + one.total, 0)];
    return { measure, share: total === 0 ? 1 : right / total, wrong: total - right };
  });
  return {
    page,
    elements,
    bytesPerElement: Math.round(sum(({ bytes }) => bytes) / Math.max(1, elements)),
    holes: sum(({ holes }) => holes),
    shares: Object.fromEntries(tallies.map(({ measure, share }) => [measure, share])),
    wrong: Object.fromEntries(tallies.map(({ measure, wrong }) => [measure, wrong])),
  };
}

/** A line a page, and one for all: per cent that agree, and how many do not. */
export function tableOf(pages: readonly PageMeasures[]): string {
  const rows = [...pages.map((one) => totalOf([one], one.page)), totalOf(pages)];
  const measures = Object.keys(rows[0]?.shares ?? {});
  const head = ["page", "elements", ...measures, "bytes/el", "holes"];
  const lines = rows.map((row) => [
    row.page,
    String(row.elements),
    ...measures.map((measure) => cell(row.shares[measure] ?? 1, row.wrong[measure] ?? 0)),
    String(row.bytesPerElement),
    String(row.holes),
  ]);
  return aligned([head, ...lines]);
}

function cell(share: number, wrong: number): string {
  return wrong === 0 ? "100" : `${Math.floor(share * 10_000) / 100} −${wrong}`;
}

const examples = 3;
const longest = 160;

/** Differences of all pages, those of one cause together, the most frequent first. */
export function differencesOf(pages: readonly PageMeasures[]): string {
  const all = pages.flatMap(({ page, tallies }) =>
    tallies.flatMap(({ differences }) => differences.map((difference) => ({ ...difference, page }))),
  );
  return [...groupBy(all, ({ measure, cause }) => `${measure}: ${cause}`)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([title, list]) => [`${list.length} × ${title}`, ...list.slice(0, examples).map(exampleOf)].join("\n"))
    .join("\n\n");
}

function exampleOf({ page, element, expected, actual }: Difference & { page: string }): string {
  return `    ${page}  ${short(element)}\n        expected ${short(JSON.stringify(expected))}\n        captured ${short(JSON.stringify(actual))}`;
}

function short(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
