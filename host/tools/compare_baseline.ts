import { comparisonAnswer } from "./compare_captures.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture, urlArgument } from "./open.js";

export const compareBaseline = defineTool({
  title: "Baseline diff",
  description: "What changed since the page's baseline.",
  input: { capture: captureArgument, url: urlArgument },
  effect: "reads",
  paging: "rows",
  async run(context, { capture, url }) {
    const newer = await openCapture(context, capture, url);
    const comparison = await context.compareBaseline({ url: newer.capture.metadata.url, filename: newer.filename });
    const total = comparison.truncated?.total;
    return {
      ...comparisonAnswer(comparison, newer.reader),
      ...(total && { total }),
      capture: newer.filename,
      restsOn: [comparison.before],
    };
  },
});
