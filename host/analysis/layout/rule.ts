import type { CapturedElement } from "../../contract/reader.js";
import type { Flow } from "./flow.js";

export type Severity = "low" | "medium" | "high";

export interface LayoutFinding {
  readonly rule: "overflow" | "viewport-overflow" | "overlap" | "clipped-text" | "small-target" | "invisible-interactive";
  readonly severity: Severity;
  readonly element: CapturedElement;
  /** The element that it collides with, where there is one. */
  readonly other?: CapturedElement;
  /** How far, in CSS pixels. */
  readonly amount: number;
  readonly message: string;
}

export type LayoutRule = (flow: Flow) => Iterable<LayoutFinding>;
