import { page } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture, urlArgument } from "./open.js";

export const setBaseline = defineTool({
  title: "Set baseline",
  description: "Keeps a capture as the page's reference.",
  input: { capture: captureArgument, url: urlArgument },
  effect: "changes",
  paging: "none",
  async run(context, { capture, url }) {
    const opened = await openCapture(context, capture, url);
    const baseline = await context.baselines.create(opened.filename);
    return { fields: { filename: baseline.filename, url: page(baseline.url, 1_000) } };
  },
});
