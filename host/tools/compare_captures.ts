import { z } from "zod";
import { compareCaptures } from "../analysis/compare/compare.js";
import type { Comparison } from "../contract/operations.js";
import { isOnePage } from "../contract/page.js";
import type { CaptureReader } from "../contract/reader.js";
import { type Answer, page, tableOf } from "./answer.js";
import { defineTool } from "./define.js";
import { buildErrorOn, openCapture } from "./open.js";

const filename = z.string().min(1).max(300);

export const compareCapturesTool = defineTool({
  title: "Compare",
  description: "What differs between two captures; noise counted apart.",
  input: { before: filename.describe("Older"), after: filename.describe("Newer; latest") },
  effect: "reads",
  paging: "rows",
  listsCursor: true,
  async run(context, { before, after }) {
    const [older, newer] = await Promise.all([openCapture(context, before), openCapture(context, after)]);
    const [was, is] = [older, newer].map(({ capture }) => capture.metadata.url);
    const answer = comparisonAnswer(compareCaptures(older, newer), newer.reader);
    if (was === undefined || is === undefined || isOnePage(was, is)) return answer;
    return { ...answer, fields: { hint: page(`These are two pages: ${was} and ${is}.`, 400), ...answer.fields } };
  },
});

const who = ["ref", "selector", "role", "name"] as const;

export function comparisonAnswer(comparison: Comparison, newer: CaptureReader): Answer {
  const { before, after, summary } = comparison;
  return {
    fields: {
      before,
      after,
      buildError: buildErrorOn(newer),
      summary,
      added: tableOf(who, comparison.added, 120),
      removed: tableOf(who, comparison.removed, 120),
      changed: tableOf([...who, "property", "before", "after"], comparison.changed, 120),
      moved: tableOf([...who, "before", "after"], comparison.moved, 120),
      noise: comparison.noise && tableOf(["cause", "count", "property", "before", "after"], comparison.noise, 120),
    },
  };
}
