import type { Tool } from "./define.js";
import { getCapture } from "./get_capture.js";
import { getInteractiveElements } from "./get_interactive_elements.js";
import { getLatestCapture } from "./get_latest_capture.js";
import { getPageSummary } from "./get_page_summary.js";
import { getSessionStatus } from "./get_session_status.js";
import { listCaptures } from "./list_captures.js";
import type { ToolName } from "./names.js";
import { coreToolNames } from "./names.js";

/** Every tool under its name; a name without a tool does not compile. */
export const registry: Readonly<Record<ToolName, Tool>> = {
  list_captures: listCaptures,
  get_capture: getCapture,
  get_latest_capture: getLatestCapture,
  get_page_summary: getPageSummary,
  get_interactive_elements: getInteractiveElements,
  get_session_status: getSessionStatus,
};

/** The tools of a choice, in the order of the names. */
export function toolsOf(choice: "core" | "all"): readonly Tool[] {
  return choice === "all" ? Object.values(registry) : coreToolNames.map((name) => registry[name]);
}
