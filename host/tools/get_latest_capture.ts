import { defineTool } from "./define.js";
import { treeAnswer, treeArguments } from "./get_capture.js";
import { openCapture, urlArgument } from "./open.js";

export const getLatestCapture = defineTool({
  title: "Latest",
  description: "The newest capture, as get_capture.",
  input: { url: urlArgument, ...treeArguments, detail: treeArguments.detail.describe("As get_capture") },
  effect: "reads",
  paging: "rows",
  run: async (context, { url, ref, depth, detail }, { pinned }) =>
    treeAnswer(context, await openCapture(context, pinned, url), { ref, depth, detail }),
});
