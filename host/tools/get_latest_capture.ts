import { defineTool } from "./define.js";
import { treeAnswer, treeArguments } from "./get_capture.js";
import { openCapture, urlArgument } from "./open.js";

/** The newest capture, of the whole project or of one page. */
export const getLatestCapture = defineTool({
  name: "get_latest_capture",
  title: "Read the latest capture",
  description: "The newest capture, or the newest of a page, as get_capture gives it.",
  input: { url: urlArgument, ...treeArguments },
  effect: "reads",
  paging: "rows",
  run: async (context, { url, ref, depth, detail }) => treeAnswer(await openCapture(context, "latest", url), { ref, depth, detail }),
});
