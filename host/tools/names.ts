/** Names of all tools, in the order in which an agent meets them. */
export const toolNames = [
  "get_session_status",
  "list_captures",
  "get_capture",
  "get_latest_capture",
  "get_page_summary",
  "get_interactive_elements",
  "get_elements_by_role",
  "find_missing_testids",
  "audit_accessibility",
  "get_annotations",
  "get_unresolved",
  "resolve_annotation",
  "wait_for_annotations",
  "request_capture",
  "get_request_status",
] as const;

export type ToolName = (typeof toolNames)[number];

/** What `--tools core` offers: enough for the everyday loop, in less of the agent's context. */
export const coreToolNames: readonly ToolName[] = [
  "list_captures",
  "get_page_summary",
  "get_interactive_elements",
  "get_unresolved",
  "resolve_annotation",
  "request_capture",
];
