import type { Capture } from "../contract/capture.js";

/** What tests may do with the page as svc reads it. */
export interface Svc {
  /** Reads the page as it is now, into the format of `.svc/captures`. With a name it is attached to the test's report. */
  capture(name?: string): Promise<Capture>;
}

export interface FindingOptions {
  /** All rules by default: those of audit_accessibility that need no axe-core, and of audit_layout. */
  readonly rules?: readonly string[];
  /** The least impact that counts. Findings of the layout have one by their severity: low is minor, medium moderate, high serious. */
  readonly impact?: "minor" | "moderate" | "serious" | "critical";
}
