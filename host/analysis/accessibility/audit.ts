import type { Finding } from "../../contract/capture.js";
import { groupBy } from "../../contract/group-by.js";
import { weaklyMemoized } from "../../contract/memoized.js";
import type { CapturedElement, CaptureReader } from "../../contract/reader.js";
import { isWithin } from "../element-facts.js";
import { judgedElements } from "../judged.js";
import { modalOf } from "../modal.js";
import { ariaRules } from "./aria.js";
import { contrastRule } from "./contrast.js";
import { documentRules } from "./document.js";
import { nameRules } from "./names.js";
import { operationRules } from "./operation.js";
import { fitsStandard, isExposed, type Rule, type Standard } from "./rule.js";
import { structureRules } from "./structure.js";

interface AccessibilityFinding {
  readonly rule: string;
  readonly impact: Rule["impact"];
  readonly wcag: readonly string[];
  /** Undefined where the finding names an element that the capture does not have. */
  readonly element: CapturedElement | undefined;
  readonly message: string;
}

interface AccessibilityAudit {
  /** `axe`: what axe-core found in the page at capture time; `rules`: what can be decided from the capture. */
  readonly source: "axe" | "rules";
  readonly partial: boolean;
  readonly findings: readonly AccessibilityFinding[];
}

const rules: readonly Rule[] = [...nameRules, contrastRule, ...documentRules, ...structureRules, ...ariaRules, ...operationRules];

/** Rules that are decided without axe-core. */
export const ownRules: readonly string[] = rules.map(({ rule }) => rule);

/** Findings on a capture, worst first. `within`: only this element and what is inside. `rule`: only those of this rule. */
export function auditAccessibility(
  reader: CaptureReader,
  options: { standard?: Standard | undefined; within?: CapturedElement | undefined; rule?: string | undefined } = {},
): AccessibilityAudit {
  const { status } = reader.capture.accessibility;
  const source = status === "not-run" ? "rules" : "axe";
  const found = source === "axe" ? storedFindings(reader) : decided(reader);
  const { standard, within, rule: only } = options;
  const findings = found
    .filter(({ rule, wcag }) => fitsStandard(wcag, standard) && (only === undefined || rule === only))
    .filter(({ element }) => within === undefined || (element !== undefined && isWithin(reader, within.index, element.index)))
    .sort((a, b) => (weights[b.impact] ?? 0) - (weights[a.impact] ?? 0));
  return { source, partial: status === "partial", findings };
}

const weights: Readonly<Record<string, number>> = { critical: 3, serious: 2, moderate: 1, minor: 0 };

function storedFindings(reader: CaptureReader): AccessibilityFinding[] {
  return reader.capture.accessibility.findings.flatMap(({ rule, impact, wcag, refs, message }) =>
    refs.map((ref) => ({ rule, impact, wcag, element: reader.byRef(ref), message })),
  );
}

const decided = weaklyMemoized((reader: CaptureReader) => decide(judgedElements(reader)));

/** While a modal layer is open, only what it leaves in reach can be judged: the page behind it is hidden on purpose. */
function decide(reader: CaptureReader): AccessibilityFinding[] {
  const modal = modalOf(reader);
  const around = new Set(modal === undefined ? [] : reader.ancestors(modal.element.index));
  const isJudged = ({ index }: CapturedElement) => modal === undefined || around.has(index) || modal.isReachable(index);
  return rules.flatMap(({ rule, impact, wcag, check }) =>
    [...check(reader)].filter(({ element }) => isJudged(element)).map((violation) => ({ rule, impact, wcag, ...violation })),
  );
}

/** Reports once what has one cause: the same in several frames, or the parts outside of landmarks on a page without a main one. */
export function foldFindings(reader: CaptureReader, findings: readonly AccessibilityFinding[]): AccessibilityFinding[] {
  const hasMain = [...reader.elements()].some((element) => element.role === "main" && isExposed(element));
  const kindOf = ({ rule, element }: AccessibilityFinding) =>
    element?.tag === "html" && element.parent >= 0 ? "frames" : rule === "region" && !hasMain ? "parts" : undefined;
  const folded = groupBy(findings, (finding) => kindOf(finding) && keyOf(finding));
  return findings.flatMap((finding) => {
    const kind = kindOf(finding);
    const [first, ...more] = kind === undefined ? [finding] : (folded.get(keyOf(finding)) ?? []);
    if (first !== finding) return [];
    if (more.length === 0) return [finding];
    const refs = more.map(({ element }) => element?.ref).join(" ");
    return [{ ...finding, message: `${finding.message} (so in ${more.length} more ${kind}: ${refs})` }];
  });
}

/** Findings in the same words, of several frames' documents, as one with the refs of all. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const known = merged.get(key);
    merged.set(key, known === undefined ? finding : { ...known, refs: [...known.refs, ...finding.refs] });
  }
  return [...merged.values()];
}

function keyOf({ rule, impact, message }: Pick<Finding, "rule" | "impact" | "message">): string {
  return `${rule} ${impact} ${message}`;
}
