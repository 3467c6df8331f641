import { tableOf } from "./answer.js";
import { defineTool } from "./define.js";
import { urlArgument } from "./open.js";

const columns = ["filename", "url", "title", "capturedAt", "elements"] as const;

export const listBaselines = defineTool({
  title: "Baselines",
  description: "Baselines, last set first.",
  input: { url: urlArgument },
  effect: "reads",
  paging: "rows",
  async run({ baselines }, { url }) {
    const [rows, proposed] = await Promise.all([baselines.list({ url }), baselines.proposed({ url })]);
    const hint = `${proposed.length} more came with the repository and are not compared with until the user accepts them: \`svc-init trust\`.`;
    return { fields: { hint: proposed.length === 0 ? undefined : hint }, list: tableOf(columns, rows) };
  },
});
