import { z } from "zod";
import { compareCaptures } from "../analysis/compare/compare.js";
import type { Comparison } from "../contract/operations.js";
import type { CaptureReader } from "../contract/reader.js";
import type { Answer, Table } from "./answer.js";
import { buildErrorFields } from "./build-error-fields.js";
import { defineTool } from "./define.js";
import { openCapture } from "./open.js";

const filename = z.string().min(1).max(300);

/** What differs between two captures of a page. */
export const compareCapturesTool = defineTool({
  name: "compare_captures",
  title: "Compare captures",
  description: "What differs between two captures you name; noise is counted apart.",
  input: { before: filename.describe("Older capture"), after: filename.describe("Newer capture") },
  effect: "reads",
  paging: "rows",
  listsCursor: true,
  async run(context, { before, after }) {
    const [older, newer] = await Promise.all([openCapture(context, before), openCapture(context, after)]);
    return comparisonAnswer(compareCaptures(older, newer), newer.reader);
  },
});

const who = ["ref", "selector", "role", "name"] as const;
const moved = [...who, "before", "after"] as const;
const changed = [...who, "property", "before", "after"] as const;
const noise = ["cause", "count", "property", "before", "after"] as const;

/** The answer of `compare_captures` and `compare_baseline`: what matters most first. */
export function comparisonAnswer(comparison: Comparison, newer: CaptureReader): Answer {
  const { before, after, summary } = comparison;
  return {
    fields: {
      before,
      after,
      ...buildErrorFields(newer),
      summary,
      added: tableOf(who, comparison.added),
      removed: tableOf(who, comparison.removed),
      changed: tableOf(changed, comparison.changed),
      moved: tableOf(moved, comparison.moved),
      ...(comparison.noise === undefined ? {} : { noise: tableOf(noise, comparison.noise) }),
    },
  };
}

function tableOf<Column extends string>(columns: readonly Column[], rows: readonly Readonly<Record<Column, string | number>>[]): Table {
  return { columns, rows: rows.map((row) => columns.map((column) => row[column])), cellMaxChars: 120 };
}
