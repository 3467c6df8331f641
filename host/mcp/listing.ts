import type { Tool as ListedTool, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { Tool } from "../tools/define.js";

/** The answer to `tools/list`. It stands in the agent's context all the time: nothing is said twice in it. */
export function listingOf(tools: readonly Tool[]): ListedTool[] {
  return tools.map(({ name, title, description, effect, schema }) => ({
    name,
    title,
    description,
    inputSchema: schema(),
    annotations: annotations[effect],
  }));
}

/** Hints of the protocol; `idempotentHint` and `destructiveHint` mean something only where something is changed. */
const annotations: Readonly<Record<Tool["effect"], ToolAnnotations>> = {
  reads: { readOnlyHint: true },
  changes: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  asks: { readOnlyHint: false, destructiveHint: false },
};
