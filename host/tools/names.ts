/** Names of all tools, in the order in which an agent meets them. */
export const toolNames = [
  "list_captures",
  "get_capture",
  "get_latest_capture",
  "get_page_summary",
  "get_interactive_elements",
  "get_session_status",
] as const;

export type ToolName = (typeof toolNames)[number];

/** What `--tools core` offers: enough for the everyday loop, in less of the agent's context. */
export const coreToolNames: readonly ToolName[] = ["list_captures", "get_page_summary", "get_interactive_elements"];
