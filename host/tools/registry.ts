import { auditAccessibilityTool } from "./audit_accessibility.js";
import type { Tool } from "./define.js";
import { findMissingTestids } from "./find_missing_testids.js";
import { getAnnotations } from "./get_annotations.js";
import { getCapture } from "./get_capture.js";
import { getElementsByRole } from "./get_elements_by_role.js";
import { getInteractiveElements } from "./get_interactive_elements.js";
import { getLatestCapture } from "./get_latest_capture.js";
import { getPageSummary } from "./get_page_summary.js";
import { getRequestStatus } from "./get_request_status.js";
import { getSessionStatus } from "./get_session_status.js";
import { getUnresolved } from "./get_unresolved.js";
import { listCaptures } from "./list_captures.js";
import { coreToolNames, type ToolName, toolNames } from "./names.js";
import { requestCapture } from "./request_capture.js";
import { resolveAnnotation } from "./resolve_annotation.js";
import { waitForAnnotations } from "./wait_for_annotations.js";

/** Every tool under its name; a name without a tool does not compile. */
export const registry: Readonly<Record<ToolName, Tool>> = {
  get_session_status: getSessionStatus,
  list_captures: listCaptures,
  get_capture: getCapture,
  get_latest_capture: getLatestCapture,
  get_page_summary: getPageSummary,
  get_interactive_elements: getInteractiveElements,
  get_elements_by_role: getElementsByRole,
  find_missing_testids: findMissingTestids,
  audit_accessibility: auditAccessibilityTool,
  get_annotations: getAnnotations,
  get_unresolved: getUnresolved,
  resolve_annotation: resolveAnnotation,
  wait_for_annotations: waitForAnnotations,
  request_capture: requestCapture,
  get_request_status: getRequestStatus,
};

/** The tools of a choice, in the order of the names. */
export function toolsOf(choice: "core" | "all"): readonly Tool[] {
  return (choice === "all" ? toolNames : coreToolNames).map((name) => registry[name]);
}
