import { z } from "zod";
import { compareCaptures } from "../analysis/compare/compare.js";
import { comparisonAnswer } from "./comparison-answer.js";
import { defineTool } from "./define.js";
import { openCapture } from "./open.js";

const filename = z.string().min(1).max(300);

/** What differs between two captures of a page. */
export const compareCapturesTool = defineTool({
  name: "compare_captures",
  title: "Compare captures",
  description: "What differs between two captures you name; causes that mean nothing are counted apart.",
  input: { before: filename.describe("Older capture"), after: filename.describe("Newer capture") },
  effect: "reads",
  paging: "rows",
  async run(context, { before, after }) {
    const [older, newer] = await Promise.all([openCapture(context, before), openCapture(context, after)]);
    return comparisonAnswer(compareCaptures(older, newer), newer.reader);
  },
});
