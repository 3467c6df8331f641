import type { Trust } from "../../host/contract/trust.js";

export type Availability = "enabled" | "blocked" | "hidden";

/** What the user may do with a capture. */
export interface ExportActions {
  readonly send: Availability;
  readonly copy: Availability;
  readonly report: Availability;
}

/** Only sending depends on anything: what stays in the user's hands is always allowed. */
const table: Readonly<Record<"connected" | "broken", Readonly<Record<Trust, Availability>>>> = {
  connected: { trusted: "enabled", configured: "enabled", untrusted: "blocked" },
  broken: { trusted: "hidden", configured: "hidden", untrusted: "hidden" },
};

/** The export table of the sidebar: by connection and trust. `blocked` waits for the user's decision. */
export function exportActions(connection: "connected" | "broken", trust: Trust): ExportActions {
  return { send: table[connection][trust], copy: "enabled", report: "enabled" };
}
