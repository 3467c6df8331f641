import type { Finding } from "../../contract/capture.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";

/** One element that breaks a rule. */
export interface Violation {
  readonly element: CapturedElement;
  readonly message: string;
}

/** A rule that can be decided from a capture. Names and impacts are those of axe-core, so that both ways of auditing read alike. */
export interface Rule {
  readonly rule: string;
  readonly impact: Finding["impact"];
  /** Success criteria of WCAG 2.2; none for good practice. */
  readonly wcag: readonly string[];
  readonly check: (reader: CaptureReader) => Iterable<Violation>;
}

/** Seen or heard by somebody: rendered, and in the accessibility tree. */
export function isExposed({ rendered, accessible }: CapturedElement): boolean {
  return rendered && accessible;
}

/** Gives each element that fits with one message. */
export function* violations(reader: CaptureReader, breaks: (element: CapturedElement) => boolean, message: string): Generator<Violation> {
  for (const element of reader.elements()) if (breaks(element)) yield { element, message };
}
