import { askAboutAnnotation } from "./ask_about_annotation.js";
import { auditAccessibilityTool } from "./audit_accessibility.js";
import { auditLayoutTool } from "./audit_layout.js";
import { checkConsistency } from "./check_consistency.js";
import { compareBaseline } from "./compare_baseline.js";
import { compareCapturesTool } from "./compare_captures.js";
import type { Tool } from "./define.js";
import { explainStyles } from "./explain_styles.js";
import { findMissingTestids } from "./find_missing_testids.js";
import { findSource } from "./find_source.js";
import { generateTestsTool } from "./generate_tests.js";
import { getAnnotationContext } from "./get_annotation_context.js";
import { getAnnotations } from "./get_annotations.js";
import { getCapture } from "./get_capture.js";
import { getCaptureStats } from "./get_capture_stats.js";
import { getElementsByRole } from "./get_elements_by_role.js";
import { getFidelityReport } from "./get_fidelity_report.js";
import { getInteractiveElements } from "./get_interactive_elements.js";
import { getLatestCapture } from "./get_latest_capture.js";
import { getPageSummary } from "./get_page_summary.js";
import { getPicture } from "./get_picture.js";
import { getRequestStatus } from "./get_request_status.js";
import { getSessionStatus } from "./get_session_status.js";
import { getUnresolved } from "./get_unresolved.js";
import { listBaselines } from "./list_baselines.js";
import { listCaptures } from "./list_captures.js";
import { coreToolNames, type ToolName, toolNames } from "./names.js";
import { requestCapture } from "./request_capture.js";
import { resolveAnnotation } from "./resolve_annotation.js";
import { setBaseline } from "./set_baseline.js";
import { verifyAnnotationTool } from "./verify_annotation.js";
import { waitForAnnotations } from "./wait_for_annotations.js";

/** Every tool under its name; a name without a tool does not compile. */
const registry: Readonly<Record<ToolName, Tool>> = {
  get_session_status: getSessionStatus,
  get_unresolved: getUnresolved,
  get_annotation_context: getAnnotationContext,
  ask_about_annotation: askAboutAnnotation,
  resolve_annotation: resolveAnnotation,
  verify_annotation: verifyAnnotationTool,
  wait_for_annotations: waitForAnnotations,
  get_annotations: getAnnotations,
  list_captures: listCaptures,
  get_page_summary: getPageSummary,
  get_interactive_elements: getInteractiveElements,
  get_elements_by_role: getElementsByRole,
  get_capture: getCapture,
  get_latest_capture: getLatestCapture,
  get_picture: getPicture,
  find_source: findSource,
  explain_styles: explainStyles,
  audit_accessibility: auditAccessibilityTool,
  audit_layout: auditLayoutTool,
  find_missing_testids: findMissingTestids,
  check_consistency: checkConsistency,
  compare_captures: compareCapturesTool,
  set_baseline: setBaseline,
  compare_baseline: compareBaseline,
  list_baselines: listBaselines,
  request_capture: requestCapture,
  get_request_status: getRequestStatus,
  generate_tests: generateTestsTool,
  get_fidelity_report: getFidelityReport,
  get_capture_stats: getCaptureStats,
};

export function toolsOf(choice: "core" | "all"): readonly NamedTool[] {
  return (choice === "all" ? toolNames : coreToolNames).map((name) => ({ name, ...registry[name] }));
}

export interface NamedTool extends Tool {
  readonly name: ToolName;
}
