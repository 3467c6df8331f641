/** Names of all tools, in the order in which an agent meets them. */
export const toolNames = [
  "get_session_status",
  "get_unresolved",
  "get_annotation_context",
  "ask_about_annotation",
  "resolve_annotation",
  "verify_annotation",
  "wait_for_annotations",
  "get_annotations",
  "list_captures",
  "get_page_summary",
  "get_interactive_elements",
  "get_elements_by_role",
  "get_capture",
  "get_latest_capture",
  "get_picture",
  "find_source",
  "explain_styles",
  "audit_accessibility",
  "audit_layout",
  "find_missing_testids",
  "check_consistency",
  "compare_captures",
  "set_baseline",
  "compare_baseline",
  "list_baselines",
  "request_capture",
  "get_request_status",
  "generate_tests",
  "get_fidelity_report",
  "get_capture_stats",
] as const;

export type ToolName = (typeof toolNames)[number];

/** What `--tools core` offers: enough for the everyday loop, in less of the agent's context. */
export const coreToolNames: readonly ToolName[] = [
  "list_captures",
  "get_page_summary",
  "get_interactive_elements",
  "get_annotation_context",
  "get_unresolved",
  "resolve_annotation",
  "find_source",
  "request_capture",
];
