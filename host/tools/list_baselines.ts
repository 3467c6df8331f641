import { defineTool } from "./define.js";
import { urlArgument } from "./open.js";

const columns = ["filename", "url", "title", "capturedAt", "elements"] as const;

/** The project's baselines, last set first. */
export const listBaselines = defineTool({
  name: "list_baselines",
  title: "Baselines",
  description: "Baselines, last set first.",
  input: { url: urlArgument },
  effect: "reads",
  paging: "rows",
  async run({ baselines }, { url }) {
    const [rows, proposed] = await Promise.all([baselines.list({ url }), baselines.proposed({ url })]);
    return {
      list: { columns, rows: rows.map((row) => columns.map((column) => row[column])) },
      ...(proposed.length === 0 ? {} : { fields: { hint: hintOf(proposed.length) } }),
    };
  },
});

function hintOf(proposed: number): string {
  return `${proposed} more came with the repository and are not compared with until the user accepts them: \`svc-init trust\`.`;
}
