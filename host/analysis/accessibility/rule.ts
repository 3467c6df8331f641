import type { Finding } from "../../contract/capture.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";

export interface Violation {
  readonly element: CapturedElement;
  readonly message: string;
}

/** A rule that can be decided from a capture. Names and impacts are those of axe-core, so that both audits read alike. */
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

/** A rule that each element keeps or breaks by itself, with one message for all. */
export function elementRule(
  rule: string,
  impact: Rule["impact"],
  wcag: readonly string[],
  breaks: (element: CapturedElement, reader: CaptureReader) => boolean,
  message: string,
): Rule {
  return complaintRule(rule, impact, wcag, (element, reader) => (breaks(element, reader) ? message : undefined));
}

/** The same with a message for each: undefined for an element that keeps the rule. */
export function complaintRule(
  rule: string,
  impact: Rule["impact"],
  wcag: readonly string[],
  complaintAbout: (element: CapturedElement, reader: CaptureReader) => string | undefined,
): Rule {
  function* check(reader: CaptureReader): Generator<Violation> {
    for (const element of reader.elements()) {
      const message = complaintAbout(element, reader);
      if (message !== undefined) yield { element, message };
    }
  }
  return { rule, impact, wcag, check };
}

/** What an audit is held against, by axe-core's names: each takes in the ones before it. */
export const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] as const;
export type Standard = (typeof standards)[number];

/** Whether a rule with these criteria belongs to a standard. Without one, all do. */
export function fitsStandard(criteria: readonly string[], standard: Standard | undefined): boolean {
  if (standard === undefined) return true;
  const numbers = criteria.flatMap((text) => /(\d)\.?(\d)\.?(\d{1,2})$/.exec(text)?.slice(1).join(".") ?? []);
  if (standard === "best-practice") return numbers.length === 0;
  return numbers.some((number) => (standard.endsWith("aa") || !levelAa.has(number)) && versionOf(number) <= versions[standard]);
}

const versions: Readonly<Record<Exclude<Standard, "best-practice">, number>> = {
  wcag2a: 0,
  wcag2aa: 0,
  wcag21a: 1,
  wcag21aa: 1,
  wcag22aa: 2,
};

/** Criteria of level AA in WCAG 2.2; the others that rules speak of are A. */
const levelAa = new Set(
  "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3".split(
    " ",
  ),
);
const since21 = new Set("1.3.4 1.3.5 1.4.10 1.4.11 1.4.12 1.4.13 2.1.4 2.5.1 2.5.2 2.5.3 2.5.4 4.1.3".split(" "));
const since22 = new Set("2.4.11 2.5.7 2.5.8 3.2.6 3.3.7 3.3.8".split(" "));

function versionOf(number: string): number {
  if (since22.has(number)) return 2;
  return since21.has(number) ? 1 : 0;
}
